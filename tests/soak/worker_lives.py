"""Workers that play beside the server, and are killed or stopped now and then, and started again."""

import collections
import signal

from marked_processes import marked_processes

NAMES = ["one", "two"]
# Some hostile programs never say hello, and would hold games up for a minute each time.
STARTUP = ["--startup-time", 30]
# A worker that is stopped may take its --grace (25 s), and its bots are gone soon after it, however busy the machine is.
GONE_WITHIN_S = 60
LOOKS_EVERY_S = 0.5


class WorkerLives:
    """`arena` is the soak test. Kills take turns with stops, and come `every_s` apart, plus or minus half of that."""

    def __init__(self, arena, every_s, chance):
        self.arena, self.every_s, self.chance = arena, every_s, chance
        self.ends, self.wrong = collections.Counter(), []
        self.started, self.looked = 0, 0
        # By name: the mark of the processes of this life. By mark: when they had to begin to end.
        self.marks, self.ending = {}, {}
        # The workers that were told to stop, and when those that have ended are started again.
        self.stopping, self.away = set(), dict.fromkeys(NAMES, 0)
        self.plan(0)

    def plan(self, now):
        self.due = now + self.every_s * self.chance.uniform(0.5, 1.5)

    def look_after(self, now):
        if now < self.looked + LOOKS_EVERY_S:
            return
        self.looked = now
        for name, worker in list(self.arena.workers.items()):
            if worker.poll() is not None:
                self.take_end(name, worker.returncode, now)
        for name in [name for name, at in self.away.items() if now >= at]:
            self.start(name)
        if now >= self.due and (playing := sorted(set(self.arena.workers) - self.stopping)):
            self.end(self.chance.choice(playing), now)
            self.plan(now)
        self.look_for_processes(now)

    def start(self, name):
        del self.away[name]
        self.started += 1
        self.marks[name] = f"C.{self.arena.folder.name}.worker{self.started}"
        self.arena.start_worker(name, "--games-at-once", 1, "--sandbox", self.arena.flags.sandbox, *STARTUP, LANG=self.marks[name])

    def end(self, name, now):
        self.ending[self.marks[name]] = now
        if self.ends["killed"] > self.ends["stopped"] + len(self.stopping):
            self.arena.workers[name].send_signal(signal.SIGTERM)
            self.stopping.add(name)
            return
        self.arena.killed_at[self.arena.workers[name].pid] = now
        self.arena.kill_worker(name)
        self.ends["killed"] += 1
        self.away[name] = now + self.chance.uniform(0, 5)

    def take_end(self, name, code, now):
        if code != 0 or name not in self.stopping:
            self.wrong.append(f"worker {name} has ended with {code}: {self.arena.said_by(name)[-1000:]}")
        self.arena.workers.pop(name)
        self.stopping.discard(name)
        self.ends["stopped"] += 1
        self.away[name] = now

    def look_for_processes(self, now):
        for mark, since in list(self.ending.items()):
            if not (left := marked_processes("LANG", mark)):
                del self.ending[mark]
            elif now > since + GONE_WITHIN_S:
                self.wrong.append(f"processes {left} of a worker that was ended {now - since:.0f} s ago are left over")
                del self.ending[mark]

    def stop_all(self):
        """When everything is played."""
        for name in list(self.arena.workers):
            if code := self.arena.stop_worker(name):
                self.wrong.append(f"worker {name} was stopped and ended with {code}")
        self.arena.wait_for(lambda: not any(marked_processes("LANG", mark) for mark in self.marks.values()), "the end of all workers' bots")
