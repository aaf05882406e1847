"""Watches a run of the program from outside: its memory, and what is left after it has ended."""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from marked_processes import marked_processes  # noqa: E402

LOOK_EVERY_S = 0.05


class RefereeWatch:
    def __init__(self, command, environment, output):
        with open(output, "wb") as file:
            self.process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
        self.bytes_peak = 0
        self.descriptors_peak = 0
        self.supervisors = set()
        self.run_folders = set()
        self.folders_seen = set()

    def wait(self, patience_s):
        """Waits for the end. Returns the exit code, or the negative number of the signal."""
        deadline = time.monotonic() + patience_s
        while True:
            if self.process.poll() is not None:
                return self.process.returncode
            if time.monotonic() > deadline:
                self.process.kill()
                self.process.wait()
                return "no end at all"
            self.look()
            time.sleep(LOOK_EVERY_S)

    def look(self):
        proc = pathlib.Path(f"/proc/{self.process.pid}")
        try:
            for line in (proc / "status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    self.bytes_peak = int(line.split()[1]) << 10
            for task in (proc / "task").iterdir():
                self.supervisors.update((task / "children").read_text().split())
            descriptors = list((proc / "fd").iterdir())
            self.descriptors_peak = max(self.descriptors_peak, len(descriptors))
            for descriptor in descriptors:
                target = os.readlink(descriptor)
                if "/flagfall-run-" in target and target.count("/flagfall-run-") == 1 and "/" not in target.rpartition(
                        "/flagfall-run-")[2]:
                    # A referee briefly opens those of others to see whether they were abandoned.
                    (self.run_folders if target in self.folders_seen else self.folders_seen).add(target)
        except OSError:
            # The process has just ended.
            pass

    def left_over(self, patience_s):
        """Returns the supervisors, control groups and socket folders that are left."""
        return wait_until_none(lambda: [
            *(f"process {supervisor}" for supervisor in self.supervisors if is_supervisor(supervisor)),
            *(folder for folder in control_groups() if folder.rpartition("-")[2] in self.supervisors),
            *(folder for folder in self.run_folders if os.path.exists(folder))], patience_s)


def is_supervisor(pid):
    try:
        return "flagfall-bot-supervisor" in pathlib.Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def control_groups():
    """Returns the control groups of all bots on this machine. Each is named after its supervisor."""
    # The groups of others come and go meanwhile, which os.walk ignores.
    return [os.path.join(folder, name) for folder, names, _ in os.walk("/sys/fs/cgroup")
            for name in names if name.startswith("flagfall-bot-")]


def wait_until_none(found, patience_s):
    """Calls `found` until it returns nothing or the time is up. Returns its last result."""
    deadline = time.monotonic() + patience_s
    while (left := found()) and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_S)
    return left


def mounts():
    """Returns the mounts that belong to us."""
    lines = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
    return {line for line in lines if "flagfall" in line}


def marked(mark):
    """Returns the living processes that inherited LANG=mark."""
    return marked_processes("LANG", mark)


def abandoned(mark, patience_s):
    return wait_until_none(lambda: marked(mark), patience_s)
