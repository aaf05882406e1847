// VectorEnv: its buffers are NumPy arrays without a copy, and its steps run without the interpreter's lock.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <limits>
#include <memory>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"
#include "sample-bots/environment/env_record.h"
#include "sample-bots/environment/module/arguments.h"
#include "sample-bots/environment/vector_env.h"

namespace flagfall::environment {

pybind11::object ToPython(RecordedGame game);

namespace {

namespace py = pybind11;

// A VectorEnv with the ruleset that its records need.
class BoundEnv {
 public:
  BoundEnv(v1::Ruleset ruleset, std::unique_ptr<VectorEnv> env) : ruleset_(std::move(ruleset)), env_(std::move(env)) {}

  const v1::Ruleset& ruleset() const { return ruleset_; }
  const VectorEnv& env() const { return *env_; }

  // Calls change(env) without the interpreter's lock. Raises where another thread is within such a call.
  template <typename Change>
  absl::Status Alone(Change change) {
    if (is_busy_.exchange(true)) {
      return absl::FailedPreconditionError("another thread is in a step of this VectorEnv; one may be at a time");
    }
    const absl::Cleanup end = [this] { is_busy_ = false; };
    const py::gil_scoped_release release;
    return change(*env_);
  }

 private:
  v1::Ruleset ruleset_;
  std::unique_ptr<VectorEnv> env_;
  std::atomic<bool> is_busy_ = false;
};

}  // namespace
}  // namespace flagfall::environment

namespace pybind11::detail {

template <>
class type_caster<flagfall::environment::BoundEnv>
    : public flagfall::environment::InitializedCaster<flagfall::environment::BoundEnv> {};

}  // namespace pybind11::detail

namespace flagfall::environment {
namespace {

// A view of the buffer that keeps the VectorEnv alive, and that cannot be written to.
template <typename Value>
py::array View(const py::object& self, const py::dtype& type, std::vector<py::ssize_t> shape,
               const std::vector<Value>& buffer) {
  py::array array(type, std::move(shape), buffer.data(), self);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <typename Value>
auto PerGame(const std::vector<Value>& (VectorEnv::*buffer)() const, const char* type, std::vector<py::ssize_t> shape) {
  return [=](const py::object& self) {
    const VectorEnv& env = self.cast<const BoundEnv&>().env();
    std::vector<py::ssize_t> whole = {static_cast<py::ssize_t>(env.size())};
    whole.insert(whole.end(), shape.begin(), shape.end());
    return View(self, py::dtype(type), whole, (env.*buffer)());
  };
}

py::object Observations(const py::object& self) {
  if (!self.cast<const BoundEnv&>().env().config().observes) return py::none();
  return PerGame(&VectorEnv::observations, "uint8", {board::kRows, board::kFiles, kPlanes})(self);
}

// The numbers of plies, of any type of whole numbers. Raises for one that is none as Step does.
template <typename Wide>
std::vector<std::int32_t> Narrowed(const py::array& actions) {
  const auto wide = py::array_t<Wide, py::array::c_style | py::array::forcecast>(actions);
  std::vector<std::int32_t> narrow(wide.size());
  for (py::ssize_t i = 0; i < wide.size(); ++i) {
    const Wide number = wide.data()[i];
    if (std::cmp_less(number, 0) || std::cmp_greater_equal(number, kPlyNumbers))
      Raise(NoPlyError(i, absl::StrCat(number)));
    narrow[i] = static_cast<std::int32_t>(number);
  }
  return narrow;
}

[[noreturn]] void RaiseNoActions(const py::object& given) {
  const auto array = py::array::ensure(given);
  const std::string what = array ? absl::StrCat("an array of ", std::string(py::str(array.dtype())), " of shape ",
                                                std::string(py::str(array.attr("shape"))))
                                 : "no array";
  throw py::value_error(absl::StrCat("the actions are ", what, "; expected whole numbers, one for each game"));
}

void Step(BoundEnv& self, const py::object& given) {
  // A list or a tuple becomes an array.
  const auto actions = py::array::ensure(given);
  if (!actions || actions.ndim() != 1 || (actions.dtype().kind() != 'i' && actions.dtype().kind() != 'u')) {
    RaiseNoActions(given);
  }
  if (py::isinstance<py::array_t<std::int32_t, py::array::c_style>>(actions)) {
    const auto* data = static_cast<const std::int32_t*>(actions.data());
    const absl::Span<const std::int32_t> span(data, actions.size());
    return RaiseIfError(self.Alone([span](VectorEnv& env) { return env.Step(span); }));
  }
  if (static_cast<std::size_t>(actions.size()) != self.env().size()) {
    Raise(CountError(actions.size(), self.env().size()));
  }
  const std::vector<std::int32_t> narrow =
      actions.dtype().kind() == 'u' ? Narrowed<std::uint64_t>(actions) : Narrowed<std::int64_t>(actions);
  RaiseIfError(self.Alone([&narrow](VectorEnv& env) { return env.Step(narrow); }));
}

SetUp SetUpNamed(const std::string& words) {
  const auto read = ReadPlacements(absl::StartsWith(words, "setup ") ? words.substr(6) : words);
  return ValueOrRaise(read);
}

SetUpKind SetUpKindNamed(const std::string& name) {
  if (name == "drawn") return SetUpKind::kDrawn;
  if (name == "book") return SetUpKind::kFromBook;
  if (name == "pairs") return SetUpKind::kPairs;
  throw py::value_error(absl::StrCat("there are no set-ups '", name, "'; expected drawn, book or pairs"));
}

std::unique_ptr<BoundEnv> New(const std::string& ruleset, const Options& options, const EnvConfig& config,
                              const std::string& kind, const std::vector<std::string>& words) {
  v1::Ruleset complete = RulesetOf(ruleset, options);
  if (!IsBoardGame(complete.id())) {
    const auto id = [](std::string* out, const RulesetInfo& info) { out->append(info.id); };
    throw py::value_error(absl::StrCat("a VectorEnv plays ", absl::StrJoin(BoardRulesets(), ", ", id), ", not ",
                                       complete.id(), "; new_game plays all rulesets"));
  }
  const board::BoardRules rules = ValueOrRaise(BoardRulesOf(complete));
  std::vector<SetUp> set_ups;
  set_ups.reserve(words.size());
  for (const std::string& set_up : words) set_ups.push_back(SetUpNamed(set_up));
  SetUpSource source(rules);
  RaiseIfError(source.Take(SetUpKindNamed(kind), std::move(set_ups)));
  return std::make_unique<BoundEnv>(std::move(complete),
                                    ValueOrRaise(VectorEnv::New(rules, config, std::move(source))));
}

std::uint32_t LimitOf(const py::object& plies, const char* name) {
  return static_cast<std::uint32_t>(WholeNumber(plies, name, 0, std::numeric_limits<std::uint32_t>::max()));
}

void BindBuffers(py::class_<BoundEnv>& env) {
  env.def_property_readonly(
         "observations", &Observations,
         "(n, 10, 10, PLANES) uint8: what the side to move sees; None where the VectorEnv does not observe.")
      .def_property_readonly("legal_mask", PerGame(&VectorEnv::legal_mask, "bool", {kPlyNumbers}),
                             "(n, PLY_NUMBERS) bool: the legal plies of the side to move.")
      .def_property_readonly("rewards", PerGame(&VectorEnv::rewards, "float32", {2}),
                             "(n, 2) float32: Red's and Blue's of the last step.")
      .def_property_readonly("done", PerGame(&VectorEnv::done, "bool", {}),
                             "(n,) bool: whether the last step ended the game.")
      .def_property_readonly("truncated", PerGame(&VectorEnv::truncated, "bool", {}),
                             "(n,) bool: whether a limit on plies ended it.")
      .def_property_readonly("to_move", PerGame(&VectorEnv::to_move, "uint8", {}), "(n,) uint8: 0 for Red, 1 for Blue.")
      .def_property_readonly("plies", PerGame(&VectorEnv::plies, "uint32", {}), "(n,) uint32: plies made in the game.")
      .def_property_readonly("random_actions", PerGame(&VectorEnv::random_actions, "int32", {}),
                             "(n,) int32: a legal ply of each game, drawn at random.");
}

// What a step of another thread writes to just then must not be read.
py::object Kept(BoundEnv& self, const py::object& of_game,
                absl::StatusOr<PlayedGame> (VectorEnv::*game_of)(std::size_t) const) {
  const std::size_t index = WholeNumber(of_game, "the game", 0, self.env().size() - 1);
  absl::StatusOr<PlayedGame> game = PlayedGame();
  RaiseIfError(self.Alone([&](const VectorEnv& env) {
    game = (env.*game_of)(index);
    return absl::OkStatus();
  }));
  return ToPython(ValueOrRaise(RecordedGameOf(self.ruleset(), ValueOrRaise(std::move(game)))));
}

py::object GameAt(BoundEnv& self, const py::object& index) { return Kept(self, index, &VectorEnv::GameOf); }
py::object LastGameAt(BoundEnv& self, const py::object& index) { return Kept(self, index, &VectorEnv::LastGameOf); }

void Reset(BoundEnv& self) {
  RaiseIfError(self.Alone([](VectorEnv& env) { return env.Reset(); }));
}

void BindSteps(py::class_<BoundEnv>& env) {
  env.def_property_readonly(
         "n", [](const BoundEnv& self) { return self.env().size(); }, "How many games there are.")
      .def_property_readonly(
          "threads", [](const BoundEnv& self) { return self.env().config().threads; }, "How many threads share a step.")
      .def_property_readonly(
          "ruleset", [](const BoundEnv& self) { return self.ruleset().id(); }, "The ruleset's id.")
      .def_property_readonly(
          "options", [](const BoundEnv& self) { return OptionsOf(self.ruleset()); },
          "All options of the ruleset, by name.")
      .def("reset", &Reset, "Begins anew with the first games of the seed.")
      .def("step", &Step, py::arg("actions"),
           "Makes a ply in each game. Raises RuleError, and changes nothing, where one of them is illegal.")
      .def("game", &GameAt, py::arg("index"), "The game as far as it has come; needs keep_games.")
      .def("last_game", &LastGameAt, py::arg("index"), "The game before it, which is over.");
}

}  // namespace

void BindVectorEnv(py::module_& module) {
  py::class_<BoundEnv> env(module, "VectorEnv", "See flagfall.VectorEnv.");
  env.def(py::init([](const std::string& ruleset, const py::object& n, const py::object& threads,
                      const Options& options, const py::object& seed, const py::object& max_plies,
                      const py::object& max_plies_without_capture, bool observe, bool keep_games,
                      const std::string& set_up_kind, const std::vector<std::string>& set_ups) {
            const EnvConfig config{
                .games = static_cast<int>(WholeNumber(n, "n", 1, kGamesMax)),
                .threads = static_cast<int>(WholeNumber(threads, "threads", 1, kThreadsMax)),
                .seed = SeedOf(seed),
                .max_plies = LimitOf(max_plies, "max_plies"),
                .max_plies_without_capture = LimitOf(max_plies_without_capture, "max_plies_without_capture"),
                .observes = observe,
                .keeps_games = keep_games};
            return New(ruleset, options, config, set_up_kind, set_ups);
          }),
          py::arg("ruleset"), py::arg("n"), py::arg("threads"), py::kw_only(), py::arg("options"), py::arg("seed"),
          py::arg("max_plies"), py::arg("max_plies_without_capture"), py::arg("observe"), py::arg("keep_games"),
          py::arg("set_up_kind"), py::arg("set_ups"));
  BindSteps(env);
  BindBuffers(env);
}

}  // namespace flagfall::environment
