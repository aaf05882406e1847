#!/usr/bin/python3
"""Tries every way out of a sandbox that we know of, one line each: `OPEN NAME: WHAT` or `closed NAME: WHY`.

Runs inside of the sandbox. Nothing it does harms a host that has no sandbox around it.
"""

import ctypes

# Each module registers its channels.
import channels_of_files  # noqa: F401
import channels_of_processes  # noqa: F401
import channels_of_the_network  # noqa: F401
import channels_between_bots  # noqa: F401
from tools import CHANNELS


def main():
    for name, function in CHANNELS:
        ctypes.set_errno(0)
        try:
            print(f"OPEN {name}: {str(function())[:100]}", flush=True)
        except Exception as error:
            print(f"closed {name}: {error}", flush=True)
    print(f"tried {len(CHANNELS)} channels", flush=True)


main()
