"""How each command and each block of a page is tested. Exactly one of these claims it; readmes_test.py says what the claim
means: it is run as it stands, checked word by word, or named here with the reason why not."""

import re

from pages import COMMAND, Said

# Groups of the program's commands, by which the text names them without `flagfall`.
GROUPS = ("bot", "user", "token", "register", "webhook", "tournament", "match", "tune", "challenge", "leaderboard", "game", "verify", "audit", "exam", "copies", "rules",
          "book", "value", "db", "serve", "status", "worker", "cluster", "report")

# Blocks that other tests take out of their page, by the line that they begin with.
ELSEWHERE = {
    ("sample-bots/README.md", "class MyPlayer(Player):"): "tests/sample-bots/python/test_readme.py",
    ("sample-bots/README.md", "def is_hopeless"): "tests/sample-bots/python/test_readme.py",
    ("sample-bots/README.md", "def choose_action"): "tests/sample-bots/python/test_readme.py",
    ("sample-bots/README.md", "[Unit]"): "tests/sample-bots/python/test_readme.py",
    ("sample-bots/README.md", "cp -r sample-bots/cpp/random"): "tests/sample-bots/cpp_guide_test.py",
    ("sample-bots/adapters/README.md", "export PATH"): "tests/sample-bots/stdio/stdio_test.py",
    ("sample-bots/environment/README.md", ">>> "): "tests/sample-bots/environment/python/test_docs.py",
    ("sample-bots/environment/README.md", "import numpy as np"): "tests/sample-bots/environment/arena_test.py",
    ("sample-bots/environment/README.md", "/usr/bin/python3 examples/train_duel.py"): "tests/sample-bots/environment/arena_test.py",
    ("arena/README.md", "import collections, json"): "tests/e2e/export_test.py",
    ("proto/README.md", "  apt-get install golang-go"): "tests/sample-bots/other_languages_test.py",
    ("arena/packaging/README.md", "./dev package"): "tests/package/debian_test.py",
    ("arena/packaging/README.md", "sudo -u flagfall"): "tests/package/debian_test.py",
    ("arena/packaging/README.md", "[Service]"): "tests/package/debian_test.py",
}

# Blocks that tests of this folder take out of their page by name.
TAKEN = {
    ("arena/README.md", "{"): "shown_test.py",
    ("arena/README.md", "flagfall.db "): "hosts_guide_test.py",
    ("sample-bots/README.md", "import { Player, run }"): "shown_test.py",
    ("sample-bots/adapters/README.md", '"command"'): "shown_test.py",
    ("web-report/API.md", "Content-Security-Policy"): "shown_test.py",
    ("sample-bots/README.md", "class MyPlayer : public BoardPlayer"): "fragments_test.cc.in",
    ("sample-bots/README.md", "board::BoardState world = SampleWorld"): "fragments_test.cc.in",
    ("sample-bots/README.md", "class MyPlayer : public Player"): "fragments_test.cc.in",
    ("sample-bots/README.md", "Answer Choose"): "fragments_test.cc.in",
    ("sample-bots/README.md", "TeamSteps steps(game)"): "fragments_test.cc.in",
    ("sample-bots/README.md", "const auto chances"): "fragments_test.cc.in",
    ("referee/rules/board/README.md", "using namespace flagfall;"): "fragments_test.cc.in",
}

# Blocks that cannot be run here, and why.
SKETCHES = {
    ("referee/rules/README.md", "ruleset classic"): "whole texts are written and read again by game_text_test",
    ("arena/cluster/README.md", "[Service]"): "takes systemd; tests/e2e/workers_test.py runs the worker",
    ("arena/cluster/README.md", "#!/bin/sh"): "takes Slurm; tests/cluster/slurm_cluster_test.py runs the script of `cluster slurm up`",
    ("sample-bots/adapters/README.md", "< RED sergeant"): "the bots of stdio_test check every line that they are sent",
}

# What is not run, and why. Each stands in some page.
NOT_RUN = {
    "systemd-run --user --scope -p Delegate=yes": "takes systemd and a session of its own",
    "caddy reverse-proxy --from arena.example --to 127.0.0.1:8080": "another program, and a name on the internet",
    "ulimit -Hn": "a word",
    "ulimit -n 8192": "more descriptors than a test may have",
    "tar -h": "a word about a flag of another program",
    "python3 -u": "a word about a flag of another program",
    "npm install --no-bin-links": "asks the registry",
    "npm ci": "asks the registry; ./dev setup runs it",
    "kill -9": "a word",
    "cmake --install build/release --prefix DIR": "tests/package/installed_test.py begins with it",
    "sudo systemctl edit flagfall": "takes the package and systemd",
    "journalctl -u flagfall": "takes the package and systemd",
    "journalctl -u mybot": "takes systemd",
    "systemctl enable --now mybot": "takes systemd",
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=arena.example"
    " -addext subjectAltName=DNS:arena.example -keyout key.pem -out chain.pem": "as make_certificate of tests/e2e/server.py, for a name that is not this machine's",
    "cp -r build/release/sample-bots/template/flagfall* FOLDER/": "as the folder of CMake's target bot_template is made",
}

BY_HAND = re.compile(r"(?:\w+=\S+\s+)*(?:nice -n \d+ )?(?:(?:/usr/bin/)?python3 (?:-B )?|node )?(?:tests|build|sample-bots)/\S+(?:\s|$)")
ASSIGNMENT = re.compile(r"\w+=\S+$")


def named_in(table: dict[tuple[str, str], str], one: Said) -> bool:
    return any(one.page == page and one.block.startswith(beginning) for page, beginning in table)


def _is_left(one: Said) -> bool:
    return not named_in(ELSEWHERE, one) and not named_in(SKETCHES, one)


def _program(one: Said) -> str:
    words = [word for word in one.words if not ASSIGNMENT.match(word)]
    return words[0] if words else ""


def _is_by_hand(one: Said) -> bool:
    return bool(BY_HAND.match(one.text)) and (one.kind == "line" or " " in one.text) and one.text not in NOT_RUN


def _is_shell(one: Said) -> bool:
    """A line that is run in the home of its page."""
    return (one.kind == "line" and _program(one) not in ("./dev", "npm", "ctest") and not _is_by_hand(one)
            and bool(COMMAND.match(one.text)) and _is_left(one))


CLAIMS = {
    "run in its page's home": _is_shell,
    "a word of ./dev": lambda one: _program(one) == "./dev" and len(one.words) > 1 and _is_left(one),
    "a script of npm": lambda one: one.kind == "line" and _program(one) == "npm",
    "a label of ctest": lambda one: one.kind == "line" and _program(one) == "ctest",
    "a program run by hand": _is_by_hand,
    "words of flagfall": lambda one: one.kind == "inline" and (
        one.words[0] == "flagfall" or one.words[0] in GROUPS and len(one.words) > 1),
    "a flag": lambda one: one.kind == "inline" and one.text.startswith("--"),
    "a variable": lambda one: one.kind == "inline" and bool(re.match(r"FLAGFALL_[A-Z_]+(=\S*)?$", one.text)),
    "a drawing": lambda one: one.kind == "block" and bool(re.search("[─│►▼→]", one.text)),
    "a transcript": lambda one: one.page == "proto/README.md" and one.kind == "block" and one.text[0] in "<>",
    "taken": lambda one: one.kind == "block" and named_in(TAKEN, one),
    "not to be run here": lambda one: named_in(SKETCHES, one),
    "not run": lambda one: one.kind == "inline" and one.text in NOT_RUN,
    "taken by another test": lambda one: named_in(ELSEWHERE, one),
}


def is_command(one: Said) -> bool:
    """Whether it has to be claimed; the rest are names, values and formulas."""
    return one.kind != "inline" or any(claims(one) for claims in CLAIMS.values()) or bool(
        COMMAND.match(one.text) and " " in one.text and not ASSIGNMENT.match(one.words[0]))
