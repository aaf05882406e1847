"""What docstrings and the guide show is run, and the stub names what the module has."""

import ast
import doctest
import importlib
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
        for name in flagfall.__all__:
            thing = getattr(flagfall, name)
            if callable(thing) and name != "Policy":
                self.assertTrue(thing.__doc__, name)
        for one in (_core.Game, _core.Observer, _core.VectorEnv):
            for name, member in vars(one).items():
                if not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{one.__name__}.{name}")

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
