"""Channels to other processes, and to more rights than a bot has."""

import ctypes
import mmap
import os
import resource
import signal
import time

from tools import FACTS, LIBC, LEFT_OPEN, apart, call, channel, nothing, reached, read


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
    # Also by names that a process of the host may have in here.
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
def choosing_a_processor():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    chosen = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before)
    return f"{chosen} of {before}" if chosen != before else nothing("stays where it was put")

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
def keeping_others_from_a_core(): return reached("prctl", 62, 0, 0, 0, ctypes.create_string_buffer(8))

@channel
def limits_of_priority():
    limits = {name: resource.getrlimit(name)[1] for name in (resource.RLIMIT_NICE, resource.RLIMIT_RTPRIO)}
    return limits if any(limits.values()) else nothing("none above its own")

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
