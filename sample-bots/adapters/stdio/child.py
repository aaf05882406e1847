"""The program that speaks the line protocol, as a process. It may misbehave in any way."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from line_protocol import Unreadable

LINE_BYTES_MAX = 1000
# The seconds that a program has to end by itself after QUIT.
QUIT_MS = 1000
# The same when the adapter itself has to end, for which it has 250 ms.
LAST_QUIT_MS = 150
# The longest time between a closed pipe and the end of the process that closed it.
END_MS = 100
NOT_FOUND = 127


class ChildGone(Exception):
    """Raised when the program can no longer be used; the message says why."""


# The programs that still run.
_all: set[Child] = set()


def why_not_started(program: str, error: OSError) -> str:
    """Why the program could not be started: the system says only which file it was, and not what is wrong with it."""
    path = shutil.which(program)
    if path is None:
        return f"cannot be started: {error}"
    with open(path, "rb") as file:
        first_line = file.read(LINE_BYTES_MAX).split(b"\n", 1)[0].decode(errors="replace")
    if not first_line.startswith("#!"):
        return f"cannot be started: {error} (is it a program for this machine, or a script without #! and interpreter?)"
    interpreter = (first_line[2:].split(maxsplit=1) or [""])[0]
    if "\r" in first_line:
        return (f"cannot be started: its first line, {first_line!r}, ends as lines do on Windows; write it with a plain end"
                " of line")
    if shutil.which(interpreter) is None:
        return (f"cannot be started: its first line asks for {interpreter}, which is not here; name an interpreter that is,"
                f" as in #!{sys.executable}")
    return f"cannot be started: {error}"


def kill_all() -> None:
    """Kills all programs that still run, and what they have started. For the end of the adapter."""
    deadline = time.monotonic() + LAST_QUIT_MS / 1000
    for child in list(_all):
        child.kill(max(0, int(1000 * (deadline - time.monotonic()))))


class Child:
    """One process, the leader of its own process group. Its standard error goes where the adapter's goes."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0
            )
        except OSError as error:
            raise ChildGone(why_not_started(command[0], error)) from error
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        # A program that does not read must not block the adapter.
        os.set_blocking(self._input, False)
        self._exit = os.pidfd_open(self._process.pid)
        self._wake = os.eventfd(0)
        self._unread = b""
        # Reentrant, since a signal's handler may kill the program in the middle of a write.
        self._lock = threading.RLock()
        # Held while a line is read: the descriptors stay open until then, since their numbers are given to others.
        self._reading = threading.Lock()
        self._has_quit = False
        self._is_ended = False
        self._is_closed = False
        _all.add(self)

    def write(self, *lines: str) -> None:
        """Sends the lines. ChildGone when the program does not take them."""
        data = "".join(line + "\n" for line in lines).encode()
        with self._lock:
            if self._is_ended:
                raise ChildGone("is not needed any more")
            try:
                sent = os.write(self._input, data)
            except BlockingIOError:
                sent = 0
            except OSError as error:
                raise ChildGone(self._end() or "has closed its standard input") from error
        if sent < len(data):
            raise ChildGone("does not read what it is sent")

    def read_line(self) -> str:
        """Waits for a line, without its end. Unreadable when it is too long; ChildGone at the end or after wake()."""
        with self._reading:
            return self._read_line()

    def _read_line(self) -> str:
        if self._is_closed:
            raise ChildGone("is not needed any more")
        while b"\n" not in self._unread:
            if len(self._unread) > LINE_BYTES_MAX:
                start, self._unread = self._unread, b""
                raise Unreadable(f"a line has at most {LINE_BYTES_MAX} bytes, this one begins {_shown(start)}")
            poll = select.poll()
            for source in (self._output, self._wake):
                poll.register(source, select.POLLIN)
            ready = {source for source, _ in poll.poll()}
            if self._wake in ready:
                raise ChildGone("is not needed any more")
            data = os.read(self._output, LINE_BYTES_MAX + 1)
            if not data:
                raise ChildGone(self._end() or "has closed its standard output")
            self._unread += data
        line, self._unread = self._unread.split(b"\n", 1)
        if len(line) > LINE_BYTES_MAX:
            raise Unreadable(f"a line has at most {LINE_BYTES_MAX} bytes, this one begins {_shown(line)}")
        return line.decode(errors="replace").rstrip()

    def wake(self) -> None:
        """Makes a read_line on another thread end."""
        with self._lock:
            if not self._is_closed:
                os.eventfd_write(self._wake, 1)

    def quit(self, *last_words: str) -> None:
        """Sends the last lines and makes sure that the program ends, without waiting for it."""
        try:
            self.write(*last_words)
        except ChildGone:
            pass
        if self._has_quit:
            return
        self._has_quit = True
        threading.Thread(target=self._see_out, daemon=True).start()

    def kill(self, quit_ms: int = 0) -> None:
        """Kills the process and its group, at once or, after QUIT, when its time is up."""
        if self._has_quit:
            self._await_exit(quit_ms)
        with self._lock:
            if self._is_ended:
                return
            self._is_ended = True
            # The process is reaped only after this, so that its id still names its group.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            _all.discard(self)

    def _see_out(self) -> None:
        self.kill(QUIT_MS)
        self.wake()
        with self._reading, self._lock:
            self._is_closed = True
            self._process.stdin.close()
            self._process.stdout.close()
            os.close(self._exit)
            os.close(self._wake)

    def _await_exit(self, milliseconds: int) -> bool:
        poll = select.poll()
        poll.register(self._exit, select.POLLIN)
        return bool(poll.poll(milliseconds))

    def _end(self) -> str:
        """Returns how the process ended; empty when it has not."""
        if not self._await_exit(END_MS):
            return ""
        with self._lock:
            if self._is_ended:
                return "is not needed any more"
            status = os.waitid(os.P_PIDFD, self._exit, os.WEXITED | os.WNOWAIT)
        if status.si_code == os.CLD_EXITED:
            # The shell's and env's code for a program that they do not find.
            hint = " (a program that it runs is not here, as `python` of #!/usr/bin/env python)"
            return f"ended with exit code {status.si_status}{hint if status.si_status == NOT_FOUND else ''}"
        return f"was ended by {signal.Signals(status.si_status).name}"


def _shown(line: bytes) -> str:
    return repr(line[:80].decode(errors="replace"))
