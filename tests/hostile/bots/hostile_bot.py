"""`hostile_bot.py NAME`: a bot that does harm in the named way. All names are in verdicts.PROGRAMS."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

# Each module registers its programs.
import client  # noqa: E402
import attacks_by_processes  # noqa: E402, F401
import attacks_on_resources  # noqa: E402, F401
import attacks_on_the_host  # noqa: E402, F401
import attacks_on_the_protocol  # noqa: E402, F401
import attacks_on_the_transport  # noqa: E402, F401
from verdicts import PROGRAMS, TREE_OF_200, UNHURRIED  # noqa: E402

if __name__ == "__main__":
    others = {UNHURRIED: client.Unhurried, TREE_OF_200: attacks_by_processes.TreeOf200}
    if sys.argv[1] in others:
        others[sys.argv[1]]().run()
    else:
        PROGRAMS[sys.argv[1]].run()
