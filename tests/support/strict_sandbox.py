"""Whether the machine lets have strict sandboxes, by the program's own words. Not so in a chroot, and in many containers."""

REFUSAL = "a strict sandbox cannot be made on this machine"


def refusal_in(errors):
    """What was written to standard error if it was that; else nothing: whatever else goes wrong is no reason to skip a test."""
    return errors if REFUSAL in errors else ""
