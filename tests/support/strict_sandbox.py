"""Whether the machine allows strict sandboxes, as the program itself says. A chroot and many containers do not."""

REFUSAL = "a strict sandbox cannot be made on this machine"


def refusal_in(errors):
    """The program's refusal in its standard error, or nothing: another failure is no reason to skip a test."""
    return errors if REFUSAL in errors else ""
