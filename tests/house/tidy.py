#!/usr/bin/env python3
"""clang's warnings and clang-tidy over sources, several to a translation unit, since most of the time goes into the headers that
they share:

    tidy.py BUILD-FOLDER FILE.cc ...

Units that were clean are remembered in BUILD-FOLDER/tidy and passed over until one of their files or headers changes. Exits with 1 when
there are findings."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

UNIT_FILES_MAX = 12
# The analyzer is left out where there is most code to go through and the sanitizers run all of it.
CHECKS_OF_TESTS = ["--checks=-clang-analyzer-*"]
# Benchmarks are no part of what runs at a host: for them the warnings do.
WARNINGS_ONLY = "tests/bench/"
CONFIGURATION = pathlib.Path(".clang-tidy").resolve()


def options_of(entry):
    """A compile command without the compiler, its wrapper, the input and the output."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if word.startswith("-")):]
    options = []
    is_output = False
    for word in words:
        if is_output or word == "-c" or word == entry["file"]:
            is_output = False
        elif word == "-o":
            is_output = True
        else:
            options.append(word)
    return options


class Unit:
    """Files that are compiled with the same options, as one text."""

    def __init__(self, files, options, remembered):
        self.files, self.options, self.remembered = files, options, remembered

    def write(self, unit):
        """Writes the text; returns for each of its lines the file and the line that it comes from."""
        origins = []
        for file in self.files:
            for number, line in enumerate(pathlib.Path(file).read_text(encoding="utf-8").splitlines(), 1):
                unit.write(line + "\n")
                origins.append(f"{os.path.relpath(file)}:{number}")
        unit.flush()
        return origins

    def halves(self):
        middle = len(self.files) // 2
        return [Unit(half, self.options, self.remembered) for half in (self.files[:middle], self.files[middle:])]

    def digest(self, path):
        """Of the text, all project headers that it includes, the options and the configuration. None when it does not compile."""
        listed = subprocess.run(["clang++", "-MM", *self.options, path], capture_output=True, text=True, check=False)
        if listed.returncode != 0:
            return None
        digest = hashlib.sha256(" ".join(self.options).encode() + CONFIGURATION.read_bytes())
        for header in sorted(listed.stdout.replace("\\\n", " ").split()[1:]):
            digest.update(pathlib.Path(header).read_bytes())
        return digest.hexdigest()

    def findings(self):
        with tempfile.NamedTemporaryFile("w", suffix=".cc", encoding="utf-8") as unit:
            origins = self.write(unit)
            digest = self.digest(unit.name)
            if digest is not None and (self.remembered / digest).exists():
                return ""
            warned = subprocess.run(["clang++", "-fsyntax-only", *self.options, unit.name], capture_output=True, text=True,
                                    check=False)
            if warned.returncode != 0 and len(self.files) > 1:
                # Names that two files keep to themselves each collide in one text.
                return "".join(half.findings() for half in self.halves())
            found = warned.stderr or self.tidy(unit.name)
            if not found:
                (self.remembered / digest).touch()
            place = re.compile(re.escape(unit.name) + r":(\d+)")
            return place.sub(lambda match: origins[int(match[1]) - 1], found)

    def tidy(self, path):
        """What clang-tidy says of the text; nothing when it is clean, or not looked at."""
        first = os.path.relpath(self.files[0])
        if first.startswith(WARNINGS_ONLY):
            return ""
        checks = CHECKS_OF_TESTS if first.startswith("tests/") else []
        run = subprocess.run(["clang-tidy", "--quiet", "--warnings-as-errors=*", f"--config-file={CONFIGURATION}", *checks,
                              path, "--", *self.options], capture_output=True, text=True, check=False)
        return "" if run.returncode == 0 and not run.stdout else run.stdout or run.stderr


def units(build_folder, files):
    remembered = build_folder / "tidy"
    remembered.mkdir(exist_ok=True)
    wanted = {os.path.abspath(file) for file in files}
    groups = {}
    for entry in json.loads((build_folder / "compile_commands.json").read_text()):
        if entry["file"] in wanted:
            key = (os.path.dirname(entry["file"]), tuple(options_of(entry)))
            groups.setdefault(key, []).append(entry["file"])
    for (_, options), group in sorted(groups.items()):
        for i in range(0, len(group), UNIT_FILES_MAX):
            yield Unit(group[i:i + UNIT_FILES_MAX], list(options), remembered)


def main():
    found = list(units(pathlib.Path(sys.argv[1]), sys.argv[2:]))
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, output in enumerate(pool.map(Unit.findings, found), 1):
            failed = failed or output != ""
            print(output + f"clang-tidy: {done} of {len(found)} units", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
