"""Building a test's program with a fault planted in one unit, and telling of each fault whether the test notices it."""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def link_command(build, test):
    """How ninja links the test, as words."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "commands", test], check=True, capture_output=True, text=True).stdout
    return shlex.split(re.sub(r"^: && | && :$", "", listed.strip().splitlines()[-1]))


def compile_command(entry):
    """That of an entry of compile_commands.json, as words without the source."""
    return [word for word in shlex.split(entry["command"]) if word != entry["file"] and not word.endswith("ccache")]


def with_output(command, output):
    at = command.index("-o")
    return [*command[:at + 1], str(output), *command[at + 2:]]


def built(what, command, link, unit, build, folder):
    """The program as `link` makes it, with the unit, which `command` compiles, in the place of the one without the fault."""
    compiled, program = folder / "unit.o", folder / "test"
    at = link.index("-o")
    # Before the libraries, so that the unit without the fault is left out.
    link = [*link[:at], str(compiled), *with_output(link, program)[at:]]
    for step in ([*with_output(command, compiled), str(unit), "-Wno-error"], link):
        done = subprocess.run(step, cwd=build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{what}: does not build\n{done.stderr[-2000:]}")
    return program


def last_words(played):
    """Of a program that has failed without a complaint; empty where it has not failed."""
    return "" if played.returncode == 0 else (played.stderr or played.stdout).strip().splitlines()[-1]


def run(mutations, noticed):
    """Plants those whose description holds the words of the command line, BUILD-FOLDER [WORDS]; returns the exit code.
    `noticed` takes a mutation, the build's folder and one to write in, and returns the first complaint."""
    build = pathlib.Path(sys.argv[1]).resolve()
    chosen = [mutation for mutation in mutations if " ".join(sys.argv[2:]) in mutation.what]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="flagfall-mutants-") as folder:
        for mutation in chosen:
            complaint = noticed(mutation, build, pathlib.Path(folder))
            missed += not complaint
            print(f"{mutation.what}\n    {complaint or 'NOT NOTICED'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults noticed")
    return 1 if missed else 0
