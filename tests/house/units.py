"""Names that two files of a target both have in an anonymous namespace, so that the files cannot be compiled as one unit.

Which files make a unit changes with every file that a target gets: two that never met before clash then, far from what was
changed. Overloads may share a name, and so may aliases of the same thing.
"""

import pathlib
import re

# Targets that are compiled in units: flagfall_unity in CMakeLists.txt.
_TARGET = re.compile(r"\bflagfall_(?:library|test)\(\s*(\w+)([^)]*)\)")
_ANONYMOUS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
_FUNCTION = re.compile(r"^(?!return\b|else\b)(?:[\w:<>,&*\[\]]+\s+)*?[\w:<>,&*\[\]]+[\s&*]+(\w+)\(([^;{}]*?)\)[^;{}()]*\{", re.MULTILINE)
_TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)[^;{(]*\{", re.MULTILINE)
_VALUE = re.compile(r"^(?:constexpr|const|thread_local|static)\b[^=;{(]*?\b(\w+)(?:\[[^\]]*\])*\s*[={]", re.MULTILINE)
_ALIAS = re.compile(r"^using (\w+) = ([^;]+);", re.MULTILINE)


def _types_of(parameters: str) -> str:
    """The types of a function's parameters, without names and defaults."""
    plain = re.sub(r"/\*.*?\*/|=[^,]*", "", parameters)
    return ",".join(re.sub(r"(?<=[\s&*])\w+$", "", part.strip()).strip() for part in plain.split(",")) if plain.strip() else ""


def names_in(text: str) -> set[tuple[str, str]]:
    """What anonymous namespaces of a file define: each name with what tells overloads and aliases apart."""
    found = set()
    for part in _ANONYMOUS.findall(text):
        found |= {(name, f"({_types_of(parameters)})") for name, parameters in _FUNCTION.findall(part)}
        found |= {(name, "") for pattern in (_TYPE, _VALUE) for name in pattern.findall(part)}
        found |= {(name, f" = {meaning}") for name, meaning in _ALIAS.findall(part)}
    return found


def clashes(files: dict[str, str]) -> list[str]:
    """The clashes of one target's files, given by name with their texts."""
    owners: dict[str, dict[str, str]] = {}
    found = []
    for path, text in files.items():
        for name, kind in sorted(names_in(text)):
            for other, other_kind in owners.get(name, {}).items():
                are_overloads = kind.startswith("(") and other_kind.startswith("(") and kind != other_kind
                is_same_alias = kind.startswith(" =") and kind == other_kind
                if other != path and not are_overloads and not is_same_alias:
                    found.append(f"{path}: {name} is also in {other}")
            owners.setdefault(name, {})[path] = kind
    return found


def clashes_in(root: pathlib.Path) -> list[str]:
    """The clashes of all targets of the tree."""
    found = []
    for lists in sorted(root.glob("**/CMakeLists.txt")):
        if {"build", "node_modules"} & set(lists.relative_to(root).parts):
            continue
        for _, arguments in _TARGET.findall(re.sub(r"#.*", "", lists.read_text(encoding="utf-8"))):
            paths = [lists.parent / name for name in re.findall(r"[\w./-]+\.cc\b", arguments)]
            found += clashes({str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths if path.is_file()})
    return found
