"""Processes that multiply, hide, outlive, stop and kill."""

import contextlib
import os
import signal
import sys
import time

from client import Bot, bot, in_game
from verdicts import PLAYS, TOO_LATE, Verdict, dies

BOTH = {"strict": PLAYS, "none": PLAYS}


def child(work, *arguments):
    pid = os.fork()
    if pid == 0:
        try:
            work(*arguments)
        finally:
            os._exit(0)
    return pid


def ignore_everything():
    for number in range(1, signal.NSIG):
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)


def sleep_on():
    ignore_everything()
    while True:
        time.sleep(1000)


def burn():
    while True:
        pass


def orphan():
    """Starts an orphan in a session of its own, with an environment that does not show where it comes from."""
    def leave():
        os.setsid()
        child(os.execve, sys.executable, [sys.executable, "-S", "-c", "import signal, time\n"
              "for n in 1, 2, 15: signal.signal(n, signal.SIG_IGN)\nwhile True: time.sleep(1000)"],
              {"LANG": os.environ["LANG"]})
    os.waitpid(child(leave), 0)


@in_game(dies(saying="processes"))
def fork_bomb():
    while True:
        with contextlib.suppress(OSError):
            os.fork()


@in_game(dies(saying="processes"))
def thread_bomb():
    import threading
    while True:
        with contextlib.suppress(RuntimeError):
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()


@in_game(BOTH)
def setsid_orphans():
    for _ in range(8):
        orphan()


@in_game(BOTH)
def zombies():
    for _ in range(16):
        child(lambda: None)


@in_game(BOTH)
def ignores_sigterm():
    ignore_everything()
    for _ in range(4):
        child(sleep_on)


@in_game(BOTH)
def stops_its_parent():
    """Stops, in a sandbox, the first process of its namespace, and otherwise its supervisor."""
    with contextlib.suppress(OSError):
        os.kill(os.getppid(), signal.SIGSTOP)


@in_game({"strict": PLAYS, "none": dies(saying="its supervisor was killed")})
def kills_its_parent():
    """Waits until it dies with its supervisor: on a busy machine it could otherwise end a game before."""
    with contextlib.suppress(OSError):
        os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1)


def signals_everybody(number):
    """Works within its namespace only, so it is registered only with a sandbox."""
    for _ in range(4):
        child(sleep_on)
    with contextlib.suppress(OSError):
        os.kill(1, number)
    with contextlib.suppress(OSError):
        os.kill(-1, number)


@in_game()
def stops_everybody(): signals_everybody(signal.SIGSTOP)

@in_game()
def kills_everybody(): signals_everybody(signal.SIGKILL)

@in_game()
def works_on_the_opponents_time():
    for _ in range(6):
        child(burn)

# It may miss its own decisions, but must not hinder others.
@in_game(Verdict((*PLAYS.reasons, "OUT_OF_TIME"), loses=False), needs_control_groups=True)
def works_with_all_it_may_start():
    """Starts processes each in a session of its own, to which a kernel may give its own share of CPU."""
    def leave_and_burn():
        os.setsid()
        burn()
    for _ in range(24):
        child(leave_and_burn)

@in_game(TOO_LATE)
def stops_itself(): os.kill(os.getpid(), signal.SIGSTOP)

@in_game({"strict": dies(saying="its process"), "none": dies(saying="its process")})
def exits_in_mid_game(): os._exit(3)

@in_game(dies(saying="SIGSEGV"))
def crashes(): os.kill(os.getpid(), signal.SIGSEGV)


@in_game(dies(saying="its process exited with code 0"))
def leaves_its_stream_to_a_child():
    """Leaves the connection open in a child that ignores all signals."""
    child(sleep_on)
    os._exit(0)


# When it dies between two games, the next game may be about to begin.
@bot(Verdict((*PLAYS.reasons, "FORFEIT_NO_SHOW", "DISCONNECTED"), loses=False, fault="its process"))
class ExitsAfterEachGame(Bot):
    def on_over(self, over):
        os._exit(5)


class TreeOf200(Bot):
    """A program for the measurement of kills: starts 200 processes that ignore all signals, some in own sessions, and never moves."""

    def on_decision(self, required):
        for number in range(200):
            child(leave_and_sleep_on if number % 2 else sleep_on)


def leave_and_sleep_on():
    os.setsid()
    sleep_on()
