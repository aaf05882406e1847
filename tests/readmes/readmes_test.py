"""Every command that a page shows is claimed, and commands that are not run exist: words, flags, files, scripts, labels."""

import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import claims  # noqa: E402
from pages import ROOT, Said, all_said, said, text_of, tracked  # noqa: E402

BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
TOP = ("proto", "referee", "arena", "sample-bots", "web-report", "tests")


def claimed(claim):
    return [one for one in all_said() if claims.CLAIMS[claim](one)]


@functools.cache
def help_of(*path):
    return subprocess.run([BUILD / "flagfall", *path, "--help"], check=True, capture_output=True, text=True).stdout


@functools.cache
def subcommands(*path):
    listed = help_of(*path).partition("Subcommands:\n")[2].partition("\n\n")[0]
    return tuple(re.findall(r"^  (\w+)", listed, re.MULTILINE))


@functools.cache
def all_help():
    def below(*path):
        return help_of(*path) + "".join(below(*path, word) for word in subcommands(*path))
    return below()


def has_flag(flag, text):
    return re.search(rf"(?<![\w-]){re.escape(flag)}(?![\w-])", text) is not None


def scripts_beside(page):
    """The scripts beside a page of the tests, which may also describe its own programs."""
    folder = page.rpartition("/")[0]
    return "".join(text_of(path) for path in tracked()
                   if folder.startswith("tests/") and path.startswith(f"{folder}/") and path.endswith(".py"))


@functools.cache
def sources():
    """All files that are compiled or run, with the names of variables in them."""
    return "\n".join(text_of(path) for path in tracked()
                     if path.endswith((".cc", ".h", ".py", ".js", ".mjs", ".ts", ".tsx", ".sh", ".txt", ".service")) or path == "dev")


class Claims(unittest.TestCase):
    def test_each_command_is_claimed_once(self):
        for one in filter(claims.is_command, all_said()):
            by = [name for name, does in claims.CLAIMS.items() if does(one)]
            if not by:
                self.fail(f"new command in {one}: say in tests/readmes/claims.py how it is run: {one.text.splitlines()[0]}")
            self.assertEqual(len(by), 1, f"{one}: {one.text.splitlines()[0]}")

    def test_no_claim_is_left_over(self):
        for name in claims.CLAIMS:
            self.assertTrue(claimed(name), name)
        for table in (claims.ELSEWHERE, claims.TAKEN, claims.SKETCHES):
            for page, beginning in table:
                self.assertTrue(any(claims.named_in({(page, beginning): ""}, one) for one in all_said()), (page, beginning))
        self.assertEqual(set(claims.NOT_RUN), {one.text for one in claimed("not run")})

    def test_other_tests_take_what_they_are_said_to_take(self):
        for (page, beginning), test in claims.ELSEWHERE.items():
            self.assertIn(pathlib.Path(page).name, text_of(test), f"{page}, {beginning}")
        for (page, beginning), test in claims.TAKEN.items():
            self.assertRegex(text_of(f"tests/readmes/{test}"), rf"{page}\W+{re.escape(beginning)}")

    def test_a_new_command_is_noticed(self):
        for text in ("    frobnicate x\n    cp a b\n", "Say `git clone x`.\n", "Say `wget x`.\n", "    some text\n", "Say `curl -s http://x`.\n"):
            unclaimed = [one for one in said("new.md", text)
                         if claims.is_command(one) and not any(does(one) for does in claims.CLAIMS.values())]
            self.assertEqual(len(unclaimed), 1, text)


class Words(unittest.TestCase):
    def test_commands_and_their_flags_are_there(self):
        for one in claimed("words of flagfall"):
            words = one.words[1:] if one.words[0] == "flagfall" else one.words
            for alternative in self.alternatives(words):
                self.check(alternative, str(one))

    @staticmethod
    def alternatives(words):
        """`bot list|show` are two."""
        split = [word.split("|") for word in words]
        several = next((i for i, those in enumerate(split) if len(those) > 1), None)
        if several is None:
            return [words]
        return [[*words[:several], word, *words[several + 1:]] for word in split[several]]

    def check(self, words, where):
        path = []
        for word in words:
            if word not in subcommands(*path):
                break
            path.append(word)
        at = subcommands(*path)
        rest = words[len(path):]
        self.assertFalse(at and rest and not rest[0].startswith("-"), f"{where}: `{rest[:1]}` is none of {at}")
        for word in rest:
            if word.startswith("--"):
                flag = word.partition("=")[0]
                self.assertTrue(has_flag(flag, help_of(*path) + help_of()), f"{where}: {path} has no {flag}")

    def test_what_is_no_command_is_found(self):
        for words in (["bot", "fly"], ["bot", "list", "--fast"], ["leaderboards"]):
            with self.assertRaises(AssertionError):
                self.check(words, "here")

    def test_flags_are_there(self):
        for one in claimed("a flag"):
            flag = re.match(r"--[\w-]+", one.text)[0]
            self.assertTrue(has_flag(flag, all_help() + scripts_beside(one.page)), f"{one}: no command has {flag}")

    def test_variables_are_read_somewhere(self):
        for one in all_said():
            for name in re.findall(r"\bFLAGFALL_[A-Z_]+\b", one.text):
                self.assertRegex(sources(), rf"\b{name}\b", str(one))


class Scripts(unittest.TestCase):
    def test_words_of_dev(self):
        shown = subprocess.run([ROOT / "dev", "help"], check=True, capture_output=True, text=True).stdout
        helped = re.findall(r"^\./dev ([\w-]+(?: \w+)?) ", shown, re.MULTILINE)
        for one in claimed("a word of ./dev"):
            words = one.text.partition("#")[0].partition("&&")[0].split()[1:]
            # Options and numbers follow the words.
            words = itertools.takewhile(lambda word: word[0] not in "[-" and not word.isdigit(), words)
            self.assertIn(" ".join(words), [*helped, "help"], str(one))
        for word in {words.split()[0] for words in helped}:
            self.assertRegex(text_of("dev"), rf"\n    (\w+ \| )*{word}( \|.*)?\)", "a word of `./dev help`")

    def test_dev_refuses_surplus_arguments(self):
        refused = subprocess.run([ROOT / "dev", "help", "surplus"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("./dev help does not take 'surplus'", refused.stderr)

    def test_dev_lint_fails_where_prettier_is_missing(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shutil.copy(ROOT / "dev", folder)
            for part in ("web-report", "sample-bots/node", "tests/house", "stubs"):
                (folder / part).mkdir(parents=True)
            stubs = [folder / "stubs" / program for program in ("dpkg-query", "node", "npm", "git", "clang-format", "cmake")]
            for stub in [*stubs, folder / "tests/house/tidy.py"]:
                # What git lists, and a package's state.
                stub.write_text("#!/bin/sh\necho 'ok installed.cc'\n")
                stub.chmod(0o755)
            linted = subprocess.run([folder / "dev", "lint"], capture_output=True, text=True,
                                    env={**os.environ, "PATH": f"{folder}/stubs:{os.environ['PATH']}"})
        self.assertEqual(linted.returncode, 1, linted.stdout + linted.stderr)
        self.assertIn("prettier is missing", linted.stderr)

    def test_npm(self):
        for one in claimed("a script of npm"):
            folder = ROOT / pathlib.Path(one.page).parent
            if one.words[1] == "ci":
                self.assertTrue((folder / "package-lock.json").exists(), str(one))
            else:
                self.assertIn(one.words[-1], json.loads((folder / "package.json").read_text())["scripts"], str(one))

    def test_labels_of_ctest(self):
        for one in claimed("a label of ctest"):
            words = [word.replace("build/release", str(BUILD)) for word in one.words]
            listed = subprocess.run([*words, "-N"], check=True, capture_output=True, text=True).stdout
            self.assertRegex(listed, r"Total Tests: [1-9]", str(one))

    def test_programs_run_by_hand(self):
        for one in claimed("a program run by hand"):
            words = re.sub(r"^nice -n \d+ ", "", " ".join(word for word in one.words if not claims.ASSIGNMENT.match(word))).split()
            with_interpreter = "/" not in words[0] or words[0].startswith("/")
            path, *arguments = [word for word in words[with_interpreter:] if word != "-B"]
            if path.startswith("build/"):
                self.check_target(pathlib.Path(path.partition("/")[2].partition("/")[2]), one)
                continue
            self.assertTrue((ROOT / path).is_file(), f"{one}: {path}")
            if not with_interpreter:
                self.assertTrue(os.access(ROOT / path, os.X_OK), f"{one}: {path} is not executable")
            for word in arguments:
                if word.startswith("--") or "." in word.strip("."):
                    self.assertIn(word.strip(".").rpartition(".")[2], text_of(path), str(one))

    def check_target(self, path, one):
        lists = [text_of(file) for file in tracked() if file == f"{path.parent}/CMakeLists.txt"]
        self.assertTrue(lists and re.search(re.sub("[A-Z]+", "", path.name) + r"\b", lists[0]), f"{one}: no target {path}")


class Names(unittest.TestCase):
    def test_links_lead_somewhere(self):
        for page in {one.page for one in all_said()}:
            for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text_of(page)):
                if "://" not in target:
                    self.assertTrue((ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}")

    def test_paths_named_are_there(self):
        """Paths are relative to the root or to the page. A name may stand for its header, or by `*` for several files."""
        for one in all_said():
            if one.kind == "inline" and re.match(rf"({'|'.join(TOP)})/[\w./*-]+$", one.text):
                places = [base / one.text.rstrip("/") for base in (ROOT, (ROOT / one.page).parent)]
                self.assertTrue(any(list(place.parent.glob(place.name + ending)) for place in places
                                    for ending in ("", ".h", ".cc", ".proto")), f"{one}: {one.text}")

    def test_transcripts_use_the_names_of_the_messages(self):
        fields = set(re.findall(r"^\s+(?:repeated |optional )?[\w.]+ (\w+) = \d+", "\n".join(
            text_of(path) for path in tracked() if path.startswith("proto/")), re.MULTILINE))
        for one in claimed("a transcript"):
            named = set(re.findall(r"(\w+)(?: \{|: )", re.sub(r'"[^"]*"', "", one.text)))
            self.assertTrue(named)
            self.assertEqual(named - fields, set(), str(one))


if __name__ == "__main__":
    unittest.main()
