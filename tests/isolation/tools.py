"""Helpers for the channels of the probe. `facts.json` describes the host's secrets: see isolation_test.cc."""

import ctypes
import errno
import json
import os
import signal

FACTS = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "facts.json")))
LIBC = ctypes.CDLL(None, use_errno=True)
SCRATCH = next(path for path in ("/work", FACTS["scratch"]) if os.access(path, os.W_OK))
SHARED = "/usr/bin/env"
# The listing itself opens one, which is closed by then.
LEFT_OPEN = [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 2 and os.path.exists(f"/proc/self/fd/{fd}")]
CHANNELS = []

# x86-64; on another machine those calls are left out.
CALLS = {
    "acct": 163, "add_key": 248, "bpf": 321, "chroot": 161, "clock_settime": 227, "clone": 56, "clone3": 435,
    "fadvise64": 221, "fanotify_init": 300, "fdatasync": 75, "finit_module": 313, "fsopen": 430, "fsync": 74,
    "inotify_init1": 294, "io_uring_setup": 425, "kcmp": 312, "kexec_load": 246, "keyctl": 250, "mincore": 27,
    "mount": 165, "mq_open": 240, "msgget": 68, "name_to_handle_at": 303, "open_by_handle_at": 304, "open_tree": 428,
    "perf_event_open": 298, "personality": 135, "pidfd_getfd": 438, "pidfd_open": 434, "pivot_root": 155,
    "prctl": 157,
    "preadv2": 327, "process_vm_readv": 310, "process_vm_writev": 311, "ptrace": 101, "quotactl": 179, "semget": 64, "setns": 308,
    "shmget": 29, "sync_file_range": 277, "syslog": 103, "umount2": 166, "unshare": 272, "userfaultfd": 323,
}


def channel(function):
    """Registers a channel: a function that returns what it reached, and raises when it reached nothing."""
    CHANNELS.append((function.__name__.replace("_", " "), function))
    return function


def call(name, *arguments):
    """Makes a system call by its number, without a library. Raises OSError as Python does."""
    converted = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    ctypes.set_errno(0)
    result = LIBC.syscall(ctypes.c_long(CALLS[name]), *converted)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def reached(name, *arguments):
    """For a call that has to fail: whether the kernel's own function refused it."""
    try:
        return call(name, *arguments)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EPERM, errno.EACCES):
            raise
        return f"the call is there ({error.strerror})"


def apart(work):
    """Runs a function in a process of its own, because it changes or kills the process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = f"+{work()}"
        except Exception as error:
            text = f"-{error}"
        os.write(writer, text.encode()[:1000])
        os._exit(0)
    os.close(writer)
    text = os.read(reader, 1000).decode()
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        raise RuntimeError(f"killed by {signal.Signals(os.WTERMSIG(status)).name}")
    if not text.startswith("+"):
        raise RuntimeError(text[1:])
    return text[1:]


def nothing(why):
    raise OSError(why)


def read(path):
    with open(path, "rb") as file:
        return f"{len(file.read(4096))} bytes"


def may_write(path):
    os.close(os.open(path, os.O_WRONLY))
    return path


def first(paths, what):
    """Returns what `what` returns for the first path for which it returns anything; raises the last error when it never does."""
    error = FileNotFoundError(errno.ENOENT, "nothing to try")
    for path in paths:
        try:
            return what(path)
        except OSError as failed:
            error = failed
    raise error
