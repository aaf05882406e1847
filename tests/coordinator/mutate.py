#!/usr/bin/python3
"""Plants the faults of mutations.py in the coordinator, one at a time, and sees at which tournament the simulation notices.

    tests/coordinator/mutate.py BUILD-FOLDER [WORDS]     only those whose description holds the words

Needs coordinator_simulation_test built in the folder. Nothing there is changed: the coordinator with the fault is
compiled and linked in a temporary folder. Exits with 1 when a fault is not noticed. Takes about 5 seconds a fault.
"""

import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "tests/support")]

import mutants  # noqa: E402
from mutations import MUTATIONS, Mutation  # noqa: E402

SOURCES = sorted((ROOT / "arena/coordinator").glob("*.cc"))
TEST = "tests/coordinator/coordinator_simulation_test"


def noticed(mutation: Mutation, build: pathlib.Path, folder: pathlib.Path) -> str:
    """The test's first complaint; empty when it has none."""
    texts = [source.read_text(encoding="utf-8") for source in SOURCES]
    count = sum(text.count(mutation.old) for text in texts)
    if count != 1:
        sys.exit(f"{mutation.what}: its text occurs {count} times in the coordinator; expected once")
    unit = folder / "coordinator.cc"
    unit.write_text("\n".join(texts).replace(mutation.old, mutation.new), encoding="utf-8")
    # The preset says whether the parts are compiled one by one.
    entries = json.loads((build / "compile_commands.json").read_text())
    entry = next(entry for entry in entries if "flagfall_coordinator.dir" in entry["command"])
    program = mutants.built(mutation.what, mutants.compile_command(entry), mutants.link_command(build, TEST), unit, build, folder)
    played = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    found = re.search(r"^tournament .*", played.stdout, re.MULTILINE)
    return found[0] if found else mutants.last_words(played)


if __name__ == "__main__":
    sys.exit(mutants.run(MUTATIONS, noticed))
