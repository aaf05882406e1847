"""Channels to the network and the kernel."""

import ctypes
import errno
import fcntl
import os
import platform
import socket
import struct

from tools import FACTS, LIBC, call, channel, may_write, nothing, reached


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
    # The kernel takes an int; a filter that compares 64 bits would be wrong.
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
