"""`python -m verification`."""

from verification.door import check_command

if __name__ == "__main__":
    check_command.main(prog_name="python -m verification")
