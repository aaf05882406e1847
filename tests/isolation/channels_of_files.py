"""Channels to files of the host."""

import ctypes
import os
import socket
import struct

from tools import FACTS, SCRATCH, apart, call, channel, first, may_write, nothing, reached, read


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
