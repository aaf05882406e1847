#!/usr/bin/python3
"""Tries every way out of a sandbox that we know of, one line each: `OPEN NAME: WHAT` or `closed NAME: WHY`.

Runs inside of the sandbox. The file `facts.json` beside it says what the host has planted for it to find: see
isolation_test.cc. Nothing it does harms a host that has no sandbox around it.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import signal
import socket
import struct
import time

FACTS = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "facts.json")))
LIBC = ctypes.CDLL(None, use_errno=True)
SCRATCH = next(path for path in ("/work", FACTS["scratch"]) if os.access(path, os.W_OK))
SHARED = "/usr/bin/env"
# The listing has one itself, which is closed by then.
LEFT_OPEN = [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 2 and os.path.exists(f"/proc/self/fd/{fd}")]
CHANNELS = []

# x86-64; on another machine those calls are left out.
CALLS = {
    "acct": 163, "add_key": 248, "bpf": 321, "chroot": 161, "clock_settime": 227, "clone": 56, "clone3": 435,
    "fadvise64": 221, "fanotify_init": 300, "finit_module": 313, "fsopen": 430, "inotify_init1": 294,
    "io_uring_setup": 425, "kcmp": 312, "kexec_load": 246, "keyctl": 250, "mincore": 27, "mount": 165, "mq_open": 240,
    "msgget": 68, "name_to_handle_at": 303, "open_by_handle_at": 304, "open_tree": 428, "perf_event_open": 298,
    "personality": 135, "pidfd_getfd": 438, "pidfd_open": 434, "pivot_root": 155, "preadv2": 327,
    "process_vm_readv": 310, "process_vm_writev": 311, "ptrace": 101, "quotactl": 179, "semget": 64, "setns": 308,
    "shmget": 29, "syslog": 103, "umount2": 166, "unshare": 272, "userfaultfd": 323,
}


def channel(function):
    """A way out; it returns what it got at, and raises when it got at nothing."""
    CHANNELS.append((function.__name__.replace("_", " "), function))
    return function


def call(name, *arguments):
    """A system call by its number, so that no library comes between; raises OSError as Python does."""
    converted = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    ctypes.set_errno(0)
    result = LIBC.syscall(ctypes.c_long(CALLS[name]), *converted)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def reached(name, *arguments):
    """For a call that is to fail: whether it was the kernel's own function that turned it down."""
    try:
        return call(name, *arguments)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EPERM, errno.EACCES):
            raise
        return f"the call is there ({error.strerror})"


def apart(work):
    """In a process of its own, for what changes the process or kills it."""
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
    """What `what` gives for the first path for which it gives anything; the last path's error when it never does."""
    error = FileNotFoundError(errno.ENOENT, "nothing to try")
    for path in paths:
        try:
            return what(path)
        except OSError as failed:
            error = failed
    raise error


# ---- Files of the host.

@channel
def the_database(): return read(FACTS["database"])

@channel
def the_homes_folder(): return os.listdir(os.path.dirname(FACTS["database"]))

@channel
def another_bots_folder(): return read(FACTS["other_bot_file"])

@channel
def another_bots_socket():
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(FACTS["other_bot_socket"])
        return "connected"

@channel
def the_hosts_users(): return read("/etc/passwd")

@channel
def the_hosts_passwords(): return read("/etc/shadow")

@channel
def the_hosts_etc(): return len(os.listdir("/etc")) > 20 or nothing("only what it must have")

@channel
def roots_home(): return os.listdir("/root")

@channel
def the_hosts_sys(): return os.listdir("/sys/kernel")

@channel
def control_groups(): return os.listdir("/sys/fs/cgroup")

@channel
def writing_usr(): return may_write("/usr/lib/os-release")

@channel
def writing_etc(): return may_write("/etc/hosts")

@channel
def writing_the_linkers_cache(): return may_write("/etc/ld.so.cache")

@channel
def writing_the_bots_folder():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "written")
    open(path, "w").close()
    os.unlink(path)
    return path

@channel
def a_file_in_the_root():
    path = "/written-by-the-probe"
    open(path, "w").close()
    os.unlink(path)
    return path

@channel
def a_symbolic_link_out():
    link = os.path.join(SCRATCH, "link")
    os.symlink("/proc/1/root" + FACTS["database"], link)
    try:
        return read(link)
    finally:
        os.unlink(link)

@channel
def a_folder_above_the_root(): return read("/../../../.." + FACTS["database"])

@channel
def chroot_and_out(): return apart(lambda: call("chroot", SCRATCH.encode()))

@channel
def pivot_root(): return reached("pivot_root", b"/", b"/")

@channel
def a_device():
    path = os.path.join(SCRATCH, "device")
    os.mknod(path, 0o600 | 0o020000, os.makedev(1, 3))
    try:
        return read(path)
    finally:
        os.unlink(path)

@channel
def the_hosts_devices(): return first(("/dev/mem", "/dev/vda", "/dev/sda", "/dev/kmsg", "/dev/net/tun"), read)

@channel
def a_file_by_its_handle(): return reached("name_to_handle_at", -100, b"/usr/bin/env", ctypes.create_string_buffer(200), ctypes.byref(ctypes.c_int()), 0)

@channel
def opening_a_handle(): return reached("open_by_handle_at", -100, ctypes.create_string_buffer(struct.pack("Ii", 8, 1) + b"x" * 8), 0)

@channel
def mounting():
    return apart(lambda: (call("mount", b"none", SCRATCH.encode(), b"tmpfs", 0, None),
                          call("umount2", SCRATCH.encode(), 2)))

@channel
def the_new_calls_for_mounting(): return apart(lambda: call("fsopen", b"tmpfs", 0))

@channel
def a_copy_of_a_mount(): return apart(lambda: call("open_tree", -100, b"/usr", 1))

@channel
def quotas(): return reached("quotactl", 0x80000500, b"/dev/vda", 0, ctypes.create_string_buffer(200))


# ---- Processes.

@channel
def the_hosts_environment(): return read(f"/proc/{FACTS['host_pid']}/environ")

@channel
def the_hosts_memory_file():
    os.close(os.open(f"/proc/{FACTS['victim_pid']}/mem", os.O_RDONLY))
    return "opened"

@channel
def the_hosts_processes():
    for name in os.listdir("/proc"):
        if name.isdigit():
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if FACTS["victim_word"].encode() in file.read().split(b"\0"):
                    return f"sees process {name}"
    raise OSError("the host's process is not in /proc")

@channel
def a_signal_to_the_host():
    # Also by what a process of the host may be called in here.
    os.kill(FACTS["victim_pid"], 0)
    return "reaches it"

@channel
def a_signal_to_another_bot():
    os.kill(FACTS["other_bot_pid"], 0)
    return "reaches it"

@channel
def tracing_the_host(): return apart(lambda: call("ptrace", 0x4206, FACTS["victim_pid"], 0, 0))

@channel
def tracing_a_child():
    child = os.fork()
    if child == 0:
        time.sleep(100)
    try:
        return call("ptrace", 0x4206, child, 0, 0)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

def vectors():
    target = ctypes.create_string_buffer(b"x" * 8)
    return (ctypes.c_void_p * 2)(ctypes.addressof(target), 8), target

@channel
def reading_memory():
    local, _ = vectors()
    return reached("process_vm_readv", FACTS["victim_pid"], local, 1, local, 1, 0)

@channel
def writing_memory():
    local, _ = vectors()
    return reached("process_vm_writev", os.getpid(), local, 1, local, 1, 0)

@channel
def a_descriptor_of_the_hosts_process(): return call("pidfd_open", FACTS["victim_pid"], 0)

@channel
def taking_a_descriptor(): return call("pidfd_getfd", call("pidfd_open", os.getpid(), 0), 0, 0)

@channel
def comparing_processes(): return call("kcmp", os.getpid(), os.getppid(), 1, 0, 0)

@channel
def the_hosts_cpu_clock(): return time.clock_gettime((~FACTS["victim_pid"] << 3) | 2)

@channel
def the_hosts_affinity(): return os.sched_getaffinity(FACTS["victim_pid"])

@channel
def more_than_its_priority():
    os.setpriority(os.PRIO_PROCESS, 0, -5)
    return "ahead of others"

@channel
def real_time():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return "ahead of others"

@channel
def descriptors_that_were_left_open():
    return LEFT_OPEN or nothing("none but the standard three")

@channel
def being_root():
    os.seteuid(0)
    return "user id 0"

@channel
def capabilities():
    with open("/proc/self/status") as file:
        effective = next(int(line.split()[1], 16) for line in file if line.startswith("CapEff"))
    return hex(effective) if effective else nothing("none")

@channel
def programs_with_more_rights():
    return "set-user-id counts" if LIBC.prctl(39, 0, 0, 0, 0) == 0 else nothing("no_new_privs")

@channel
def a_namespace_of_users(): return apart(lambda: call("unshare", 0x10000000))

@channel
def a_namespace_of_mounts(): return apart(lambda: call("unshare", 0x20000))

@channel
def a_namespace_by_clone():
    def clone():
        child = call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        return child
    return apart(clone)

@channel
def a_namespace_by_clone3(): return reached("clone3", ctypes.create_string_buffer(8), 8)

@channel
def entering_a_namespace(): return apart(lambda: call("setns", os.open("/proc/self/ns/uts", os.O_RDONLY), 0))

@channel
def another_personality(): return apart(lambda: call("personality", 0x0040000))

def machine_code(code):
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return ctypes.CFUNCTYPE(ctypes.c_long)(address)()

@channel
def calls_of_32_bit_programs():
    # mov eax, 20 (getpid); int 0x80; ret
    return apart(lambda: machine_code(b"\xb8\x14\0\0\0\xcd\x80\xc3"))

@channel
def calls_of_x32_programs():
    def getpid():
        ctypes.set_errno(0)
        result = LIBC.syscall(ctypes.c_long(0x40000000 + 39))
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result
    return apart(getpid)


# ---- The network.

def connect(family, address):
    with socket.socket(family) as s:
        s.settimeout(5)
        s.connect(address)
        return "connected"

@channel
def tcp_to_the_host(): return connect(socket.AF_INET, ("127.0.0.1", FACTS["tcp_port"]))

@channel
def tcp_over_ipv6(): return connect(socket.AF_INET6, ("::1", FACTS["tcp6_port"]))

@channel
def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        return s.sendto(b"x", ("127.0.0.1", FACTS["tcp_port"]))

@channel
def raw_packets():
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP): return "a raw socket"

@channel
def packets_of_the_link():
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW): return "a packet socket"

@channel
def netlink():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0): return "a netlink socket"

@channel
def the_virtual_machines_host():
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM): return "a vsock socket"

@channel
def the_kernels_ciphers():
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET): return "an AF_ALG socket"

@channel
def a_family_hidden_in_the_upper_bits():
    # The kernel takes an int; a filter that compares 64 bits would be led astray.
    result = LIBC.syscall(ctypes.c_long(41), ctypes.c_long((1 << 32) | socket.AF_INET), ctypes.c_long(1), ctypes.c_long(0))
    if result < 0:
        raise OSError(ctypes.get_errno(), "turned down")
    os.close(result)
    return "an AF_INET socket"

@channel
def an_abstract_socket(): return connect(socket.AF_UNIX, "\0" + FACTS["abstract_socket"])

@channel
def the_hosts_network_interfaces():
    with open("/proc/net/dev") as file:
        names = [line.split(":")[0].strip() for line in file if ":" in line]
    return [name for name in names if name != "lo"] or nothing("none but its own")


# ---- What two bots share.

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


# ---- The kernel.

@channel
def io_uring(): return reached("io_uring_setup", 4, ctypes.create_string_buffer(200))

@channel
def page_faults(): return reached("userfaultfd", 0)

@channel
def counters(): return reached("perf_event_open", ctypes.create_string_buffer(struct.pack("IIQ", 1, 112, 0) + bytes(96)), 0, -1, -1, 0)

@channel
def bpf(): return reached("bpf", 0, ctypes.create_string_buffer(120), 120)

@channel
def the_kernels_log(): return call("syslog", 10, 0, 0)

@channel
def a_module(): return reached("finit_module", -1, b"", 0)

@channel
def another_kernel(): return reached("kexec_load", 0, 1 << 20, 0, 0)

@channel
def the_machines_clock(): return reached("clock_settime", 99, 0)

@channel
def accounting(): return reached("acct", b"/nowhere/at/all")

@channel
def typing_into_the_terminal():
    try:
        fcntl.ioctl(0, 0x5412, b"x")
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EPERM):
            raise
        return f"the call is there ({error.strerror})"
    return "typed"

@channel
def typing_with_upper_bits():
    result = LIBC.syscall(ctypes.c_long(16), ctypes.c_long(0), ctypes.c_long((1 << 32) | 0x5412), ctypes.c_char_p(b"x"))
    code = ctypes.get_errno()
    if result < 0 and code in (errno.ENOSYS, errno.EPERM):
        raise OSError(code, os.strerror(code))
    return "the call is there"

@channel
def the_hosts_name():
    return platform.node() if platform.node() == FACTS["hostname"] else nothing("another")

@channel
def the_core_pattern(): return may_write("/proc/sys/kernel/core_pattern")

@channel
def the_magic_key(): return may_write("/proc/sysrq-trigger")


def main():
    for name, function in CHANNELS:
        ctypes.set_errno(0)
        try:
            print(f"OPEN {name}: {str(function())[:100]}", flush=True)
        except Exception as error:
            print(f"closed {name}: {error}", flush=True)
    print(f"tried {len(CHANNELS)} channels", flush=True)


main()
