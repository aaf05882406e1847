"""Channels between two bots on one machine."""

import ctypes
import fcntl
import os
import struct

from tools import FACTS, LIBC, SCRATCH, SHARED, apart, call, channel, nothing, reached, read


@channel
def a_key_in_the_keyring(): return call("keyctl", 10, -3, b"user", FACTS["key"].encode(), 0)

@channel
def adding_a_key(): return call("add_key", b"user", b"flagfall-probe", b"x", 1, -1)

@channel
def shared_memory(): return call("shmget", FACTS["ipc_key"], 0, 0)

@channel
def semaphores(): return call("semget", FACTS["ipc_key"], 0, 0)

@channel
def message_queues(): return call("msgget", FACTS["ipc_key"], 0)

@channel
def posix_shared_memory(): return read("/dev/shm/" + FACTS["shm_name"])

@channel
def posix_message_queues(): return call("mq_open", FACTS["mq_name"].encode(), 0, 0, None)

@channel
def flock_on_a_file_of_both():
    with open(SHARED, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return "sees the host's lock"
        return "locked"

@channel
def lockf_on_a_file_of_both():
    with open(SHARED, "rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return "locked"

@channel
def asking_for_locks():
    with open(SHARED, "rb") as file:
        fcntl.fcntl(file, fcntl.F_GETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        return "answered"

@channel
def locks_of_open_files():
    with open(SHARED, "rb") as file:
        fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))
        return "locked"

@channel
def leases():
    with open(os.path.join(SCRATCH, "lease"), "w") as file:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        return "leased"

@channel
def watching_a_folder_by_fcntl():
    folder = os.open("/usr", os.O_RDONLY)
    fcntl.fcntl(folder, fcntl.F_NOTIFY, 0)
    return "watched"

@channel
def watching_a_file_of_both():
    watcher = call("inotify_init1", os.O_NONBLOCK)
    if LIBC.inotify_add_watch(watcher, SHARED.encode(), 0x20) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    read(SHARED)
    return f"{len(os.read(watcher, 100))} bytes of events"

@channel
def watching_all_files(): return apart(lambda: call("fanotify_init", 0, 0))

@channel
def when_a_file_was_read():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "old")
    before = os.stat(path).st_atime_ns
    read(path)
    return "changed" if os.stat(path).st_atime_ns != before else nothing("unchanged")

@channel
def what_is_cached():
    with open(SHARED, "rb") as file:
        buffer = ctypes.create_string_buffer(16)
        vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 16)
        return call("preadv2", file.fileno(), vector, 1, 0, 0, 8)

@channel
def what_is_mapped_in(): return reached("mincore", 0, 4096, ctypes.create_string_buffer(16))

@channel
def throwing_out_of_the_cache():
    with open(SHARED, "rb") as file:
        return call("fadvise64", file.fileno(), 0, 0, 4) or "thrown out"

@channel
def the_machines_open_files(): return read("/proc/sys/fs/file-nr")

@channel
def the_machines_load(): return read("/proc/loadavg")

@channel
def the_machines_locks(): return read("/proc/locks")

@channel
def the_machines_interrupts(): return read("/proc/interrupts")

@channel
def the_machines_events(): return read("/proc/vmstat")

@channel
def the_machines_pressure(): return read("/proc/pressure/cpu")

@channel
def how_many_control_groups_there_are(): return read("/proc/cgroups")

def done_by_the_kernel(name):
    """If the call got through, the kernel would report that there is no such descriptor."""
    try:
        call(name, -1, 0, 0, 0)
    except OSError as error:
        return error.strerror
    return nothing("nobody does it")

@channel
def flushing_the_disk(): return done_by_the_kernel("fsync")

@channel
def flushing_a_files_data(): return done_by_the_kernel("fdatasync")

@channel
def flushing_a_part_of_a_file(): return done_by_the_kernel("sync_file_range")

@channel
def room_on_the_disk(): return f"{os.statvfs('/usr').f_bfree} blocks"

@channel
def terminals_of_the_machine():
    controller, terminal = os.openpty()
    os.close(controller)
    os.close(terminal)
    return "one of those that all have together"

@channel
def pages_of_its_users_pipes():
    # The kernel counts the pages of all pipes of a user, here those of the other bot too: see fill_pipes.py.
    reader, writer = os.pipe()
    size = fcntl.fcntl(reader, fcntl.F_GETPIPE_SZ)
    os.close(reader)
    os.close(writer)
    return f"a pipe of {size} bytes" if size < 65536 else nothing("its own are all that count")
