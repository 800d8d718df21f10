"""`python -m builders` is `soundprobe`."""

from builders.commands.roof import main

if __name__ == "__main__":
    main()
