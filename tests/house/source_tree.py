"""Reads the project's own sources: files, their lines of code, their functions and what they include."""

import pathlib
import posixpath
import re
import subprocess
from dataclasses import dataclass

CODE = {".cc", ".h", ".py", ".proto", ".ts", ".tsx", ".js", ".mjs", ".css"}


@dataclass(frozen=True)
class Function:
    path: str
    line: int
    name: str
    length: int  # lines, signature and closing brace included


@dataclass(frozen=True)
class Class:
    path: str
    line: int
    name: str
    data: int  # data members; constants of the class are none
    methods: int  # member functions, constructors and operators included; deleted and defaulted ones are not


def tracked_files(root: pathlib.Path) -> list[str]:
    """The source files of the tree; those that git tracks or would track, where there is a checkout."""
    try:
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True, text=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        listed = [str(p.relative_to(root)) for p in root.rglob("*")
                  if p.is_file() and not {"build", ".git", "flagfall-home", "generated", "node_modules"} & set(p.relative_to(root).parts)]
    return sorted(p for p in listed if (root / p).is_file())


def lines_of_code(text: str, suffix: str) -> int:
    """Lines that are neither blank nor comment alone."""
    mark = {".py": "#", ".css": "/*"}.get(suffix, "//")
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith(mark))


_NOT_A_FUNCTION = re.compile(
    r"^\s*(namespace|class|struct|enum|union|if|else|for|while|switch|do|try|catch|case|default|extern|return|\}|\[)\b|^\s*\}")


def cpp_functions(path: str, text: str) -> list[Function]:
    """Functions of a clang-formatted file: a head with parentheses at namespace or class level that ends in `{`,
    up to the line that closes it at the head's own indentation."""
    found = []
    # Texts in the source are no code.
    lines = re.sub(r'R"(\w*)\((.*?)\)\1"', lambda raw: '""' + "\n" * raw[2].count("\n"), text, flags=re.DOTALL).splitlines()
    number = 0
    while number < len(lines):
        head = lines[number]
        indent = len(head) - len(head.lstrip())
        if (not head.strip() or head.lstrip().startswith(("//", "#", "*")) or _NOT_A_FUNCTION.match(head)
                or "(" not in head or indent > 4):
            number += 1
            continue
        last = number
        # A signature goes on until its body opens, or the statement ends without one.
        while last < len(lines) and not lines[last].rstrip().endswith(("{", ";", "}")):
            last += 1
        if last >= len(lines) or not lines[last].rstrip().endswith("{") or re.search(r"=\s*\{$", lines[last].rstrip()):
            number = last + 1
            continue
        end = last + 1
        while end < len(lines) and not re.match(rf"^ {{{indent}}}\}}", lines[end]):
            end += 1
        name = re.search(r"([~\w:]+)\s*\(", head)
        found.append(Function(path, number + 1, name.group(1) if name else head.strip(), end - number + 1))
        number = end + 1
    return found


def python_functions(path: str, text: str) -> list[Function]:
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = re.match(r"^(\s*)def (\w+)", line)
        if not match:
            continue
        indent = len(match.group(1))
        end = number + 1
        last = number
        while end < len(lines):
            body = lines[end]
            if body.strip():
                if len(body) - len(body.lstrip()) <= indent and not body.lstrip().startswith(")"):
                    break
                last = end
            end += 1
        found.append(Function(path, number + 1, match.group(2), last - number + 1))
    return found


def script_functions(path: str, text: str) -> list[Function]:
    """Functions by name of a file that prettier has laid out: up to the brace that stands alone at the head's indentation."""
    lines = text.splitlines()
    found = []
    for number, line in enumerate(lines):
        match = re.match(r"^(\s*)(?:export )?(?:default )?(?:async )?function (\w+)", line)
        if match and match.group(1) + "}" in lines[number:]:
            found.append(Function(path, number + 1, match.group(2), lines[number:].index(match.group(1) + "}") + 1))
    return found


def functions(path: str, text: str) -> list[Function]:
    if path.endswith((".ts", ".tsx", ".js", ".mjs")):
        return script_functions(path, text)
    if path.endswith((".cc", ".h")):
        return cpp_functions(path, text)
    if path.endswith(".py"):
        return python_functions(path, text)
    return []


_CLASS_HEAD = re.compile(r"^(?: *)(?:template <.*> )?(class|struct) ((?:ABSL_\w+ )?[\w:]+)(?: final)?(?: : [^;{]*)? ?\{", re.MULTILINE)
_NO_MEMBER = re.compile(r"^(class|struct|enum|union|using|friend|typedef|static_assert|static constexpr|template <.*> friend)\b")


def _blank(text: str) -> str:
    """The text without comments and with empty strings, of the same number of lines."""
    text = re.sub(r'R"(\w*)\((.*?)\)\1"', lambda raw: '""' + "\n" * raw[2].count("\n"), text, flags=re.DOTALL)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
    return re.sub(r"'(?:[^'\\\n]|\\.)'", "0", re.sub(r"//.*", "", text))


def _end_of_block(text: str, opening: int) -> int:
    """The index of the brace that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text) - 1


def _statements(body: str) -> list[str]:
    """The declarations of a class's body, each without what stands in its braces."""
    found, statement, index = [], "", 0
    while index < len(body):
        letter = body[index]
        if letter == "{":
            index = _end_of_block(body, index)
            following = body[index + 1:].lstrip()[:1]
            # A block ends a function; an initializer goes on.
            if following not in (";", ",", "{", ")"):
                letter = ";"
        if letter == ";":
            found.append(statement)
            statement = ""
        else:
            statement += letter if letter != "{" else "{}"
        index += 1
    cleaned = (re.sub(r"\b(public|private|protected):", "", one).strip() for one in found)
    return [re.sub(r"\s+", " ", one) for one in cleaned if one]


def _is_method(statement: str) -> bool:
    if re.search(r"\boperator\b", statement):
        return True
    plain = re.sub(r"\b(ABSL_\w+|alignas)\([^()]*\)", "", statement)
    while (shorter := re.sub(r"<[^<>]*>", "", plain)) != plain:
        plain = shorter
    return "(" in plain.split("=")[0]


def classes(path: str, text: str) -> list[Class]:
    """The classes and structs that a C++ file defines, nested ones each for itself."""
    text = _blank(text)
    found = []
    for head in _CLASS_HEAD.finditer(text):
        opening = head.end() - 1
        members = [one for one in _statements(text[opening + 1:_end_of_block(text, opening)])
                   if not _NO_MEMBER.match(one) and not re.search(r"= (delete|default)$", one)]
        methods = sum(1 for one in members if _is_method(one))
        found.append(Class(path, text.count("\n", 0, head.start()) + 1, head.group(2), len(members) - methods, methods))
    return found


def includes(text: str) -> list[str]:
    return re.findall(r'^#include [<"]([^>"]+)[>"]', text, flags=re.MULTILINE)


def script_imports(path: str, text: str, files) -> list[str]:
    """Those of `files` that a script of the site or of Node's SDK imports, by relative paths with or without their ends."""
    folder = posixpath.dirname(path)
    named = [posixpath.normpath(posixpath.join(folder, name)) for name in
             re.findall(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", text)]
    return [name + end for name in named for end in ("", ".ts", ".tsx") if name + end in files]


def find_cycle(graph: dict[str, list[str]]) -> list[str]:
    """A cycle of the graph as the list of its nodes, first repeated last; empty when there is none."""
    state: dict[str, int] = {}

    def visit(node: str, trail: list[str]) -> list[str]:
        state[node] = 1
        for target in graph.get(node, []):
            if state.get(target) == 1:
                return trail[trail.index(target):] + [target] if target in trail else [node, target]
            if target not in state and target in graph:
                cycle = visit(target, trail + [target])
                if cycle:
                    return cycle
        state[node] = 2
        return []

    for start in sorted(graph):
        if start not in state:
            cycle = visit(start, [start])
            if cycle:
                return cycle
    return []
