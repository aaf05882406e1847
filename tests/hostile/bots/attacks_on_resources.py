"""Memory, descriptors, disks, output, time."""

import contextlib
import os
import resource
import socket
import sys
import time

from client import Bot, attempt, bot, in_game, on_the_side
from verdicts import PLAYS, TOO_LATE, dies

MIB = 1 << 20
# Enough memory for gRPC.
MEMORY = {"limits": {"memory_bytes_max": 512 * MIB}}
# Filling may take longer than the clock allows, and end when the next game is about to begin.
TOO_MUCH = dies("DISCONNECTED", "OUT_OF_TIME", "FORFEIT_NO_SHOW", saying="memory")
# The sandbox's writable folders, of 32 MiB each.
FILES_MOST = 40 * MIB
IN_MEMORY = ("/tmp", "/work", "/dev/shm")
MARGIN_S = 0.02


@in_game(TOO_MUCH, manifest=MEMORY, needs_control_groups=True)
def memory_bomb():
    kept = []
    while True:
        kept.append(bytearray(os.urandom(4096) * 1024))


@in_game(TOO_MUCH, manifest=MEMORY, needs_control_groups=True)
def memory_bomb_of_files_without_names():
    while True:
        os.write(os.memfd_create("bomb"), bytes(16 * MIB))


@attempt()
def fills_the_disk():
    for folder in IN_MEMORY:
        written = 0
        with contextlib.suppress(OSError), open(f"{folder}/full", "wb", buffering=0) as file:
            while written < 2 * FILES_MOST:
                written += file.write(bytes(MIB))
        if written > FILES_MOST:
            return f"{written} bytes in {folder}"
    return None


@attempt()
def fills_the_inodes():
    for folder in IN_MEMORY:
        with contextlib.suppress(OSError):
            for number in range(5000):
                os.mkdir(f"{folder}/{number}")
                os.symlink("/etc/passwd", f"{folder}/{number}/link")


@attempt()
def descriptor_bomb():
    opened = []
    with contextlib.suppress(OSError):
        while True:
            opened.append(os.open("/dev/null", os.O_RDONLY))
            if len(opened) > 4096:
                return "more than 4096 descriptors"
    for descriptor in opened:
        os.close(descriptor)
    return None


@in_game()
def descriptors_in_flight():
    """Sends into sockets that nobody reads, also to the referee."""
    import client
    sockets = []
    with contextlib.suppress(OSError):
        for _ in range(32):
            one, other = socket.socketpair()
            sockets += [one, other]
            one.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                for _ in range(64):
                    socket.send_fds(one, [b"x"], [2] * 250)
    with contextlib.suppress(OSError):
        to_referee = socket.socket(socket.AF_UNIX)
        to_referee.connect(client.SOCKET)
        for _ in range(64):
            socket.send_fds(to_referee, [b"PRI * HTTP/2.0"], [2] * 250)
    for end in sockets:
        end.close()


def flood(descriptor):
    text = b"flood\x1b[31m\0\n" * 4000
    def write():
        while True:
            os.write(descriptor, text)
    on_the_side(write)


@in_game({"strict": PLAYS, "none": PLAYS})
def endless_stdout(): flood(1)

@in_game()
def endless_stderr(): flood(2)

@in_game()
def one_endless_line():
    on_the_side(lambda: [sys.stdout.write("x" * 60000) for _ in iter(int, 1)])

@attempt()
def raises_its_limits():
    for name in ("NPROC", "NOFILE", "AS", "CPU", "CORE", "MEMLOCK", "NICE", "RTPRIO"):
        number = getattr(resource, f"RLIMIT_{name}", None)
        if number is None:
            continue
        soft, hard = resource.getrlimit(number)
        if hard == resource.RLIM_INFINITY:
            continue
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(number, (hard + 1, hard + 1))
            return f"RLIMIT_{name} above {hard}"
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -5)
        return "a higher priority"
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return "real time"
    return None


# ---- Time.


class Late(Bot):
    """Answers this many seconds after its deadline."""

    def later(self):
        raise NotImplementedError

    def on_decision(self, required):
        began = time.monotonic()
        own = required.red_clock_micros if self.side[required.game_id] == 1 else required.blue_clock_micros
        if required.decision > 1:
            time.sleep(own / 1e6 + MARGIN_S + self.later() - (time.monotonic() - began))
        self.play(required)


@bot({"strict": TOO_LATE, "none": TOO_LATE})
class LateByMilliseconds(Late):
    """Answers one millisecond later in each game."""

    def later(self):
        return self.games * 0.001


@bot(TOO_LATE)
class Silent(Bot):
    def on_decision(self, required):
        pass


@bot(TOO_LATE)
class SilentAtSetUpOnly(Bot):
    def on_decision(self, required):
        if required.decision > 1:
            self.play(required)
