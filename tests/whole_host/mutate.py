#!/usr/bin/python3
"""Plants the faults of mutations.py in the program, one at a time, and sees at which simulated host each is noticed.

    tests/whole_host/mutate.py BUILD-FOLDER [WORDS]     only those whose description holds the words

Needs whole_host_test built in the folder. Nothing there is changed: the unit with the fault is compiled and linked in a
temporary folder. Exits with 1 when a fault is not noticed. Takes about 20 seconds a fault.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from mutations import MUTATIONS, Mutation  # noqa: E402

TEST = "tests/whole_host/whole_host_test"
# A host takes a tenth of a second; one that no longer comes to its end takes a few, and is played a few times.
SECONDS_MAX = 120


def unit_of(source: pathlib.Path, build: pathlib.Path) -> tuple[dict, str]:
    """The entry that compiles the source, alone or in a unit with others, and the text of that unit."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file == source:
            return entry, f'#include "{source}"\n'
        if file.parent.name == "Unity" and "tests/" not in str(file) and f'"{source}"' in (text := file.read_text()):
            return entry, text
    sys.exit(f"nothing in {build} compiles {source}")


def with_output(command: list[str], output: pathlib.Path) -> list[str]:
    at = command.index("-o")
    return [*command[:at + 1], str(output), *command[at + 2:]]


def planted(mutation: Mutation, build: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The test's program with the fault."""
    source = ROOT / mutation.file
    text = source.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: its text occurs {text.count(mutation.old)} times in {mutation.file}; expected once")
    entry, unit_text = unit_of(source, build)
    changed, unit, compiled, program = (folder / name for name in ("changed.cc", "unit.cc", "unit.o", "test"))
    changed.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    unit.write_text(unit_text.replace(f'"{source}"', f'"{changed}"'), encoding="utf-8")
    compile_command = [word for word in shlex.split(entry["command"]) if word != entry["file"] and not word.endswith("ccache")]
    listed = subprocess.run(["ninja", "-C", build, "-t", "commands", TEST], check=True, capture_output=True, text=True).stdout
    link = shlex.split(re.sub(r"^: && | && :$", "", listed.strip().splitlines()[-1]))
    at = link.index("-o")
    # Before the libraries, so that the unit without the fault is left out.
    link = [*link[:at], str(compiled), *with_output(link, program)[at:]]
    for step in ([*with_output(compile_command, compiled), str(unit), "-Wno-error"], link):
        done = subprocess.run(step, cwd=build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{mutation.what}: does not build\n{done.stderr[-2000:]}")
    return program


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
    return "" if played.returncode == 0 else (played.stderr or played.stdout).strip().splitlines()[-1]


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    chosen = [mutation for mutation in MUTATIONS if " ".join(sys.argv[2:]) in mutation.what]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="flagfall-mutants-") as folder:
        for mutation in chosen:
            complaint = noticed(mutation, build, pathlib.Path(folder))
            missed += not complaint
            print(f"{mutation.what}\n    {complaint or 'NOT NOTICED'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
