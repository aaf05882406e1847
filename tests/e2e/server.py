"""An arena of its own for each test, with `flagfall serve` in it."""

import json
import signal
import subprocess

from arena import SAMPLE_BOTS, ArenaTest


class ServerTest(ArenaTest):
    def setUp(self):
        super().setUp()
        self.server = None
        self.bots = []
        self.address = "127.0.0.1:0"
        self.tls = []
        self.flagfall("user", "add", "zoe", "--role", "host")
        self.zoe = self.flagfall("token", "create", "zoe").stdout.strip()

    def tearDown(self):
        for bot in self.bots:
            bot.kill()
            bot.wait()
        if self.server is not None:
            self.end_server(signal.SIGKILL)
            self.wait_until_nobody_is_left()
        super().tearDown()

    # ---- The server.

    def serve(self, *arguments, **environment):
        """Starts the server, at its former address if it had one, and with a web report if `--http` is given."""
        self.need_strict_sandbox()
        http = "--http" in arguments
        self.log_path = self.folder / "server.log"
        with open(self.log_path, "a") as log:
            self.server = subprocess.Popen(self.command("serve", "--listen", self.address, *self.tls, *arguments,
                                                        *([] if http else ["--http", "off"])),
                                           env=dict(self.environment, **environment), cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.server.stdout.readline()
        self.assertRegex(line, r"^Serving on ", self.log_path.read_text())
        self.reach = line.removeprefix("Serving on ").strip()
        self.address = self.reach.removeprefix("tls:")
        if http:
            line = self.server.stdout.readline()
            self.assertRegex(line, r"^Web report at http://", self.log_path.read_text())
            self.site = line.removeprefix("Web report at ").strip()

    def end_server(self, how=signal.SIGTERM):
        self.server.send_signal(how)
        code = self.server.wait()
        self.server.stdout.close()
        self.server = None
        return code

    # ---- Its callers.

    def wait_for(self, condition, what, pause_s=0.05):
        """The conditions ask the server, which takes 32 connections a second from one address."""
        super().wait_for(condition, what, pause_s)

    def at_server(self, token):
        return ["--server", self.reach, "--token", token] + (["--tls-ca", str(self.certificate)] if self.tls else [])

    def ask(self, token, *arguments, code=0):
        return self.flagfall(*self.at_server(token), *arguments, code=code)

    def asked(self, token, *arguments):
        return [json.loads(line) for line in self.ask(token, *arguments, "--json").stdout.splitlines()]

    def denied(self, token, *arguments, saying):
        self.assertIn(saying, self.ask(token, *arguments, code=1).stderr)

    def owner(self, name):
        self.ask(self.zoe, "user", "add", name)
        return self.ask(self.zoe, "token", "create", name).stdout.strip()

    def remote_bot(self, token, name, sample="random", rulesets="barrage"):
        """Registers a remote bot and starts it as its owner would."""
        made, = self.asked(token, "bot", "remote", name, "--rulesets", rulesets)
        return self.start_remote(made["token"]["secret"], sample)

    def start_remote(self, secret, sample="random", reach=None):
        manifest = json.loads((SAMPLE_BOTS / sample / "bot.json").read_text())
        environment = dict(self.environment, FLAGFALL_ADDRESS=reach or self.reach, FLAGFALL_TOKEN=secret)
        if self.tls:
            environment["FLAGFALL_TLS_CA"] = str(self.certificate)
        with open(self.folder / f"remote-{len(self.bots)}.log", "w") as log:
            bot = subprocess.Popen(manifest["command"], cwd=SAMPLE_BOTS / sample, env=environment, stdout=log, stderr=log)
        self.bots.append(bot)
        return bot

    def make_certificate(self):
        self.certificate, key = self.folder / "host.pem", self.folder / "host.key"
        subprocess.run(["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                        "-keyout", key, "-out", self.certificate], check=True, capture_output=True)
        self.tls = ["--tls-cert", str(self.certificate), "--tls-key", str(key)]
