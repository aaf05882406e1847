"""What docstrings and the guide show is run, and the stub names what the module has."""

import ast
import doctest
import importlib
import inspect
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import flagfall
from flagfall import _core

ROOT = Path(__file__).resolve().parents[4]
PACKAGE = ROOT / "sample-bots/environment/flagfall"


class Docs(unittest.TestCase):
    def test_examples_in_docstrings(self):
        tried = 0
        for path in sorted(PACKAGE.glob("*.py")):
            name = "flagfall" if path.stem == "__init__" else f"flagfall.{path.stem}"
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            tried += result.attempted
        self.assertGreater(tried, 15)

    def test_examples_in_the_guide(self):
        result = doctest.testfile(str(PACKAGE.parent / "README.md"), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)

    def test_the_stub_has_what_the_module_has(self):
        stub = ast.parse((PACKAGE / "_core.pyi").read_text())
        named = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
        named |= {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.assertEqual(named, {name for name in dir(_core) if not name.startswith("__")})
        for node in stub.body:
            if isinstance(node, ast.ClassDef) and node.name != "RuleError":
                members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)} - {"__init__"}
                there = {name for name in vars(getattr(_core, node.name)) if not name.startswith("_")}
                self.assertEqual(members, there, node.name)

    def test_everything_public_says_what_it_is(self):
        modules = [importlib.import_module("flagfall" if path.stem == "__init__" else f"flagfall.{path.stem}")
                   for path in sorted(PACKAGE.glob("*.py"))]
        asked = 0
        for module in [*modules, _core]:
            self.assertTrue(module.__doc__, module.__name__)
            for name, thing in vars(module).items():
                is_own = getattr(thing, "__module__", None) == module.__name__ or module is _core
                if name.startswith("_") or not is_own or not (inspect.isclass(thing) or inspect.isroutine(thing)):
                    continue
                self.assertTrue(thing.__doc__, f"{module.__name__}.{name}")
                asked += 1
                for member_name, member in vars(thing).items() if inspect.isclass(thing) else ():
                    if not member_name.startswith("_") and (inspect.isroutine(member) or isinstance(member, (property, classmethod))):
                        self.assertTrue(member.__doc__, f"{module.__name__}.{name}.{member_name}")
                        asked += 1
        self.assertGreater(asked, 100)

    def test_every_public_name_has_a_stub(self):
        """Names of Python's own modules are their own stubs; those of the compiled one are in the stub."""
        stub = ast.parse((PACKAGE / "_core.pyi").read_text())
        stubbed = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        stubbed |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
        written = set()
        for path in PACKAGE.glob("*.py"):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    written.add(node.name)
                elif isinstance(node, ast.Assign):
                    written |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        self.assertEqual(set(flagfall.__all__) - written - stubbed, set())
        self.assertTrue((PACKAGE / "py.typed").exists())
        self.assertEqual(flagfall.RuleError("x").clause, "")

    def test_the_messages_may_lie_elsewhere(self):
        """As beside a bot, whose folder comes first on Python's path."""
        with tempfile.TemporaryDirectory() as folder:
            messages = Path(folder) / "flagfall/v1"
            messages.mkdir(parents=True)
            (messages / "other_pb2.py").write_text("FOUND = True\n")
            script = "import flagfall, flagfall.v1.other_pb2 as other; print(other.FOUND, flagfall.PLANES)"
            path = os.pathsep.join([folder, *os.environ["PYTHONPATH"].split(os.pathsep)])
            said = subprocess.run([sys.executable, "-B", "-c", script], env={**os.environ, "PYTHONPATH": path},
                                  capture_output=True, text=True)
            self.assertEqual(said.stdout.split(), ["True", str(flagfall.PLANES)], said.stderr)


if __name__ == "__main__":
    unittest.main()
