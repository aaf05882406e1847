"""Keeps the house in order: sizes, direction of includes, cycles, stray notes. Run by CTest."""

import pathlib
import re
import statistics
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "tests/support")]

import clauses  # noqa: E402
import mutate  # noqa: E402
import rooms  # noqa: E402
import source_tree  # noqa: E402
import unit_costs  # noqa: E402
import units  # noqa: E402

FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 60
# Of one class: data members, and these with the member functions. A class above them does several things.
CLASS_DATA_MAX = 20
CLASS_MEMBERS_MAX = 50

# Each with the reason why it may be longer.
LONG_FILES: dict[str, str] = {
}
LONG_FUNCTIONS: dict[tuple[str, str], str] = {}
# Each with the members that it may have at most, data members first. The numbers may only go down.
LARGE_CLASSES: dict[str, tuple[int, int]] = {
    "CheckSession": (21, 61),
    "CheckGame": (20, 59),
    "SimRun": (20, 54),
    "RunChecker": (20, 52),
    # A method for each call of the service.
    "HomeApi": (8, 72),
    "ArenaClient": (2, 57),
    # Everything that can happen to a match, each a call.
    "Match": (10, 52),
    # One HTTP/2 connection with its calls: most of its members are steps that nghttp2's callbacks take.
    "Connection": (21, 58),
    # What a simulated bot may be like.
    "Traits": (21, 21),
}

FILES = {path: (ROOT / path).read_text(encoding="utf-8", errors="replace")
         for path in source_tree.tracked_files(ROOT)
         if pathlib.Path(path).suffix in source_tree.CODE | {".md", ".txt", ".sh", ".sql"}
         or path in ("dev", ".ci/run")}
CODE = {path: text for path, text in FILES.items() if pathlib.Path(path).suffix in source_tree.CODE}


class Sizes(unittest.TestCase):
    def test_files(self):
        sizes = {path: source_tree.lines_of_code(text, pathlib.Path(path).suffix) for path, text in CODE.items()}
        print(summary("file lines", sorted(sizes.values())))
        source = sum(n for path, n in sizes.items() if not path.startswith("tests/"))
        print(f"tests : source = {(sum(sizes.values()) - source) / source:.2f}")
        long = [f"{path}: {n}" for path, n in sizes.items() if n > FILE_LINES_MAX and path not in LONG_FILES]
        self.assertEqual(long, [], f"files above {FILE_LINES_MAX} lines of code")

    def test_functions(self):
        found = [f for path, text in CODE.items() for f in source_tree.functions(path, text)]
        self.assertGreater(len(found), 0)
        print(summary("function lines", sorted(f.length for f in found)))
        long = [f"{f.path}:{f.line} {f.name}: {f.length}" for f in found
                if f.length > FUNCTION_LINES_MAX and (f.path, f.name) not in LONG_FUNCTIONS]
        self.assertEqual(long, [], f"functions above {FUNCTION_LINES_MAX} lines")

    def test_classes(self):
        found = [c for path, text in CODE.items() if path.endswith((".cc", ".h")) for c in source_tree.classes(path, text)]
        self.assertGreater(len(found), 0)
        print(summary("class members", sorted(c.data + c.methods for c in found)))
        large = []
        for c in found:
            data_max, members_max = LARGE_CLASSES.get(c.name, (CLASS_DATA_MAX, CLASS_MEMBERS_MAX))
            if c.data > data_max or c.data + c.methods > members_max:
                large.append(f"{c.path}:{c.line} {c.name}: {c.data} data members, {c.methods} member functions")
        self.assertEqual(large, [], f"classes above {CLASS_DATA_MAX} data members, or {CLASS_MEMBERS_MAX} members in all")

    def test_exceptions_are_still_needed(self):
        for path in LONG_FILES:
            self.assertGreater(source_tree.lines_of_code(CODE[path], pathlib.Path(path).suffix), FILE_LINES_MAX, path)
        lengths = {(f.path, f.name): f.length for path, text in CODE.items() for f in source_tree.functions(path, text)}
        for key in LONG_FUNCTIONS:
            self.assertGreater(lengths.get(key, 0), FUNCTION_LINES_MAX, key)
        classes = [c for path, text in CODE.items() if path.endswith((".cc", ".h")) for c in source_tree.classes(path, text)]
        for name in LARGE_CLASSES:
            self.assertTrue(any(c.name == name and (c.data > CLASS_DATA_MAX or c.data + c.methods > CLASS_MEMBERS_MAX)
                                for c in classes), name)


class Clauses(unittest.TestCase):
    def test_every_clause_is_proved(self):
        found = clauses.proofs()
        stated = clauses.clauses(FILES["referee/rules/README.md"])
        self.assertGreater(len(stated), 0)
        self.assertEqual([f"R{s}.{n}" for s, n in stated if (s, n) not in found], [], "clauses without a test")

    def test_the_table_is_up_to_date(self):
        page = FILES["referee/rules/README.md"]
        self.assertEqual(clauses.with_table(page), page, "run tests/house/clauses.py --write")


class Includes(unittest.TestCase):
    def test_direction(self):
        wrong = [f"{path} includes {included}" for path, text in CODE.items() for included in source_tree.includes(text)
                 if not rooms.may_include(path, included)]
        self.assertEqual(wrong, [], "includes that go up the house, or sideways")

    def test_every_source_folder_is_a_room(self):
        homeless = [path for path in CODE if path.endswith((".cc", ".h"))
                    and path.startswith(("referee/", "arena/", "sample-bots/")) and rooms.room_of(path) is None]
        self.assertEqual(homeless, [])

    def test_owned_libraries(self):
        wrong = [f"{path} includes {included}" for path, text in CODE.items() if rooms.room_of(path)
                 for included in source_tree.includes(text) for prefix, owners in rooms.OWNERS.items()
                 if included.startswith(prefix) and rooms.room_of(path) not in owners]
        self.assertEqual(wrong, [], "libraries that belong to another room")

    def test_heavy_headers(self):
        wrong = [f"{path} includes {included}" for path, text in CODE.items()
                 for included in source_tree.includes(text) for prefix, files in rooms.HEAVY.items()
                 if included.startswith(prefix) and path not in files]
        self.assertEqual(wrong, [], "headers that make everybody's build slow")

    def test_no_cycles(self):
        graph = {path: [i for i in source_tree.includes(text) if i in CODE] for path, text in CODE.items()}
        self.assertEqual(source_tree.find_cycle(graph), [])

    def test_no_cycles_of_scripts(self):
        graph = {path: source_tree.script_imports(path, text, CODE) for path, text in CODE.items()
                 if path.endswith((".ts", ".tsx", ".js", ".mjs"))}
        self.assertEqual(source_tree.find_cycle(graph), [])

    def test_namespaces(self):
        wrong = []
        for path, text in CODE.items():
            folder = re.match(r"arena/(\w+)/.*\.(h|cc)$", path)
            if folder and not path.endswith("/main.cc"):
                own = "flagfall::arena" if folder[1] == "base" else f"flagfall::arena::{folder[1]}"
                if not re.search(rf"^namespace {own}(::\w+)* {{$", text, re.MULTILINE):
                    wrong.append(path)
        self.assertEqual(wrong, [], "a folder of the arena is a namespace; what lies in base belongs to all of them")

    def test_files_of_a_target_make_a_unit_in_any_order(self):
        self.assertEqual(units.clashes_in(ROOT), [], "names in anonymous namespaces that differ in no other way; rename one of each two")

    def test_guards(self):
        for path, text in CODE.items():
            if path.endswith(".h"):
                guard = re.sub(r"[^A-Z0-9]", "_", path.upper()) + "_"
                self.assertIn(f"#ifndef {guard}\n#define {guard}\n", text, path)


class Notes(unittest.TestCase):
    def test_nothing_left_to_do(self):
        this = "tests/house/house_test.py"
        mark = re.compile(r"\b(TODO|FIXME|XXX)\b")
        found = [f"{path}: {line.strip()}" for path, text in FILES.items() if path != this
                 for line in text.splitlines() if mark.search(line)]
        self.assertEqual(found, [])

    def test_every_folder_of_sources_is_explained(self):
        folders = {room for room in rooms.ROOMS if any(path.startswith(room + "/") for path in CODE)}
        missing = [room for room in sorted(folders) if f"{room}/README.md" not in FILES
                   and not room.startswith("referee/rules/")]
        self.assertEqual(missing, [], "folders without README.md")


class PlantedFaults(unittest.TestCase):
    """A fault whose text has changed cannot be planted, which nobody would see before the next run of mutate.py."""

    def test_each_can_be_planted_in_the_rules(self):
        for mutation in mutate.mutations("contract"):
            with self.subTest(mutation.what):
                self.assertEqual((ROOT / mutation.path).read_text().count(mutation.old), 1)

    def test_each_can_be_planted_in_the_coordinator(self):
        texts = [source.read_text() for source in sorted((ROOT / "arena/coordinator").glob("*.cc"))]
        for mutation in mutate.mutations("coordinator"):
            with self.subTest(mutation.what):
                self.assertEqual(sum(text.count(mutation.old) for text in texts), 1)

    def test_each_can_be_planted_in_a_simulated_host(self):
        for mutation in mutate.mutations("whole_host"):
            with self.subTest(mutation.what):
                self.assertEqual((ROOT / mutation.file).read_text().count(mutation.old), 1)


class Fuzzers(unittest.TestCase):
    def test_each_is_built_has_an_aim_and_is_told(self):
        sources = {path.removeprefix("tests/fuzz/").removesuffix("_fuzz.cc") for path in CODE if path.endswith("_fuzz.cc")}
        self.assertEqual(set(re.findall(r"^flagfall_fuzzer\((\w+)", FILES["tests/fuzz/CMakeLists.txt"], re.MULTILINE)), sources)
        self.assertEqual(set(re.findall(r'^    "(\w+)": \[', FILES["tests/fuzz/fuzz.py"], re.MULTILINE)), sources)
        # A row says what each is for, and another how much it has run.
        told = re.findall(r"^\| `(\w+)` \|", FILES["tests/fuzz/README.md"], re.MULTILINE)
        self.assertEqual(sorted(told), sorted([*sources, *sources]))


class TheCheckersThemselves(unittest.TestCase):
    """Bad rows beside good ones: a checker that finds nothing would pass everything."""

    def test_functions_are_measured(self):
        text = "namespace a {\n\nint F(int x,\n      int y) {\n  if (x) {\n  }\n  return y;\n}\n\nint G();\n\n}  // namespace a\n"
        self.assertEqual([(f.name, f.length) for f in source_tree.cpp_functions("f.cc", text)], [("F", 6)])
        text = "class A {\n  int F() const {\n    return 1;\n  }\n  int a = 0;\n};\n"
        self.assertEqual([(f.name, f.length) for f in source_tree.cpp_functions("f.h", text)], [("F", 3)])
        text = "def f(a):\n    b = 1\n\n    return b\n\n\ndef g():\n    pass\n"
        self.assertEqual([(f.name, f.length) for f in source_tree.python_functions("f.py", text)], [("f", 4), ("g", 2)])
        text = "export function f({\n  a,\n}: {\n  a: number;\n}) {\n  return a;\n}\nconst b = 1;\n"
        self.assertEqual([(f.name, f.length) for f in source_tree.functions("f.tsx", text)], [("f", 7)])

    def test_costs_of_units(self):
        log = "# ninja log v5\n0\t9000\t1\ttests/a_test.cc.o\tff\n0\t2500\t1\tarena/b.cc.o\tff\n0\t1000\t2\ttests/a_test.cc.o\tff\n"
        steps = unit_costs.read_steps(log)
        self.assertEqual(steps, {"tests/a_test.cc.o": 1.0, "arena/b.cc.o": 2.5})
        self.assertEqual(unit_costs.summary(steps, 1),
                         ["     2.5 s     1 steps  product", "     1.0 s     1 steps  tests", "", "     2.5 s  arena/b.cc.o"])

    def test_clauses_of_the_rulesets(self):
        self.assertEqual(clauses.clauses("- **R11.2** a\n- **R9.1** b\n- **R1.1** c\n"), [(1, 1), (11, 2)])

    def test_names_that_clash_in_a_unit(self):
        def clashes(one, other):
            return units.clashes({name: f"namespace a {{\nnamespace {{\n\n{text}\n\n}}  // namespace\n}}  // namespace a\n"
                                  for name, text in (("a.cc", one), ("b.cc", other))})

        told = ["b.cc: F is also in a.cc"]
        for one, other in (("int F(int x) { return x; }", "bool F(int y) {\n  return y;\n}"), ("constexpr int F = 1;", "struct F {\n};"),
                           ("const std::string& F(const A& a) {\n}", "template <typename T>\nT F(const A& b) {\n}"),
                           ("constexpr char F[] = \"x\";", "int F(int y) {\n}"), ("using F = int;", "using F = bool;")):
            self.assertEqual(clashes(one, other), told, (one, other))
        for one, other in (("int F(int x) { return x; }", "int F(bool x) { return x; }"), ("using F = int;", "using F = int;"),
                           ("int F(int x) { return G(x); }", "int G(int x) { return F(x); }"), ("int F();", "int F();")):
            self.assertEqual(clashes(one, other), [], (one, other))

    def test_members_of_classes_are_counted(self):
        text = """
class A final : public B {
 public:
  explicit A(int x) : x_{x}, f_([](int y) { return y; }) {}  // int no_member_;
  A(const A&) = delete;
  ~A() override = default;
  int Get() const { return x_; }
  template <typename T>
  void Set(T value) ABSL_LOCKS_EXCLUDED(mutex_);
  bool operator==(const A&) const;

 private:
  enum class State { kOn, kOff };
  struct Nested {
    int a = 0;
    std::string b{"; }"};
  };
  using Map = std::map<int, int>;
  static constexpr int kMax = 3;
  friend class C;

  const int x_;
  std::function<void(int)> f_;
  std::vector<int> v_ ABSL_GUARDED_BY(mutex_) = {1, 2};
  Completion<A, &A::Get> completion_{*this};
};
class Forward;
"""
        self.assertEqual([(c.name, c.line, c.data, c.methods) for c in source_tree.classes("f.h", text)],
                         [("A", 2, 4, 4), ("Nested", 14, 2, 0)])

    def test_lines_of_code(self):
        self.assertEqual(source_tree.lines_of_code("// a\n\nint b;\n", ".cc"), 1)
        self.assertEqual(source_tree.lines_of_code("/* a */\n\nb {\n}\n", ".css"), 2)

    def test_directions(self):
        for path, included, allowed in [
            ("referee/match/match.cc", "referee/rules/game.h", True),
            ("referee/rules/game.h", "referee/match/match.h", False),
            ("referee/match/match.cc", "referee/rules/board_game/board_game.h", False),
            ("referee/rules/catalogue.cc", "referee/rules/board_game/board_game.h", True),
            ("sample-bots/cpp/marshal/marshal.cc", "referee/rules/board/square.h", True),
            ("sample-bots/cpp/marshal/marshal.cc", "referee/match/match.h", False),
            ("arena/store/games.cc", "referee/service/referee.h", False),
        ]:
            self.assertEqual(rooms.may_include(path, included), allowed, (path, included))

    def test_cycles(self):
        self.assertEqual(source_tree.find_cycle({"a": ["b"], "b": ["c"], "c": []}), [])
        self.assertEqual(source_tree.find_cycle({"a": ["b"], "b": ["c"], "c": ["b"]}), ["b", "c", "b"])

    def test_imports_of_scripts(self):
        text = """import { a, type B } from "./b";\nimport "../style/c.css";\nexport * from './d.js';\n
                  await import("../e/f");\nimport { g } from "preact";\n"""
        files = ["x/y/b.tsx", "x/style/c.css", "x/y/d.js", "x/e/f.ts", "preact"]
        self.assertEqual(source_tree.script_imports("x/y/z.tsx", text, files), files[:4])


def summary(what: str, sizes: list[int]) -> str:
    p90 = sizes[int(0.9 * (len(sizes) - 1))]
    return f"{what}: median {statistics.median(sizes):.0f}, p90 {p90}, max {sizes[-1]}, of {len(sizes)}"


if __name__ == "__main__":
    unittest.main()
