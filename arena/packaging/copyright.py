"""Writes a package's copyright file: about our own files, then the licences of packages bundled from npm.

    copyright.py OWN FOLDER... OUT        each FOLDER with a package-lock.json, and what it lists in node_modules
"""

import json
import pathlib
import sys


def bundled(folder: pathlib.Path) -> list[str]:
    """Returns the licence of each package that may be bundled: not ours, and not those for building and testing."""
    if not (folder / "node_modules").is_dir():
        return []
    found = []
    for path, package in json.loads((folder / "package-lock.json").read_text())["packages"].items():
        if not path.startswith("node_modules/") or package.get("dev") or package.get("link") or "@types/" in path:
            continue
        texts = sorted((folder / path).glob("[Ll][Ii][Cc][Ee][Nn][Ss]*"))
        text = texts[0].read_text().strip() if texts else f"Its package names its licence: {package['license']}."
        found.append(f"{path.removeprefix('node_modules/')} {package['version']}\n\n{text}\n")
    return found


def main(own: str, *folders_and_out: str) -> None:
    *folders, out = map(pathlib.Path, folders_and_out)
    parts = [pathlib.Path(own).read_text(), *(part for folder in folders for part in bundled(folder))]
    out.write_text(("\n" + "-" * 72 + "\n\n").join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
