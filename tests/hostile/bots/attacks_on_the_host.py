"""Programs that look, reach and write where they must not. Without a sandbox each must succeed, or it proves nothing."""

import contextlib
import ctypes
import fcntl
import glob
import os
import socket

from client import SOCKET, TOKEN, attempt, facts
from verdicts import PLAYS, RESIGNS

BOTH = {"strict": PLAYS, "none": RESIGNS}
# Readable for all users in a sandbox, too.
SHARED = "/usr/bin/env"


def first_read(paths):
    for path in paths:
        with contextlib.suppress(OSError), open(path, "rb") as file:
            file.read(100)
            return path
    return None


@attempt(BOTH)
def reads_proc():
    """Any process that it has not started itself."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{entry}/cmdline", "rb") as file:
            command = file.read()
            if any(word in command for word in (b"sergeant", b"hostile_test.py", b"tournament\0run")):
                return command.decode(errors="replace")
    return first_read(["/proc/kcore", "/proc/sched_debug"])


@attempt(BOTH)
def reads_tokens_of_others():
    for path in glob.glob("/proc/[0-9]*/environ"):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            for field in file.read().split(b"\0"):
                if field.startswith(b"FLAGFALL_TOKEN=") and field[15:].decode(errors="replace") != TOKEN:
                    return path
    return None


@attempt(BOTH)
def reads_other_bots_folders(): return first_read(facts()["other_bots"])

@attempt(BOTH)
def reads_the_database(): return first_read([facts()["database"]])

@attempt(BOTH)
def reads_logs(): return first_read(facts()["logs"])

@attempt({"strict": PLAYS})
def reads_host_files():
    return first_read(["/etc/shadow", "/etc/passwd", "/root/.bashrc", "/var/log/dpkg.log", "/dev/mem", "/dev/kmsg",
                       "/sys/kernel/notes", *glob.glob("/home/*/*"), *glob.glob("/dev/sd*")])


@attempt(BOTH)
def writes_to_the_host():
    """Tries its own folder as well, which the host reads."""
    for folder in (os.path.dirname(os.path.abspath(__file__)), "/usr", "/etc", facts()["home"]):
        path = os.path.join(folder, f"written-{os.getpid()}")
        with contextlib.suppress(OSError):
            os.mkfifo(path)
            os.unlink(path)
            return path
    return None


@attempt()
def links_where_the_host_reads():
    """Replaces its log, its manifest and its socket by links and pipes."""
    for path in [facts()["logs"][0], os.path.join(os.path.dirname(os.path.abspath(__file__)), "bot.json"), SOCKET,
                 "/proc/self/fd/1"]:
        for make in (lambda at: os.symlink("/dev/zero", at), os.mkfifo, lambda at: os.link("/usr/bin/env", at)):
            with contextlib.suppress(OSError):
                os.rename(path, path + ".old")
                make(path)
                return path
            with contextlib.suppress(OSError):
                os.unlink(path)
                return path
    return None


@attempt(BOTH)
def reads_the_hosts_memory():
    with contextlib.suppress(OSError):
        os.close(os.open(f"/proc/{facts()['host_pid']}/mem", os.O_RDWR))
        return "the host's memory"
    PTRACE_SEIZE = 0x4206
    traced = ctypes.CDLL(None, use_errno=True).ptrace(PTRACE_SEIZE, os.getppid(), 0, 0) == 0
    return "its parent, traced" if traced else None


@attempt(BOTH)
def reaches_the_network():
    for family, address in ((socket.AF_INET, ("127.0.0.1", facts()["port"])), (socket.AF_INET, ("192.0.2.1", 80))):
        with contextlib.suppress(OSError), socket.socket(family) as connection:
            connection.settimeout(0.5)
            connection.connect(address)
            return address
    return None


@attempt(BOTH)
def reaches_abstract_sockets():
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect("\0" + facts()["abstract_socket"])
        return "an abstract socket"
    return None


@attempt(BOTH)
def reaches_other_bots_sockets():
    for path in (glob.glob("/tmp/flagfall-run-*/*") + glob.glob("/run/*.sock")
                 + glob.glob("/run/user/*/flagfall-run-*/*")):
        if os.path.realpath(path) == os.path.realpath(SOCKET):
            continue
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
            connection.connect(path)
            return path
    return None


@attempt(BOTH)
def locks_as_a_channel():
    """Two bots that can lock the same file can exchange messages."""
    with open(SHARED, "rb") as file:
        for lock in (fcntl.flock, fcntl.lockf):
            with contextlib.suppress(OSError):
                lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return f"{lock.__name__} on {SHARED}"
    return None


@attempt(BOTH)
def shared_memory_as_a_channel():
    if first_read(["/dev/shm/" + facts()["shared_memory"]]):
        return "the host's shared memory"
    libc = ctypes.CDLL(None, use_errno=True)
    IPC_CREAT = 0o1000
    return "System V shared memory" if libc.shmget(0x466c6167, 4096, IPC_CREAT | 0o666) >= 0 else None


@attempt()
def leaves_its_namespaces():
    libc = ctypes.CDLL(None, use_errno=True)
    CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
    for flags in (CLONE_NEWUSER, CLONE_NEWNS):
        if libc.unshare(flags) == 0:
            return "a namespace"
    if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
        return "a mount"
    if libc.chroot(b"/tmp") == 0 or libc.setuid(0) == 0:
        return "root"
    return None
