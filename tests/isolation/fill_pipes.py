"""The other bot: takes all pages that the kernel grants a user's pipes, and sleeps, so that a bot of the same user would notice."""

import errno
import fcntl
import os

# Of a pipe for those without privileges; /proc/sys/fs/pipe-max-size has it.
LARGEST = 1 << 20
USUAL = 1 << 16
# More than the kernel grants a user by default (16,384 pages), and few enough for a bot's descriptors.
PIPES = 400

for _ in range(PIPES):
    reader, writer = os.pipe()
    # They live on in the program that follows.
    os.set_inheritable(reader, True)
    if fcntl.fcntl(reader, fcntl.F_GETPIPE_SZ) < USUAL:
        break
    try:
        fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, LARGEST)
    except OSError as error:
        # The rest is too little for a large one.
        if error.errno != errno.EPERM:
            raise
os.execv("/bin/sleep", ["sleep", "1000"])
