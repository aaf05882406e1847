"""One run of the program, watched from outside: its memory, and what is left when it has ended."""

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
        """Its exit code, or what the signal was, below 0."""
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
                    # A referee looks for a moment into those of others, whether they were abandoned.
                    (self.run_folders if target in self.folders_seen else self.folders_seen).add(target)
        except OSError:
            # It has just ended.
            pass

    def left_over(self, patience_s):
        """Supervisors, their control groups and the sockets' folder: whatever of them stays."""
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
    """Those of all bots on this machine; each is named after its supervisor."""
    # Those of others come and go meanwhile, which os.walk passes over.
    return [os.path.join(folder, name) for folder, names, _ in os.walk("/sys/fs/cgroup")
            for name in names if name.startswith("flagfall-bot-")]


def wait_until_none(found, patience_s):
    """What `found` still gives when patience is at its end."""
    deadline = time.monotonic() + patience_s
    while (left := found()) and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_S)
    return left


def mounts():
    """Those that have to do with us."""
    lines = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
    return {line for line in lines if "flagfall" in line}


def marked(mark):
    """The living processes that inherited LANG=mark."""
    return marked_processes("LANG", mark)


def abandoned(mark, patience_s):
    return wait_until_none(lambda: marked(mark), patience_s)
