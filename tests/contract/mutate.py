#!/usr/bin/python3
"""Plants the faults of mutations.py, one at a time, in a copy of the tree, and sees whether the tests notice.

    tests/contract/mutate.py [WORDS]     only those whose ruleset and description hold the words, as in gogo: leak

A fault is caught when the contract suite or, for a fault of the rules that breaks no promise of the contract, the golden
signature fails. Exits with 1 when one is not caught. Takes about half a minute a fault.
"""

import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from mutations import MUTATIONS, Mutation  # noqa: E402

COPY = ROOT / "build" / "mutants"
# The suite plays 10,000 of each; where a game is long, fewer have to do.
GAMES = {"cards": "10000", "gogo": "10000"}
GAMES_ELSE = "600"
TARGETS = ["contract_test", "golden_test"]


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs in the copy."""
    return subprocess.run(command, cwd=COPY, env={**os.environ, **variables}, capture_output=True, text=True, check=False)


def build() -> subprocess.CompletedProcess[str]:
    return run("cmake", "--build", "build", "--target", *TARGETS)


def copy_tree() -> None:
    """The tree as it stands. Files that did not change keep their times, so that little is built anew."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout.split()
    for path in listed:
        source, target = ROOT / path, COPY / path
        if not source.is_file() or (target.is_file() and target.read_bytes() == source.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def caught_by(mutation: Mutation) -> str:
    """The test that notices the fault; empty when none does."""
    path = COPY / mutation.path
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: its text occurs {text.count(mutation.old)} times in {mutation.path}; expected once")
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        built = build()
        if built.returncode != 0:
            sys.exit(f"{mutation.what}: does not build\n{built.stdout[-2000:]}")
        rulesets = f"--gtest_filter=*/{mutation.ruleset}"
        if run("build/tests/contract/contract_test", rulesets,
               FLAGFALL_CONTRACT_GAMES=GAMES.get(mutation.ruleset, GAMES_ELSE)).returncode != 0:
            return "contract"
        return "golden" if run("build/tests/golden/golden_test", rulesets).returncode != 0 else ""
    finally:
        path.write_text(text, encoding="utf-8")


def main() -> int:
    words = " ".join(sys.argv[1:])
    chosen = [mutation for mutation in MUTATIONS if words in f"{mutation.ruleset}: {mutation.what}"]
    copy_tree()
    configured = run("cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                     "-DCMAKE_CXX_FLAGS_RELEASE=-O1")
    if configured.returncode != 0 or build().returncode != 0:
        sys.exit("the tree does not build without a fault planted")
    missed = 0
    for mutation in chosen:
        by = caught_by(mutation)
        missed += not by
        print(f"{'caught by ' + by if by else 'NOT CAUGHT':<20} {mutation.ruleset:<9} {mutation.what}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
