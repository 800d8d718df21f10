"""`python -m publishing`."""

from publishing.commands.release import release_command

if __name__ == "__main__":
    release_command.main(prog_name="python -m publishing")
