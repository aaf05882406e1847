"""Makes the folder of a hostile program, with all that it needs in a sandbox."""

import json
import os
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
STUBS = pathlib.Path(os.environ["FLAGFALL_BUILD"]) / "python-stubs" / "flagfall"


def write_bot_folder(folder, facts, **manifest):
    """Makes and returns the folder, named after the program. `facts` is what the program may look for on the host."""
    folder.mkdir(parents=True)
    for path in HERE.glob("*.py"):
        shutil.copy(path, folder)
    shutil.copytree(STUBS, folder / "flagfall")
    (folder / "facts.json").write_text(json.dumps(facts))
    (folder / "bot.json").write_text(json.dumps({
        "name": folder.name, "version": "1", "rulesets": ["barrage"],
        "command": ["/usr/bin/python3", "-B", "hostile_bot.py", folder.name], **manifest}))
    return folder
