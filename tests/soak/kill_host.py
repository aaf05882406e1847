#!/usr/bin/python3
"""Kills a busy host again and again, at moments that a seed draws, and proves after each kill that nothing that anybody was told is
lost, and nothing is there twice: see README.md.

    kill_host.py --kills 20 --seed 1
    kill_host.py --kills 1000 --out build/kills          less than an hour
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
sys.path[:0] = [str(TESTS / folder) for folder in ("soak", "e2e", "support", "hostile/bots")]

import judgement  # noqa: E402
import kill_table  # noqa: E402
from errands import Errands  # noqa: E402
from kill_moments import changed, drawn, files_in, size_of, wait  # noqa: E402
from ledger_proofs import Ledger  # noqa: E402
from marked_processes import marked_processes  # noqa: E402
from programme import PLAYERS  # noqa: E402
from referee_watch import control_groups  # noqa: E402
from server import ServerTest  # noqa: E402
from visitors import Watchers  # noqa: E402
from webhooks_test import Receiver  # noqa: E402
from witnesses import Listener, Reports, SiteReader, Told  # noqa: E402
from workers import WorkersTest  # noqa: E402

SAMPLES = ["random", "sergeant", "scout", "rover", "marshal", "cardsharp", "skirmisher"]
# Bots and supervisors of a killed server are gone within this time, however busy the machine is.
GONE_WITHIN_S = 60
LIVES_BETWEEN_CHECKS, LIVES_BETWEEN_VERIFICATIONS = 10, 100


class KillHost(WorkersTest):
    flags = None

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.chance = random.Random(f"kill host {self.flags.seed}")
        self.groups_before = set(control_groups())
        self.temporary, self.backups = self.folder / "tmp", self.folder / "backups"
        self.temporary.mkdir()
        self.backups.mkdir()
        self.environment["TMPDIR"] = str(self.temporary)
        self.http, self.life, self.is_up = "127.0.0.1:0", 0, False
        self.told, self.errands = Told(), Errands(self, self.chance)
        self.rows, self.wrong, self.lives_with_processes = [], [], []
        self.add_sample(*SAMPLES)
        self.flags.out.mkdir(parents=True, exist_ok=True)
        self.table = open(self.flags.out / "kills.jsonl", "w")
        self.addCleanup(self.table.close)

    def life_now(self):
        return self.life if self.is_up else None

    def mark(self, life):
        return f"C.{self.folder.name}.{life}"

    # ---- Lives.

    def arguments(self):
        """In every other life workers play all games but those of the remote bot."""
        return ["--http", self.http, "--webhooks", "any", "--worker-heartbeat", "1", "--backup-dir", self.backups, "--backup-every", "1m",
                "--backup-keep", 3, "--challenge-games-a-day", 1000000, "--challenges-open", 1000000,
                *(["--no-games-here"] if self.life % 2 else [])]

    def begin_life(self):
        ServerTest.serve(self, *self.arguments(), LANG=self.mark(self.life + 1))
        self.http = self.site.removeprefix("http://").rstrip("/")
        self.site = self.site.rstrip("/")
        self.life += 1
        self.began, self.is_up = time.monotonic(), True

    def kill_within_start(self):
        """Starts it and kills it before it serves, or just after."""
        with open(self.log_path, "a") as log:
            starting = subprocess.Popen(self.command("serve", "--listen", self.address, *self.arguments()), cwd=self.folder, stdout=log,
                                        stderr=log, env=dict(self.environment, LANG=self.mark(self.life + 1)))
        self.life += 1
        time.sleep(self.chance.uniform(0, 0.12))
        starting.kill()
        starting.wait()
        self.lives_with_processes.append(self.life)

    def kill(self, moment, came):
        row = kill_table.look(self, moment, came)
        self.is_up = False
        self.end_server(signal.SIGKILL)
        self.after_kill(row)

    def kill_new_home(self):
        """A home of its own, whose ledger is being made, is as whole as it was made so far."""
        home = self.folder / "new-home"
        command = [str(BUILD / "flagfall"), "--home", str(home)]
        making = subprocess.Popen([*command, "user", "add", "zoe"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.chance.uniform(0, 0.05))
        making.kill()
        making.wait()
        for words in (["user", "add", "ann"], ["db", "check"], ["verify", "--chain"]):
            done = subprocess.run([*command, *words], env=self.environment, capture_output=True, text=True)
            if done.returncode:
                self.wrong.append(f"a home that was killed while it was made: {words}: {done.stderr}")
        shutil.rmtree(home)
        self.write({"moment": "within a new home's making", "came": True})

    # ---- What was running.

    def after_kill(self, row):
        """What lies there is what was being done; what is in the ledger must be all that was told so far."""
        row["backups"] = len(files_in(self.backups, "*.part*")) > 0
        row["staged_files"] = len(files_in(self.home / "bots" / ".staging"))
        self.lives_with_processes.append(self.life)
        with Ledger(self.home / "flagfall.db") as ledger:
            row["submissions"] = ledger.submissions_under_way()
            found = ledger.counted()
            row.update(games=found["games"], links=found["links"])
            self.prove(ledger, len(self.rows) % LIVES_BETWEEN_CHECKS == 0)
        with self.told.lock:
            self.told.heads.setdefault(found["links"], set()).add((found["head"],))
        self.write(row)

    def write(self, row):
        row["kill"] = len(self.rows) + 1
        self.rows.append(row)
        print(json.dumps(row), file=self.table, flush=True)

    # ---- Proofs.

    def prove(self, ledger, thoroughly):
        """In the order in which things are read: what was told before the ledger is read has to be there."""
        self.reports.read()
        new = self.told.take()
        self.all_told += new
        self.wrong += ledger.wrong_games(self.all_told if thoroughly else new)
        heads = self.told.copy_of_heads()
        self.wrong += ledger.wrong_heads(heads if thoroughly else dict(list(heads.items())[-20:]))
        self.errands.harvest()
        self.wrong += self.errands.wrong(ledger)
        if thoroughly:
            self.wrong += ledger.doubled() + ledger.wrong_ratings()

    def judge_by(self, *words):
        done = subprocess.run(self.command(*words), env=self.environment, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            self.wrong.append(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
        return done.stdout

    def check_life(self):
        """Beside the server that was started again."""
        number = len(self.rows)
        self.wait_for_old_processes()
        if number % LIVES_BETWEEN_CHECKS == 0:
            self.judge_by("db", "check")
            if head := self.told.newest_head():
                self.judge_by("verify", "--chain", "--head", head)
            old = [folder for folder in self.temporary.glob("flagfall-run-*") if folder.stat().st_mtime + 150 < time.time()]
            self.wrong += [f"{folder} is left over" for folder in old]
        if number % LIVES_BETWEEN_VERIFICATIONS == 0:
            self.judge_by("verify", "--all")

    def wait_for_old_processes(self):
        left = lambda: [life for life in self.lives_with_processes if marked_processes("LANG", self.mark(life))]  # noqa: E731
        if not wait(lambda: not left(), GONE_WITHIN_S):
            self.wrong.append(f"processes of lives {left()} are left over in life {self.life}")
        self.lives_with_processes = []

    # ---- Moments.

    def wait_for_moment(self, moment):
        chance, before = self.chance, time.monotonic()
        database, staging = self.home / "flagfall.db-wal", self.home / "bots" / ".staging"
        if moment == "at any time":
            time.sleep(chance.uniform(0.2, 2))
        elif moment == "in its first moments":
            time.sleep(chance.uniform(0, 0.3))
        elif moment == "within a commit":
            wait(lambda: time.monotonic() > before + chance.uniform(0.2, 1))
            return wait(changed(lambda: size_of(database))) or wait(changed(lambda: database.stat().st_mtime_ns))
        elif moment == "within a backup":
            return wait(lambda: files_in(self.backups, "*.part*"))
        elif moment.startswith("within an un"):
            self.errands.submit()
            return wait(lambda: files_in(staging)) and not time.sleep(chance.uniform(0, 1.5))
        elif moment == "just when a bot is ready":
            errand = self.errands.submit()
            return wait(lambda: not errand.is_running(), 10) and errand.process.returncode == 0
        elif moment == "within an upload":
            self.errands.submit(filler_bytes=12 << 20)
            return wait(lambda: files_in(staging / "uploads"))
        elif moment == "just when a report came":
            return wait(lambda: not self.reports.receiver.received.empty())
        elif moment == "beside commands":
            for _ in range(3):
                self.errands.any()
            time.sleep(chance.uniform(0, 0.15))
        elif moment == "beside a db command":
            words = chance.choice([["db", "check"], ["db", "backup", self.backups], ["verify", "--all"], ["db", "head"]])
            self.errands.start(" ".join(map(str, words[:2])), *words)
            time.sleep(chance.uniform(0, 0.1))
        elif moment == "after a worker's death":
            time.sleep(chance.uniform(0.2, 1))
            self.kill_worker(chance.choice(list(self.workers)))
            time.sleep(chance.uniform(0, 0.3))
        elif moment == "after a supervisor's death":
            return wait(self.kill_a_supervisor) and not time.sleep(chance.uniform(0, 0.3))
        return True

    def kill_a_supervisor(self):
        supervisors = [pid for pid in marked_processes("LANG", self.mark(self.life)) if judgement.is_supervisor(pid)]
        if supervisors:
            os.kill(self.chance.choice(supervisors), signal.SIGKILL)
        return bool(supervisors)

    # ---- The run.

    def begin(self):
        self.all_told, self.listeners = [], []
        self.begin_life()
        self.ann = self.owner("ann")
        made, = self.asked(self.ann, "bot", "remote", "far", "--rulesets", "barrage,duel")
        self.remote_secret = made["token"]["secret"]
        receiver = Receiver(self)
        hook, = self.asked(self.zoe, "webhook", "add", receiver.url, "--events", "game,tournament,check")
        self.reports = Reports(self, receiver, hook["secret"])
        self.reader, self.browsers = SiteReader(self), Watchers(self, 3)
        self.reader.start()
        self.browsers.start()

    def look_after(self):
        """Starts what has ended: workers, the remote bot, tournaments, and those who watch them."""
        for name in {"one", "two"} - set(self.workers):
            self.start_worker(name, "--games-at-once", 2)
        for name, worker in list(self.workers.items()):
            if worker.poll() is not None:
                del self.workers[name]
        if not self.bots or self.bots[-1].poll() is not None:
            self.start_remote(self.remote_secret, sample="sergeant")
        with Ledger(self.home / "flagfall.db") as ledger:
            going = ledger.one("SELECT count(*) FROM tournaments WHERE state = 'running' OR standing = 'queued'")
            newest = ledger.one("SELECT max(tournament_id) FROM tournaments WHERE state = 'running'")
        self.errands.may_begin_more = going < 3
        if going < 2:
            self.errands.tournament()
        self.listeners = [listener for listener in self.listeners if listener.is_alive()]
        if newest and len(self.listeners) < 2 and newest not in [listener.tournament for listener in self.listeners]:
            self.listeners.append(Listener(self, newest))
            self.listeners[-1].start()

    def test_nothing_is_lost_and_nothing_is_doubled(self):
        self.begin()
        ended = time.monotonic() + self.flags.seconds_max
        while len(self.rows) < self.flags.kills and time.monotonic() < ended and len(self.wrong) < 50:
            moment = drawn(self.chance)
            if moment == "within a new home's making":
                self.kill_new_home()
                continue
            if moment == "within a backup":
                # So that the next life has one to make at once.
                for path in self.backups.iterdir():
                    path.unlink()
                self.kill("just when the host had no backup", True)
                self.begin_life()
            self.look_after()
            if self.chance.random() < 0.4:
                self.errands.any()
            self.kill("at any time, to be started again" if moment == "within its start" else moment, self.wait_for_moment(moment))
            if moment == "within its start":
                self.kill_within_start()
                self.write({"moment": moment, "came": True})
            self.begin_life()
            self.check_life()
        self.end()

    def end(self):
        """Lets the last life come to rest, and judges all that is left."""
        self.reader.stop.set()
        self.browsers.stop.set()
        self.errands.harvest(all=True)
        with Ledger(self.home / "flagfall.db") as ledger:
            pending = lambda: ledger.one("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'") or \
                ledger.one("SELECT count(*) FROM webhook_events")  # noqa: E731
            for id, in ledger.ledger.execute("SELECT tournament_id FROM tournaments WHERE state <> 'finished'").fetchall():
                subprocess.run(self.command(*self.at_server(self.zoe), "tournament", "cancel", id), env=self.environment, capture_output=True)
                self.errands.standing.pop(id, None)
            if not wait(lambda: not pending(), 300):
                self.wrong.append(f"{pending()} reports are never sent")
            self.reports.read()
            self.prove(ledger, True)
            games = [row[0] for row in ledger.ledger.execute("SELECT game_id FROM games")]
            dropped = ledger.one("SELECT sum(dropped) FROM webhooks")
        unreported = set(games) - set(self.reports.about)
        if len(unreported) > dropped:
            self.wrong.append(f"games {sorted(unreported)[:20]} of {len(unreported)} were never reported; {dropped} were dropped")
        for listener in self.listeners:
            listener.stop.set()
        for name in list(self.workers):
            self.stop_worker(name)
        self.is_up = False
        if code := self.end_server():
            self.wrong.append(f"the server ended with {code}")
        for words in (["db", "check"], ["verify", "--all"], ["verify", "--chain", "--head", self.told.newest_head()]):
            print(" ".join(words)[:60], "->", self.judge_by(*words).strip()[:300])
        self.flagfall("db", "backup", self.backups, "--keep", 3)
        self.wrong += [f"{name} is left of a backup" for name in files_in(self.backups, "*.part*")]
        self.wrong += [f"bots/.staging/{name} is left over" for name in files_in(self.home / "bots" / ".staging")]
        wait(lambda: not judgement.control_groups_left(self.groups_before), GONE_WITHIN_S)
        self.wrong += judgement.control_groups_left(self.groups_before) + self.reports.wrong
        kill_table.tell(self, games)
        self.assertEqual(self.wrong, [], "\n" + "\n".join(self.wrong[:60]))


def main():
    parser = argparse.ArgumentParser(description="Kills a busy host again and again: see README.md.")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds-max", type=float, default=1e9, help="no further kill after so many seconds")
    parser.add_argument("--out", type=pathlib.Path, default=BUILD / "kills")
    KillHost.flags = parser.parse_args()
    os.umask(0o022)
    unittest.main(argv=sys.argv[:1], defaultTest="KillHost", verbosity=2)


if __name__ == "__main__":
    main()
