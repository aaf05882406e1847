"""The figures of a server for its host, at /metrics, and the lines of its log about what it refused."""

import http.client
import math
import os
import pathlib
import re
import shutil
import socket
import unittest
import urllib.parse

from arena import SAMPLE_BOTS
from web_site import SiteTest

ALERTS = pathlib.Path(__file__).parents[2] / "arena" / "packaging" / "alerts.yml"
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
HELP = re.compile(rf"# HELP ({NAME}) ((?:[^\\\n]|\\\\|\\n)+)")
TYPE = re.compile(rf"# TYPE ({NAME}) (counter|gauge|histogram)")
SAMPLE = re.compile(rf'({NAME})(?:\{{([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"\}})? (\S+)')
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?|[+-]Inf|NaN")


def parse(text):
    """{family: (type, {(sample, label, value of the label): value})}; AssertionError for what is no text format 0.0.4."""
    assert text.endswith("\n"), text[-100:]
    families, name, kind, samples = {}, None, None, None
    for line in text[:-1].split("\n"):
        if match := HELP.fullmatch(line):
            assert match[1] not in families, f"{match[1]} comes twice"
            name, kind = match[1], None
        elif match := TYPE.fullmatch(line):
            assert match[1] == name and kind is None, line
            kind, samples = match[2], {}
            families[name] = kind, samples
        else:
            match = SAMPLE.fullmatch(line)
            assert match and NUMBER.fullmatch(match[4]), f"no line of the text format: {line!r}"
            assert kind is not None and match[1].removeprefix(name) in {
                "histogram": ("_bucket", "_sum", "_count")}.get(kind, ("",)), line
            assert match.group(1, 2, 3) not in samples, f"twice: {line}"
            samples[match.group(1, 2, 3)] = float(match[4])
    return families


def check_families(families):
    for name, (kind, samples) in families.items():
        assert name.startswith("flagfall_"), name
        assert name.endswith("_total") == (kind == "counter"), name
        if kind == "counter":
            assert all(value >= 0 for value in samples.values()), name
        if kind == "histogram":
            bounds = [(float(of.replace("+Inf", "inf")), value) for (sample, _, of), value in samples.items() if sample == name + "_bucket"]
            assert bounds == sorted(bounds) and bounds[-1][0] == math.inf, bounds
            assert [value for _, value in bounds] == sorted(value for _, value in bounds), bounds
            assert bounds[-1][1] == samples[name + "_count", None, None], name


class TextFormat(unittest.TestCase):
    def test_the_parser_takes_nothing_else(self):
        head = "# HELP a A.\n# TYPE a gauge\n"
        self.assertEqual(parse(head + 'a{l="x\\"y"} 1\n'), {"a": ("gauge", {("a", "l", 'x\\"y'): 1})})
        for wrong in ["a 1", "a 1\n", head + "b 1\n", head + "a 1\na 2\n", head + 'a{l="x"y"} 1\n', head + "a one\n", head + "\n",
                      head + "a  1\n", head + head + "a 1\n", "# TYPE a gauge\n# HELP a A.\na 1\n"]:
            with self.subTest(wrong), self.assertRaises(AssertionError):
                parse(wrong)


class Metrics(SiteTest):
    def scrape(self, **headers):
        sent, body = self.get("/metrics", **headers)
        self.assertEqual(sent["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        self.assertEqual(sent["cache-control"], "no-store")
        families = parse(body.decode())
        check_families(families)
        return families

    def by_label(self, families, name):
        return {of: value for (_, _, of), value in families[name][1].items()}

    def total(self, families, name):
        return sum(families[name][1].values())

    def log_has(self, line):
        self.wait_for(lambda: re.search(line, self.log_path.read_text()), line)

    def test_they_agree_with_the_ledger_before_and_after_a_tournament(self):
        self.add_sample("random", "sergeant")
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 3)
        self.serve("--http", "127.0.0.1:0", "--backup-dir", str(self.folder / "backups"))
        before = self.scrape()
        played = self.asked(self.zoe, "game", "list")
        self.assertGreater(len(played), 0)
        self.assertEqual(self.total(before, "flagfall_results_stored_total"), len(played))
        self.assertEqual(self.total(before, "flagfall_stored_plies_total"), sum(game.get("plies", 0) for game in played))
        self.assertEqual(self.total(before, "flagfall_plies_total"), 0)
        self.assertEqual(self.by_label(before, "flagfall_tournaments"),
                         {"scheduled": 0, "queued": 0, "running": 0, "paused": 0, "finished": 1, "stopped": 0, "cancelled": 0})
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 4,
                 "--watch")
        after = self.scrape()
        games = self.asked(self.zoe, "game", "list")
        self.assertGreater(len(games), len(played))
        self.assertEqual(self.total(after, "flagfall_results_stored_total"), len(games))
        for result, count in self.by_label(after, "flagfall_results_stored_total").items():
            self.assertEqual(count, sum(game["outcome"]["result"] == "RESULT_" + result.upper() for game in games), result)
        self.assertEqual(self.total(after, "flagfall_stored_plies_total"), sum(game.get("plies", 0) for game in games))
        self.assertEqual(self.by_label(after, "flagfall_games_stored")["finished"], len(games))
        self.assertEqual(self.by_label(after, "flagfall_tournaments")["finished"], 2)
        self.assertGreater(self.total(after, "flagfall_plies_total"), 0)
        delays = after["flagfall_host_delay_seconds"][1]["flagfall_host_delay_seconds_count", None, None]
        self.assertGreater(delays, self.total(after, "flagfall_plies_total") / 2)
        costs = self.by_label(after, "flagfall_peer_cost_seconds_total")
        self.assertEqual(set(costs), {"local_bot", "remote_bot", "caller", "other"})
        self.assertGreater(min(costs["local_bot"], costs["caller"]), 0)
        self.assertEqual((costs["remote_bot"], costs["other"]), (0, 0))
        for name in ["flagfall_home_free_bytes", "flagfall_process_cpu_seconds_total", "flagfall_process_resident_memory_bytes",
                     "flagfall_ledger_memory_bytes", "flagfall_process_open_fds"]:
            self.assertGreater(self.total(after, name), 0, name)
        self.wait_for(lambda: self.scrape()["flagfall_backup_age_seconds"][1], "a backup")
        self.assertLess(self.total(self.scrape(), "flagfall_backup_age_seconds"), 3600)

    def test_count_what_bots_do_wrong(self):
        self.add_sample("random")
        for name in ("gone", "lost", "late"):
            self.flagfall("bot", "add", self.write_bot(name, command=["/bin/false"]))
        self.serve("--http", "127.0.0.1:0")
        def play(*bots):
            self.ask(self.zoe, "tournament", "create", "--bots", ",".join(bots), "--ruleset", "barrage", "--games", 4,
                     "--concurrency", 1, "--watch")
            return self.scrape(), self.asked(self.zoe, "game", "list")
        families, games = play("gone", "random")
        self.assertEqual(self.by_label(families, "flagfall_forfeits_total"),
                         {"forfeit_no_show": len(games), "disconnected": 0, "out_of_time": 0, "illegal_action": 0, "slow_reader": 0,
                          "other": 0})
        # It is suspended after three, and what is left is forfeited without a start.
        self.assertEqual(self.total(families, "flagfall_bot_faults_total"), 3)
        self.assertEqual(self.total(families, "flagfall_void_games_total"), 0)
        # Of two that do not come neither can win, and they are asked again.
        families, games = play("lost", "late")
        voids = sum(game["attempt"] - 1 for game in games)
        self.assertGreater(voids, 0)
        self.assertEqual(self.by_label(families, "flagfall_void_games_total"),
                         {"host_late": 0, "supervisor_killed": 0, "aborted_by_host": 0, "forfeit_no_show": voids, "other": 0})

    def test_count_sandboxes_that_cannot_be_made(self):
        # What tries it when a tournament begins can make one, so that it is the bot's which fails.
        bwrap = self.folder / "bin" / "bwrap"
        bwrap.parent.mkdir()
        bwrap.write_text(f"""#!/bin/sh
case "$*" in *scout*) test ! -e {self.folder}/gone || {{ echo 'bwrap: no namespaces' >&2; exit 1; }} ;; esac
exec {shutil.which('bwrap')} "$@"
""")
        # It runs as a user of its own.
        for path in (self.folder, bwrap):
            path.chmod(0o755)
        self.environment["PATH"] = f"{bwrap.parent}:{os.environ['PATH']}"
        self.flagfall("bot", "submit", SAMPLE_BOTS / "scout")
        self.add_sample("random")
        self.serve("--http", "127.0.0.1:0")
        self.assertEqual(self.total(self.scrape(), "flagfall_sandbox_failures_total"), 0)
        (self.folder / "gone").touch()
        self.ask(self.zoe, "tournament", "create", "--bots", "scout,random", "--ruleset", "barrage", "--games", 1, "--watch")
        game, = self.asked(self.zoe, "game", "list")
        self.assertEqual(game["outcome"]["reason"], "REASON_FORFEIT_NO_SHOW")
        self.assertEqual(self.total(self.scrape(), "flagfall_sandbox_failures_total"), 1)

    def test_status_shows_the_same_to_hosts_alone(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0")
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 2, "--watch")
        families = self.scrape()
        figures = self.asked(self.zoe, "status")
        self.assertEqual([figure["name"] for figure in figures], list(families))
        for figure in figures:
            kind, samples = families[figure["name"]]
            values = {value["of"]: value["value"] for value in figure["values"]}
            if kind == "histogram":
                self.assertEqual(len(values), len(samples) - 2)
                self.assertGreater(values["all"], 0)
                self.assertEqual(max(values.values()), values["all"])
            else:
                self.assertEqual(set(values), {of or "" for _, _, of in samples})
                if figure["name"] in ("flagfall_results_stored_total", "flagfall_stored_plies_total", "flagfall_plies_total", "flagfall_tournaments"):
                    self.assertEqual(values, {of or "": value for (_, _, of), value in samples.items()})
        said = self.ask(self.zoe, "status").stdout
        self.assertRegex(said, r"(?m)^void games +host_late +0 +Attempts at games")
        self.assertRegex(said, r"(?m)^host delay seconds +at most 0.1 +\d+")
        self.assertIn("GetServerStatus is not for", self.ask(self.owner("ann"), "status", code=1).stderr)
        self.assertIn("only a server that runs", self.flagfall("status", code=1).stderr)

    def test_the_host_alone_may_read_them(self):
        self.serve("--http", "127.0.0.1:0")
        owner = self.owner("ann")
        self.scrape()
        self.scrape(**{"X-Forwarded-For": "203.0.113.7", "Authorization": f"Bearer {self.zoe}"})
        # However a proxy says that somebody else asks, and whoever that is.
        for forwarded in [{"X-Forwarded-For": "203.0.113.7"}, {"Forwarded": "for=203.0.113.7"}, {"X-Forwarded-For": "127.0.0.1"},
                          {"X-Forwarded-For": ""}]:
            for token in [{}, {"Authorization": f"Bearer {owner}"}, {"Authorization": "Bearer fft_nobody"}, {"Authorization": "Bearer "},
                          {"Authorization": self.zoe}]:
                with self.subTest(forwarded=forwarded, token=token):
                    _, body = self.get("/metrics", 403, **forwarded, **token)
                    self.assertIn(b"the metrics are for the host", body)
                    self.assertNotIn(b"flagfall_", body)
        self.assertEqual(self.by_label(self.scrape(), "flagfall_requests_refused_total")["denied"], 20)

    def test_what_is_refused_is_counted_and_in_the_log(self):
        self.serve("--http", "127.0.0.1:0")
        where = urllib.parse.urlsplit(self.site)
        for _ in range(15):
            with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
                connection.sendall(b"this is no request\r\n\r\n")
                self.assertIn(b" 400 ", connection.recv(100))
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", "/", headers={"X-Long": "x" * 20000, "X-Forwarded-For": "203.0.113.9"})
        self.assertEqual(connection.getresponse().status, 400)
        host, port = self.address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n\r\n" + b"x" * 1000)
            while connection.recv(1000):
                pass
        self.ask("fft_nobody", "user", "list", code=1)
        families = self.scrape()
        refused = self.by_label(families, "flagfall_requests_refused_total")
        self.assertEqual((refused["protocol_error"], refused["too_large"], refused["other"]), (15, 1, 0))
        self.assertGreaterEqual(refused["unauthenticated"], 1)
        self.assertEqual(self.by_label(families, "flagfall_connections_refused_total")["protocol_error"], 1)
        self.log_has("abuse: request refused: protocol_error, from this machine")
        self.log_has("abuse: request refused: too_large, from this machine")
        self.log_has("abuse: request refused: unauthenticated, from 127.0.0.1")
        self.log_has("abuse: connection refused: protocol_error, from 127.0.0.1")
        self.end_server()
        log = self.log_path.read_text()
        self.assertEqual(log.count("abuse: request refused: protocol_error, from"), 10)
        self.assertIn("abuse: request refused: protocol_error, 5 more in the last 60 s", log)
        # Nor what was said, which may be a token that is somebody's after all.
        for said in ["fft_nobody", self.zoe, "this is no request", "xxxx"]:
            self.assertNotIn(said, log)

    def test_alerts_name_metrics_that_there_are_and_say_what_to_do(self):
        self.serve("--http", "127.0.0.1:0", "--backup-dir", str(self.folder / "backups"))
        families = self.scrape()
        known = set(families)
        for name, (kind, _) in families.items():
            if kind == "histogram":
                known |= {name + "_bucket", name + "_sum", name + "_count"}
        rules = re.split(r"\n +- alert: ", ALERTS.read_text())[1:]
        self.assertGreater(len(rules), 10)
        for rule in rules:
            expression = re.search(r"\n +expr: (.+)", rule)[1]
            named = set(re.findall(r"\bflagfall_\w+", expression))
            self.assertTrue(named, rule)
            self.assertLessEqual(named, known, rule)
            # A sum has no labels, and the other side has those of its target: without on() the two never meet.
            self.assertNotRegex(expression, r"\band (?!on\()", rule)
            # Values of labels that there are, too.
            for name, matched in re.findall(r'(flagfall_\w+)\{\w+=~?"([^"]+)"\}', expression):
                self.assertLessEqual(set(matched.split("|")), set(self.by_label(families, name)), rule)
            self.assertRegex(rule, r"\n +summary: .{20,}\.\n")
            self.assertRegex(rule, r"\n +description: .{20,}\.(\n|$)")


if __name__ == "__main__":
    unittest.main()
