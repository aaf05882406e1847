"""Clients of several libraries call `flagfall serve` over TCP, TLS and a Unix socket: what each of them is answered.

Each client is a program that prints a line for each case. The table of all of them is printed at the end.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from arena import BUILD, PATIENCE_S  # noqa: E402
from server import ServerTest  # noqa: E402

import raw_peers  # noqa: E402

LOG_BYTES = 1_000_000
TRANSPORTS = ("tcp", "unix", "tls")

# The libraries' clients: name, command, and why it may be left out where there is no such program.
LIBRARIES = [
    ("C++", [str(BUILD / "tests/interop/interop_cpp_client")], ""),
    ("Python", ["/usr/bin/python3", "-B", str(HERE / "python_client.py")], ""),
    ("Node", [os.environ.get("INTEROP_NODE", ""), str(HERE / "node_client.mjs")], "there is no Node, or ./dev setup has not run"),
    ("Go", [str(BUILD / "tests/interop/interop_go_client")],
     "it was not built: it takes Debian's golang-go and golang-google-grpc-dev"),
]


class Interop(ServerTest):
    def setUp(self):
        super().setUp()
        # For each client and case and transport: "ok", or what was wrong.
        self.results = {}
        self.left_out = []

    def test_all_clients_are_answered_alike(self):
        self.need_strict_sandbox()
        self.prepare()
        socket = self.folder / "socket"
        self.serve("--listen", f"unix:{socket}")
        unix = self.server.stdout.readline().removeprefix("Serving on ").strip()
        self.make_bots()
        self.call_all({"tcp": self.reach, "unix": unix})
        self.end_server()
        self.make_certificate()
        self.address = "127.0.0.1:0"
        self.serve()
        self.call_all({"tls": self.reach})
        print(self.table(), flush=True)
        wrong = [f"{' '.join(of)}: {found}" for of, found in self.results.items() if found != "ok"]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))
        tried = {name: {case for of, case, _ in self.results if of == name} for name, _, _ in LIBRARIES}
        self.assertEqual({name: cases ^ tried["C++"] for name, cases in tried.items() if cases and cases != tried["C++"]}, {})

    def prepare(self):
        """A bot with a long log."""
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--games", 1, "--tc", "60+1")
        logs = self.home / "logs" / "1"
        # A bot that has to wait for a busy machine says so.
        shutil.rmtree(logs / "games", ignore_errors=True)
        (logs / "random.log").write_text("x" * LOG_BYTES)

    def make_bots(self):
        """A remote bot of its own for each library."""
        self.secrets = {}
        for name, _, _ in LIBRARIES:
            bot = name.lower().replace("+", "p")
            made, = self.asked(self.zoe, "bot", "remote", bot, "--rulesets", "barrage")
            self.secrets[name] = made["token"]["secret"]

    def call_all(self, addresses):
        for name, command, without in LIBRARIES:
            if without and not (command[0] and pathlib.Path(command[0]).exists()):
                self.leave_out(name, without)
                continue
            for transport, address in addresses.items():
                self.call(name, command, transport, address)
        for name, peer in raw_peers.PEERS.items():
            if raw_peers.path_of(name) is None:
                self.leave_out(name, f"there is no {name}")
                continue
            for transport, address in addresses.items():
                if (name, transport) in raw_peers.CANNOT:
                    continue
                for case, found in peer(address, self.tls and self.certificate, self.folder):
                    self.results[name, case, transport] = found

    def leave_out(self, name, reason):
        if (name, reason) not in self.left_out:
            self.left_out.append((name, reason))

    def call(self, name, command, transport, address):
        environment = dict(self.environment, INTEROP_ADDRESS=address, INTEROP_TOKEN=self.zoe,
                           INTEROP_BOT_TOKEN=self.secrets[name], INTEROP_LOG_BOT="random",
                           INTEROP_LOG_BYTES=str(LOG_BYTES), INTEROP_CA=str(self.tls and self.certificate))
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
        lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
        self.assertTrue(lines and done.returncode == 0, f"{name} over {transport}: {done}")
        for case, found in lines:
            self.results[name, case, transport] = found

    def table(self):
        """A row for each case and a column for each client: a letter for each transport that was right."""
        names = list(dict.fromkeys(name for name, _, _ in self.results))
        cases = list(dict.fromkeys(case for _, case, _ in self.results))
        rows = [["case", *names]]
        for case in cases:
            rows.append([case, *(self.cell(name, case) for name in names)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows]
        lines += [f"{name} is left out: {reason}" for name, reason in self.left_out]
        return "\n".join(lines)

    def cell(self, name, case):
        found = {transport: self.results.get((name, case, transport)) for transport in TRANSPORTS}
        return " ".join(transport if result == "ok" else f"{transport}:FAIL"
                        for transport, result in found.items() if result) or "-"


if __name__ == "__main__":
    unittest.main()
