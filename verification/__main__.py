"""`python -m verification`."""

from verification.commands.auditing import audit_command

if __name__ == "__main__":
    audit_command.main(prog_name="python -m verification")
