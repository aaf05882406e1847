#!/usr/bin/python3
"""Plants the faults of mutations.py in the program, one at a time, and sees at which simulated host each is noticed.

    tests/whole_host/mutate.py BUILD-FOLDER [WORDS]     only those whose description holds the words

Needs whole_host_test built in the folder. Nothing there is changed: the unit with the fault is compiled and linked in a
temporary folder. Exits with 1 when a fault is not noticed. Takes about 30 seconds a fault.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "tests/support")]

import mutants  # noqa: E402
from mutations import MUTATIONS, Mutation  # noqa: E402

TEST = "tests/whole_host/whole_host_test"
# A host takes a tenth of a second; one that no longer comes to its end takes a few, and is played a few times.
SECONDS_MAX = 600


def unit_of(source: pathlib.Path, build: pathlib.Path) -> tuple[dict, str]:
    """The entry that compiles the source, alone or in a unit with others, and the text of that unit."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file == source:
            return entry, f'#include "{source}"\n'
        if file.parent.name == "Unity" and "tests/" not in str(file) and f'"{source}"' in (text := file.read_text()):
            return entry, text
    sys.exit(f"nothing in {build} compiles {source}")


def planted(mutation: Mutation, build: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The test's program with the fault."""
    source = ROOT / mutation.file
    text = source.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: its text occurs {text.count(mutation.old)} times in {mutation.file}; expected once")
    entry, unit_text = unit_of(source, build)
    changed, unit = folder / "changed.cc", folder / "unit.cc"
    changed.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    unit.write_text(unit_text.replace(f'"{source}"', f'"{changed}"'), encoding="utf-8")
    return mutants.built(mutation.what, mutants.compile_command(entry), mutants.link_command(build, TEST), unit, build, folder)


def noticed(mutation: Mutation, build: pathlib.Path, folder: pathlib.Path) -> str:
    """The test's first complaint; empty when it has none."""
    program = planted(mutation, build, folder)
    environment = {**os.environ, "FLAGFALL_SIMULATION_FAILURES": "1", "FLAGFALL_SIMULATION_SEEDS": "200"}
    try:
        played = subprocess.run([str(program), "--gtest_filter=*HoldsWhatever*"], capture_output=True, text=True, check=False,
                                env=environment, timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return f"does not end within {SECONDS_MAX} s"
    found = re.search(r"^host .*\n.*", played.stdout, re.MULTILINE)
    if found:
        faults = re.search(r"--faults (\S+)", played.stdout)
        return f"{found[0]} (faults {faults[1] if faults else '?'})"
    return mutants.last_words(played)


if __name__ == "__main__":
    sys.exit(mutants.run(MUTATIONS, noticed))
