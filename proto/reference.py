#!/usr/bin/python3
"""Writes the page of all messages and calls, made of the .proto files and their comments, to a file: reference.py FILE.

The build does so for the packages, and web-report for the site. It needs protoc and protobuf's module for Python.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from google.protobuf import descriptor_pb2

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "flagfall.v1"
# For bots first, from what they call down to what that is made of; then for hosts; then for the web report.
FILES = ["bot_service", "game", "types", "board", "bluffing", "cards", "gogo", "ruleset", "record", "values", "arena", "tuning", "rankings", "arena_service",
         "hosting_calls", "hosting", "worker_service", "check", "verification", "analysis", "receipt", "replay", "web"]
# What the numbers of a location's path mean (descriptor.proto).
FILE_SYNTAX, FILE_MESSAGES, FILE_ENUMS, FILE_SERVICES = 12, 4, 5, 6
MESSAGE_FIELDS, MESSAGE_TYPES, MESSAGE_ENUMS = 2, 3, 4
ENUM_VALUES, SERVICE_METHODS = 2, 2

Field = descriptor_pb2.FieldDescriptorProto
HEAD = """# All messages and calls

Made of the comments in [flagfall/v1](flagfall/v1), so that there is one place for all of them.
[README.md](README.md) tells how they are used. A field that is *optional* says whether it is there; any other that is left
out has the default value of its type. The fields of a *one of* exclude each other.

"""


def files():
    """The descriptors of the files, with their comments, by their names."""
    with tempfile.NamedTemporaryFile() as made:
        subprocess.run(["protoc", f"--proto_path={HERE}", f"--descriptor_set_out={made.name}", "--include_source_info",
                        *(f"flagfall/v1/{name}.proto" for name in FILES)], check=True)
        found = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(made.name).read_bytes())
    by_name = {pathlib.PurePath(file.name).stem: file for file in found.file}
    missing = {path.stem for path in HERE.glob("flagfall/v1/*.proto")} - set(FILES)
    if missing:
        sys.exit(f"proto/reference.py: FILES lacks {', '.join(sorted(missing))}")
    return [(name, by_name[name]) for name in FILES]


def anchor(name):
    """Where a heading's text is found on the page."""
    return re.sub(r"[^a-z0-9 _-]", "", name.lower()).replace(" ", "-")


class Comments:
    """The comments of a file by what they stand at."""

    def __init__(self, file):
        self.at = {tuple(location.path): location for location in file.source_code_info.location}

    def _text(self, path):
        location = self.at.get(path)
        if location is None:
            return ""
        return (location.leading_comments + location.trailing_comments).strip("\n")

    def _lines(self, path):
        return [line.removeprefix(" ") for line in self._text(path).split("\n")]

    def is_drawn(self, path):
        """Whether parts of it are laid out, as tables are."""
        return any(line.startswith("  ") or "|" in line for line in self._lines(path))

    def block(self, path):
        """As paragraphs; what is drawn stays as it is."""
        lines = self._lines(path)
        return "\n".join(["```text", *lines, "```"] if self.is_drawn(path) else [escaped(line) for line in lines])

    def cell(self, path):
        """In one line of a table; of what is drawn, the first paragraph."""
        text = "\n".join(self._lines(path))
        return escaped(" ".join((text.split("\n\n")[0] if self.is_drawn(path) else text).split()))

    def head(self):
        """What stands at the top of the file."""
        location = self.at.get((FILE_SYNTAX,))
        return "" if location is None else escaped(" ".join(
            (location.leading_comments or "".join(location.leading_detached_comments)).split()))


def escaped(text):
    """Text in which nothing is markup, but for what stands in backquotes."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([<>*_\[\]])", r"\\\1", part) for part in parts)


def type_text(field, maps):
    if field.type not in (Field.TYPE_MESSAGE, Field.TYPE_ENUM):
        return f"`{Field.Type.Name(field.type).removeprefix('TYPE_').lower()}`"
    if field.type_name in maps:
        key, value = maps[field.type_name].field
        return f"map of {type_text(key, maps)} to {type_text(value, maps)}"
    name = field.type_name.removeprefix(f".{PACKAGE}.")
    if name.startswith("."):
        return f"`{name[1:]}`"
    return f"[{name}](#{anchor(name)})"


def kind_text(field, message, maps):
    text = type_text(field, maps)
    if field.label == Field.LABEL_REPEATED and field.type_name not in maps:
        return f"repeated {text}"
    if field.proto3_optional:
        return f"optional {text}"
    if field.HasField("oneof_index"):
        return f"{text}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return text


def table(heading, rows):
    return "\n".join([f"| {' | '.join(heading)} |", f"|{'---|' * len(heading)}",
                      *(f"| {' | '.join(row)} |" for row in rows)])


def enum_parts(enum, name, path, comments):
    yield f"### {name}"
    yield comments.block(path)
    rows = [(f"`{value.name}`", str(value.number), comments.cell((*path, ENUM_VALUES, i)))
            for i, value in enumerate(enum.value)]
    yield table(("value", "number", ""), rows)


def message_parts(message, name, path, comments):
    maps = {f".{PACKAGE}.{name}.{nested.name}": nested for nested in message.nested_type if nested.options.map_entry}
    yield f"### {name}"
    yield comments.block(path)
    rows = [(f"`{field.name}`", str(field.number), kind_text(field, message, maps),
             comments.cell((*path, MESSAGE_FIELDS, i))) for i, field in enumerate(message.field)]
    if rows:
        yield table(("field", "number", "type", ""), rows)
    else:
        yield "It has no fields."
    for i, enum in enumerate(message.enum_type):
        yield from enum_parts(enum, f"{name}.{enum.name}", (*path, MESSAGE_ENUMS, i), comments)
    for i, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from message_parts(nested, f"{name}.{nested.name}", (*path, MESSAGE_TYPES, i), comments)


def service_parts(service, path, comments):
    yield f"### {service.name}"
    yield comments.block(path)

    def side(type_name, streams):
        name = type_name.removeprefix(f".{PACKAGE}.")
        return f"{'stream of ' if streams else ''}[{name}](#{anchor(name)})"

    rows = [(f"`{method.name}`", side(method.input_type, method.client_streaming),
             side(method.output_type, method.server_streaming), comments.cell((*path, SERVICE_METHODS, i)))
            for i, method in enumerate(service.method)]
    yield table(("call", "takes", "returns", ""), rows)
    for i, method in enumerate(service.method):
        if comments.is_drawn((*path, SERVICE_METHODS, i)):
            yield f"All about `{method.name}`:"
            yield comments.block((*path, SERVICE_METHODS, i))


def file_parts(name, file):
    comments = Comments(file)
    yield f"## {name}.proto"
    yield comments.head()
    for i, service in enumerate(file.service):
        yield from service_parts(service, (FILE_SERVICES, i), comments)
    for i, message in enumerate(file.message_type):
        yield from message_parts(message, message.name, (FILE_MESSAGES, i), comments)
    for i, enum in enumerate(file.enum_type):
        yield from enum_parts(enum, enum.name, (FILE_ENUMS, i), comments)


def page():
    """The text of the page as it should be."""
    parts, contents = [], []
    for name, file in files():
        types = [*file.service, *file.message_type, *file.enum_type]
        contents.append(f"- [{name}.proto](#{anchor(name + '.proto')}): " +
                        ", ".join(f"[{one.name}](#{anchor(one.name)})" for one in types))
        parts += file_parts(name, file)
    return HEAD + "\n".join(contents) + "\n\n" + "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(page(), encoding="utf-8")
