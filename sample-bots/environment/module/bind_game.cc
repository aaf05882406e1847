// Game: one game of any ruleset.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/outcome_words.h"
#include "referee/rules/ruleset.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/environment/module/arguments.h"
#include "sample-bots/environment/ply_number.h"
#include "sample-bots/environment/recorded_game.h"

namespace flagfall::environment {
namespace {

namespace py = pybind11;

using OptionalSide = std::optional<std::string>;

// A game with its actions as numbers: the numbers of plies (PlyNumberOf) at the plies of the board games, and the
// places in the list of legal actions at all other decisions.
class NumberedGame {
 public:
  explicit NumberedGame(RecordedGame game) : game_(std::move(game)), has_plies_(IsBoardGame(game_.ruleset().id())) {}

  RecordedGame& game() { return game_; }
  const RecordedGame& game() const { return game_; }

  // The side named, or the first that has an open decision. Raises where it has none.
  OpenDecision Decision(const OptionalSide& name) const {
    const auto pending = game_.game().Pending();
    if (game_.Outcome().has_value() || pending.empty()) {
      Raise(absl::FailedPreconditionError("the game is over; there is nothing to decide any more"));
    }
    if (!name.has_value()) return pending[0];
    const v1::Side side = ToProto(SideNamed(*name));
    for (const OpenDecision& decision : pending) {
      if (decision.side == side) return decision;
    }
    Raise(
        absl::InvalidArgumentError(absl::StrCat(*name, " has no open decision; ", SideName(pending[0].side), " has")));
  }

  std::optional<std::vector<v1::Action>> Legal(const OpenDecision& decision) const {
    return game_.game().Legal(decision.side);
  }

  bool IsPly(const OpenDecision& decision) const { return has_plies_ && decision.kind == v1::DECISION_KIND_PLY; }

  // The number of a legal action that stands at this place in the list.
  int NumberOf(const OpenDecision& decision, const v1::Action& action, std::size_t place) const {
    if (!IsPly(decision)) return static_cast<int>(place);
    return PlyNumberOf(
        {.from = static_cast<board::Square>(action.ply().from()), .to = static_cast<board::Square>(action.ply().to())});
  }

  v1::Action ActionOf(const OpenDecision& decision, const py::object& action) const {
    if (py::isinstance<py::str>(action)) return ValueOrRaise(game_.definition().ReadAction(action.cast<std::string>()));
    if (IsPly(decision)) {
      return PlyAction(PlyOfNumber(static_cast<int>(WholeNumber(action, "the ply", 0, kPlyNumbers - 1))));
    }
    const auto legal = Legal(decision);
    if (!legal.has_value()) {
      Raise(absl::InvalidArgumentError(absl::StrCat("the actions of the decision ", DecisionName(decision.kind),
                                                    " are too many for numbers; name one, or take one of sample()")));
    }
    return (*legal)[WholeNumber(action, "the action", 0, legal->size() - 1)];
  }

 private:
  RecordedGame game_;
  bool has_plies_;
};

}  // namespace
}  // namespace flagfall::environment

namespace pybind11::detail {

template <>
class type_caster<flagfall::environment::NumberedGame>
    : public flagfall::environment::InitializedCaster<flagfall::environment::NumberedGame> {};

}  // namespace pybind11::detail

namespace flagfall::environment {
namespace {

py::object FromJson(const std::string& json) { return py::module_::import("json").attr("loads")(json); }

std::vector<std::pair<std::string, std::string>> Pending(const NumberedGame& self) {
  std::vector<std::pair<std::string, std::string>> pending;
  if (self.game().Outcome().has_value()) return pending;
  for (const OpenDecision& decision : self.game().game().Pending()) {
    pending.emplace_back(std::string(SideName(decision.side)), DecisionName(decision.kind));
  }
  return pending;
}

std::optional<std::vector<int>> LegalActions(const NumberedGame& self, const OptionalSide& side) {
  const OpenDecision decision = self.Decision(side);
  const auto legal = self.Legal(decision);
  if (!legal.has_value()) return std::nullopt;
  std::vector<int> numbers;
  numbers.reserve(legal->size());
  for (std::size_t i = 0; i < legal->size(); ++i) numbers.push_back(self.NumberOf(decision, (*legal)[i], i));
  return numbers;
}

std::optional<std::vector<std::string>> LegalNames(const NumberedGame& self, const OptionalSide& side) {
  const auto legal = self.Legal(self.Decision(side));
  if (!legal.has_value()) return std::nullopt;
  std::vector<std::string> names;
  names.reserve(legal->size());
  for (const v1::Action& action : *legal) names.push_back(self.game().definition().WriteAction(action));
  return names;
}

int ActionNumber(const NumberedGame& self, const std::string& name, const OptionalSide& side) {
  const OpenDecision decision = self.Decision(side);
  const v1::Action action = ValueOrRaise(self.game().definition().ReadAction(name));
  const auto legal = self.Legal(decision);
  const std::string bytes = action.SerializeAsString();
  for (std::size_t i = 0; legal.has_value() && i < legal->size(); ++i) {
    if ((*legal)[i].SerializeAsString() == bytes) return self.NumberOf(decision, action, i);
  }
  throw py::value_error(absl::StrCat(name, " is none of the legal actions that can be listed"));
}

void Apply(NumberedGame& self, const py::object& action, const OptionalSide& side) {
  const OpenDecision decision = self.Decision(side);
  RaiseIfError(self.game().Apply(decision.side, self.ActionOf(decision, action)));
}

std::string Sample(const NumberedGame& self, const py::object& seed, const OptionalSide& side) {
  Random random(SeedOf(seed));
  return self.game().definition().WriteAction(self.game().game().Sample(self.Decision(side).side, random));
}

std::vector<double> Returns(const NumberedGame& self) {
  const auto outcome = self.game().Outcome();
  const v1::Result result = outcome.has_value() ? outcome->result() : v1::RESULT_UNSPECIFIED;
  if (result == v1::RESULT_RED_WINS) return {1.0, -1.0};
  if (result == v1::RESULT_BLUE_WINS) return {-1.0, 1.0};
  return {0.0, 0.0};
}

std::optional<std::string> Outcome(const NumberedGame& self) {
  const auto outcome = self.game().Outcome();
  if (!outcome.has_value()) return std::nullopt;
  return OutcomeWords(*outcome);
}

std::vector<py::bytes> Events(const NumberedGame& self, const std::string& observer, const py::object& first) {
  std::vector<py::bytes> messages;
  const std::size_t from = WholeNumber(first, "first", 0, std::numeric_limits<std::size_t>::max());
  for (const v1::Event& event : ValueOrRaise(self.game().Events(ObserverNamed(observer), from))) {
    messages.emplace_back(event.SerializeAsString());
  }
  return messages;
}

std::string ActionName(const NumberedGame& self, const py::object& action, const OptionalSide& side) {
  return self.game().definition().WriteAction(self.ActionOf(self.Decision(side), action));
}

py::object View(const NumberedGame& self, const std::string& observer) {
  return FromJson(JsonOf(self.game().game().ViewFor(ObserverNamed(observer))));
}

std::string Draw(const NumberedGame& self, const std::string& observer) {
  return self.game().definition().Draw(self.game().game().ViewFor(ObserverNamed(observer)), DrawStyle());
}

NumberedGame Determinize(const NumberedGame& self, const std::string& observer, const py::object& seed) {
  return NumberedGame(self.game().Determinize(ObserverNamed(observer), SeedOf(seed)));
}

std::string InformationState(const NumberedGame& self, const std::string& observer) {
  return ValueOrRaise(self.game().InformationState(ObserverNamed(observer)));
}

NumberedGame NewGame(const std::string& ruleset, const py::bytes& seed, const Options& options) {
  return NumberedGame(ValueOrRaise(RecordedGame::New(RulesetOf(ruleset, options), std::string(seed))));
}

void BindDecisions(py::class_<NumberedGame>& game) {
  game.def("pending", &Pending, "The open decisions: side and kind, Red's first. Two when both decide at once.")
      .def("legal_actions", &LegalActions, py::arg("side") = py::none(),
           "The legal actions of the side's decision as numbers; None when they are too many to be listed.")
      .def("legal_names", &LegalNames, py::arg("side") = py::none(), "The same actions in words, in the same order.")
      .def("action_name", &ActionName, py::arg("action"), py::arg("side") = py::none(),
           "The action of that number in words.")
      .def("action_number", &ActionNumber, py::arg("name"), py::arg("side") = py::none(),
           "The number of a legal action. Raises ValueError where it has none.")
      .def("apply", &Apply, py::arg("action"), py::arg("side") = py::none(),
           "Applies an action, by number or in words. Raises RuleError, and changes nothing, where it is illegal.")
      .def("sample", &Sample, py::arg("seed") = 0, py::arg("side") = py::none(),
           "A legal action drawn at random, in words.");
}

void BindKnowledge(py::class_<NumberedGame>& game) {
  game.def("view", &View, py::arg("observer"),
           "What red, blue, spectator or all may know, as flagfall.v1.View in JSON.")
      .def("draw", &Draw, py::arg("observer"), "The same as a drawing for a terminal.")
      .def("events", &Events, py::arg("observer"), py::arg("first") = 0,
           "What red, blue or spectator was told of the actions from that number on: serialized flagfall.v1.Event.")
      .def("determinize", &Determinize, py::arg("observer"), py::arg("seed") = 0,
           "A game that the observer cannot tell from this one, with everything drawn that is hidden from it.")
      .def("information_state_string", &InformationState, py::arg("observer"),
           "All that the observer was told, a line of JSON for each event.");
}

void BindState(py::class_<NumberedGame>& game) {
  const auto property = [&game](const char* name, auto get, const char* doc) {
    game.def_property_readonly(name, get, doc);
  };
  property(
      "ruleset", [](const NumberedGame& self) { return self.game().ruleset().id(); }, "The ruleset's id.");
  property(
      "options", [](const NumberedGame& self) { return OptionsOf(self.game().ruleset()); },
      "All options of the ruleset, by name.");
  property(
      "seed", [](const NumberedGame& self) { return py::bytes(ValueOrRaise(self.game().Seed())); },
      "32 bytes, from which all chance follows. RuntimeError for a determinized game.");
  property(
      "plies", [](const NumberedGame& self) { return self.game().game().Progress().plies; },
      "The number of plies; in cards of turns, in gogo of ticks.");
  property(
      "actions", [](const NumberedGame& self) { return self.game().actions(); },
      "The number of actions that were applied.");
  property(
      "is_over", [](const NumberedGame& self) { return self.game().Outcome().has_value(); },
      "Whether the game has ended.");
  property("outcome", &Outcome, "As in 'red wins, flag captured'; None while the game is on.");
}

}  // namespace

// Made out of a game that was played elsewhere in this module.
py::object ToPython(RecordedGame game) { return py::cast(NumberedGame(std::move(game))); }

void BindGame(py::module_& module) {
  py::class_<NumberedGame> game(module, "Game", "A game of any ruleset, by the same contract as the referee's.");
  game.def("returns", &Returns,
           "Red's and Blue's: 1.0 for a win, -1.0 for a loss, 0.0 for a draw and while the game is on.")
      .def(
          "clone", [](const NumberedGame& self) { return self; }, "A copy, which plays on by itself.")
      .def("__copy__", [](const NumberedGame& self) { return self; })
      .def("__deepcopy__", [](const NumberedGame& self, const py::object&) { return self; })
      // By its record, which a determinized game does not have.
      .def("__reduce__",
           [](const NumberedGame& self) {
             return py::make_tuple(py::module_::import("flagfall").attr("from_record"),
                                   py::make_tuple(ValueOrRaise(self.game().ToRecord())));
           })
      .def(
          "to_record", [](const NumberedGame& self) { return ValueOrRaise(self.game().ToRecord()); },
          "The record in JSON. Of a game that is over, `flagfall verify --file` takes it.")
      .def("__repr__", [](const NumberedGame& self) {
        return absl::StrCat("<flagfall.Game of ", self.game().ruleset().id(), " after ",
                            self.game().game().Progress().plies, " plies>");
      });
  BindState(game);
  BindDecisions(game);
  BindKnowledge(game);
  module.def("new_game", &NewGame, py::arg("ruleset"), py::arg("seed"), py::arg("options"),
             "As flagfall.new_game, with 32 bytes and all texts.");
  module.def(
      "from_record",
      [](const std::string& record) { return NumberedGame(ValueOrRaise(RecordedGame::FromRecord(record))); },
      py::arg("record"), "The game of a record in JSON as it stood in the end.");
}

}  // namespace flagfall::environment
