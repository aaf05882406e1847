#!/usr/bin/python3
"""Prints what took longest in the last build of a preset: `unit_costs.py BUILD_FOLDER [COUNT]`. The times are wall-clock times of Ninja's log:
they mean something where nothing else ran, and a unit that ccache had costs nothing."""

import pathlib
import sys


def read_steps(log: str) -> dict[str, float]:
    """Seconds by output, of Ninja's log (version 5): start and end in milliseconds, mtime, output, command's hash. A later
    line takes the place of an earlier one for the same output."""
    steps = {}
    for line in log.splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) != 5:
            continue
        steps[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return steps


def kind_of(output: str) -> str:
    if not output.endswith(".o"):
        return "links and the rest"
    if ".pb.cc" in output:
        return "messages"
    return "tests" if output.startswith("tests/") else "product"


def summary(steps: dict[str, float], count: int) -> list[str]:
    lines = []
    for kind in sorted({kind_of(output) for output in steps}):
        seconds = [cost for output, cost in steps.items() if kind_of(output) == kind]
        lines.append(f"{sum(seconds):8.1f} s  {len(seconds):4} steps  {kind}")
    lines.append("")
    dearest = sorted(steps.items(), key=lambda step: (-step[1], step[0]))[:count]
    lines += [f"{cost:8.1f} s  {output}" for output, cost in dearest]
    return lines


def main() -> None:
    log = pathlib.Path(sys.argv[1]) / ".ninja_log"
    if not log.exists():
        sys.exit(f"{log} is not there: build first, with ./dev build")
    print("\n".join(summary(read_steps(log.read_text()), int(sys.argv[2]) if len(sys.argv) > 2 else 10)))


if __name__ == "__main__":
    main()
