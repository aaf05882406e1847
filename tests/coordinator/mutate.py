#!/usr/bin/python3
"""Plants the faults of mutations.py in the coordinator, one at a time, and sees at which tournament the simulation notices.

    tests/coordinator/mutate.py BUILD-FOLDER [WORDS]     only those whose description holds the words

Needs coordinator_simulation_test built in the folder. Nothing there is changed: the coordinator with the fault is
compiled and linked in a temporary folder. Exits with 1 when a fault is not noticed. Takes about 5 seconds a fault.
"""

import json
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

SOURCES = sorted((ROOT / "arena/coordinator").glob("*.cc"))
TEST = "tests/coordinator/coordinator_simulation_test"


def commands_of(build: pathlib.Path) -> tuple[list[str], list[str]]:
    """How the coordinator, or a part of it, is compiled and how the test is linked, as ninja does."""
    entries = json.loads((build / "compile_commands.json").read_text())
    entry = next(entry for entry in entries if "flagfall_coordinator.dir" in entry["command"])
    listed = subprocess.run(["ninja", "-C", build, "-t", "commands", TEST], check=True, capture_output=True, text=True).stdout
    link = re.sub(r"^: && | && :$", "", listed.strip().splitlines()[-1])
    # The preset says whether the parts are compiled one by one.
    command = [word for word in shlex.split(entry["command"]) if word != entry["file"]]
    return command, shlex.split(link)


def with_output(command: list[str], output: pathlib.Path) -> list[str]:
    at = command.index("-o")
    return [*command[:at + 1], str(output), *command[at + 2:]]


def noticed(mutation: Mutation, build: pathlib.Path, folder: pathlib.Path) -> str:
    """The test's first complaint; empty when it has none."""
    texts = [source.read_text(encoding="utf-8") for source in SOURCES]
    count = sum(text.count(mutation.old) for text in texts)
    if count != 1:
        sys.exit(f"{mutation.what}: its text occurs {count} times in the coordinator; expected once")
    source, compiled, program = folder / "coordinator.cc", folder / "coordinator.o", folder / "test"
    source.write_text("\n".join(texts).replace(mutation.old, mutation.new), encoding="utf-8")
    compile_command, link = commands_of(build)
    command = [*with_output(compile_command, compiled), str(source)]
    at = link.index("-o")
    # Before the libraries, so that the coordinator without the fault is left out.
    link = [*link[:at], str(compiled), *with_output(link, program)[at:]]
    for step in (command, link):
        done = subprocess.run(step, cwd=build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{mutation.what}: does not build\n{done.stderr[-2000:]}")
    played = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    found = re.search(r"^tournament .*", played.stdout, re.MULTILINE)
    if found:
        return found[0]
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
