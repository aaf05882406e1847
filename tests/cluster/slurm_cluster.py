"""Slurm itself on this machine: a controller and several nodes, each a daemon of its own, in a folder of its own."""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scancel", "scontrol")
UP_WITHIN_S = 60


def why_no_slurm():
    """Empty where it can be had."""
    missing = [program for program in PROGRAMS if program_at(program) is None]
    if missing:
        return f"Slurm is not installed ({', '.join(missing)}): `./dev test cluster` installs it"
    if os.geteuid() != 0:
        return "Slurm's daemons, as the test runs them, need root"
    return ""


def program_at(program):
    return shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [opened.getsockname()[1] for opened in sockets]
    for opened in sockets:
        opened.close()
    return ports


class SlurmCluster:
    """Nodes n1, n2, ... of two cores each."""

    def __init__(self, folder, nodes, environment):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.nodes = nodes
        self.environment = dict(environment, SLURM_CONF=str(self.folder / "slurm.conf"))
        self.daemons = {}
        for name in ("ctld", "spool"):
            (self.folder / name).mkdir()
        self.write_configuration(nodes)
        self.start_munge()
        self.start("slurmctld", "slurmctld", "-D")
        for node in range(1, nodes + 1):
            self.start_node(f"n{node}")
        self.wait_for(lambda: self.states() == ["idle"] * nodes, "nodes that are up")

    def write_configuration(self, nodes):
        d = self.folder
        controller, *ports = free_ports(nodes + 1)
        host = socket.gethostname().partition(".")[0]
        lines = ["ClusterName=flagfall", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmUser={getpass.getuser()}",
                 f"SlurmdUser={getpass.getuser()}", "AuthType=auth/munge", f"AuthInfo=socket={d}/munge.sock", "CredType=cred/munge",
                 f"SlurmctldPort={controller}", f"StateSaveLocation={d}/ctld", f"SlurmdSpoolDir={d}/spool/%n",
                 f"SlurmctldPidFile={d}/slurmctld.pid", f"SlurmdPidFile={d}/slurmd-%n.pid", f"SlurmctldLogFile={d}/slurmctld.log",
                 f"SlurmdLogFile={d}/slurmd-%n.log", "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none",
                 "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "SwitchType=switch/none", "MpiDefault=none",
                 "JobAcctGatherType=jobacct_gather/none", "AccountingStorageType=accounting_storage/none", "ReturnToService=2",
                 "SlurmdTimeout=10", "JobRequeue=1", "KillWait=10", "SlurmdParameters=config_overrides",
                 "SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=2,defer_batch"]
        for node, port in enumerate(ports, 1):
            lines.append(f"NodeName=n{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=1000")
        lines.append(f"PartitionName=arena Nodes=n[1-{nodes}] Default=YES MaxTime=INFINITE State=UP")
        (d / "slurm.conf").write_text("\n".join(lines) + "\n")

    def start_munge(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        # It refuses folders that others may write to, as /tmp, unless it is forced.
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.sock",
                   f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munge.log", f"--seed-file={self.folder}/munge.seed")
        self.wait_for(lambda: (self.folder / "munge.sock").exists(), "munge's socket")

    def start(self, name, program, *arguments):
        log = open(self.folder / f"{name}.out", "a")
        self.daemons[name] = subprocess.Popen([program_at(program), *arguments], env=self.environment, stdout=log, stderr=log,
                                              start_new_session=True)
        log.close()

    def start_node(self, node):
        self.start(node, "slurmd", "-D", "-N", node)

    def run(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=UP_WITHIN_S)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def states(self):
        done = subprocess.run(["sinfo", "--noheader", "--Node", "--format=%T"], env=self.environment, capture_output=True, text=True)
        return done.stdout.split()

    def steps(self):
        """The processes that run a job on any node, with all that they have started."""
        return [step for node in range(1, self.nodes + 1) for step in self.steps_of(f"n{node}")]

    def steps_of(self, node):
        """Those of one node."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                environment = (entry / "environ").read_bytes().split(b"\0") if entry.name.isdigit() else ()
            except OSError:
                continue
            if f"SLURMD_NODENAME={node}".encode() in environment and f"SLURM_CONF={self.folder}/slurm.conf".encode() in environment:
                found.append(int(entry.name))
        return found

    def kill_node(self, node):
        """As when its power fails: its daemon and all of its processes are gone, and nobody is told how the job ended."""
        daemon = self.daemons.pop(node)
        daemon.send_signal(signal.SIGKILL)
        daemon.wait()
        for step in self.steps_of(node):
            if (parent := self.daemon_of(step)) is not None:
                self.kill(parent)
        while steps := self.steps_of(node):
            for step in steps:
                self.kill(step)

    @staticmethod
    def daemon_of(step):
        """Slurm's own process that started this one, and tells the controller how it ends."""
        try:
            parent = int(pathlib.Path(f"/proc/{step}/stat").read_text().rpartition(")")[2].split()[1])
            return parent if pathlib.Path(f"/proc/{parent}/comm").read_text() == "slurmstepd\n" else None
        except OSError:
            return None

    @staticmethod
    def kill(pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def wait_for(self, condition, what, within_s=UP_WITHIN_S):
        deadline = time.monotonic() + within_s
        while not condition():
            assert time.monotonic() < deadline, f"never: {what}\n{self.said()}"
            time.sleep(0.05)

    def said(self):
        return "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-2000:]}" for path in sorted(self.folder.glob("*.out")))

    def close(self):
        for name in reversed(list(self.daemons)):
            daemon = self.daemons.pop(name)
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
