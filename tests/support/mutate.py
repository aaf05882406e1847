#!/usr/bin/python3
"""Plants the faults of a folder's mutations.py in the program, one at a time, and sees whether the folder's simulation notices each.

    tests/support/mutate.py coordinator BUILD-FOLDER [WORDS]     only those whose description holds the words
    tests/support/mutate.py whole_host BUILD-FOLDER [WORDS]

Needs the simulation's test built in the folder. Nothing there is changed: the unit with the fault is compiled and linked in a
temporary folder. Exits with 1 when a fault is not noticed. A fault takes about 5 seconds in the coordinator and 30 in a whole host.
"""

import importlib.util
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
# One run of a test takes seconds; a fault may keep it from coming to its end.
SECONDS_MAX = 600


class Simulation(NamedTuple):
    """A test that plays from seeds, and how its output tells of the first seed that fails."""

    test: str
    arguments: list[str]
    environment: dict[str, str]
    complaint: str


SIMULATIONS = {
    "coordinator": Simulation("coordinator_simulation_test", [], {}, r"^tournament .*"),
    "whole_host": Simulation("whole_host_test", ["--gtest_filter=*HoldsWhatever*"],
                             {"FLAGFALL_SIMULATION_FAILURES": "1", "FLAGFALL_SIMULATION_SEEDS": "200"}, r"^host .*\n.*|--faults \S+"),
}


def mutations(folder):
    """Those of tests/FOLDER/mutations.py."""
    spec = importlib.util.spec_from_file_location(f"{folder}_mutations", ROOT / "tests" / folder / "mutations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MUTATIONS


def unit_of(source, build):
    """The entry that compiles the source, alone or in a unit with others, and the text of that unit."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file == source:
            return entry, f'#include "{source}"\n'
        if file.parent.name == "Unity" and "tests/" not in str(file) and f'"{source}"' in (text := file.read_text()):
            return entry, text
    sys.exit(f"nothing in {build} compiles {source}")


def with_output(command, output):
    at = command.index("-o")
    return [*command[:at + 1], str(output), *command[at + 2:]]


def planted(mutation, test, build, folder):
    """The test's program with the fault."""
    source = ROOT / mutation.file
    text = source.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: its text occurs {text.count(mutation.old)} times in {mutation.file}; expected once")
    entry, unit_text = unit_of(source, build)
    changed, unit, compiled, program = (folder / name for name in ("changed.cc", "unit.cc", "unit.o", "test"))
    changed.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    unit.write_text(unit_text.replace(f'"{source}"', f'"{changed}"'), encoding="utf-8")
    compiler = [word for word in shlex.split(entry["command"]) if word != entry["file"] and not word.endswith("ccache")]
    listed = subprocess.run(["ninja", "-C", build, "-t", "commands", test], check=True, capture_output=True, text=True).stdout
    link = shlex.split(re.sub(r"^: && | && :$", "", listed.strip().splitlines()[-1]))
    at = link.index("-o")
    # Before the libraries, so that the unit without the fault is left out.
    link = [*link[:at], str(compiled), *with_output(link, program)[at:]]
    for step in ([*with_output(compiler, compiled), str(unit), "-Wno-error"], link):
        done = subprocess.run(step, cwd=build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{mutation.what}: does not build\n{done.stderr[-2000:]}")
    return program


def complaint_of(simulation, program):
    """The beginning of what the simulation with the fault prints about it; empty when it notices nothing."""
    try:
        played = subprocess.run([program, *simulation.arguments], capture_output=True, text=True, check=False,
                                env={**os.environ, **simulation.environment}, timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return f"does not end within {SECONDS_MAX} s"
    if found := re.findall(simulation.complaint, played.stdout, re.MULTILINE):
        return "\n    ".join(found[:2])
    # It may have broken without a complaint.
    return "" if played.returncode == 0 else (played.stderr or played.stdout).strip().splitlines()[-1]


def main(name, build, *words):
    simulation, build = SIMULATIONS[name], pathlib.Path(build).resolve()
    chosen = [mutation for mutation in mutations(name) if " ".join(words) in mutation.what]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="flagfall-mutants-") as folder:
        for mutation in chosen:
            program = planted(mutation, f"tests/{name}/{simulation.test}", build, pathlib.Path(folder))
            complaint = complaint_of(simulation, program)
            missed += not complaint
            print(f"{mutation.what}\n    {complaint or 'NOT NOTICED'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in SIMULATIONS:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
