// Observer: what a bot in an arena sees, from the events of its stream.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "referee/rules/board_game/board_options.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/environment/followed_position.h"
#include "sample-bots/environment/module/arguments.h"
#include "sample-bots/environment/ply_number.h"

namespace pybind11::detail {

template <>
class type_caster<flagfall::environment::FollowedPosition>
    : public flagfall::environment::InitializedCaster<flagfall::environment::FollowedPosition> {};

}  // namespace pybind11::detail

namespace flagfall::environment {
namespace {

namespace py = pybind11;

FollowedPosition NewObserver(const std::string& ruleset, const Options& options, const std::string& side) {
  const Side own = SideNamed(side);
  return FollowedPosition(ValueOrRaise(BoardRulesOf(RulesetOf(ruleset, options))), own);
}

void Follow(FollowedPosition& self, const std::vector<py::bytes>& events) {
  RaiseIfError(self.Follow(EventsOf(events)));
}

py::array ObservationOf(const FollowedPosition& self) {
  py::array_t<std::uint8_t> observation({board::kRows, board::kFiles, kPlanes});
  self.ObserveTo(observation.mutable_data());
  return observation;
}

py::array LegalMaskOf(const FollowedPosition& self) {
  py::array mask(py::dtype("bool"), std::vector<py::ssize_t>{kPlyNumbers});
  self.LegalTo(static_cast<std::uint8_t*>(mask.mutable_data()));
  return mask;
}

}  // namespace

void BindObserver(py::module_& module) {
  py::class_<FollowedPosition>(module, "Observer",
                               "What a player of a board game sees in an arena, from the events that it is told.")
      .def(py::init(&NewObserver), py::arg("ruleset"), py::arg("options"), py::arg("side"))
      .def("follow", &Follow, py::arg("events"),
           "Takes serialized flagfall.v1.Event, in their order from the game's first one on. Raises ValueError for "
           "those that another player was told, or of a game with another army or zone. Games of classic and battle "
           "begin alike, and so it cannot tell one from the other.")
      .def("__copy__", [](const FollowedPosition& self) { return self; })
      .def("__deepcopy__", [](const FollowedPosition& self, const py::object&) { return self; })
      .def("observation", &ObservationOf, "(10, 10, PLANES), as the player sees the board.")
      .def("legal_mask", &LegalMaskOf, "(PLY_NUMBERS,); no ply is legal while it is the opponent's turn.")
      .def_property_readonly(
          "side", [](const FollowedPosition& self) { return std::string(SideName(self.side())); }, "red or blue.")
      .def_property_readonly(
          "to_move", [](const FollowedPosition& self) { return std::string(SideName(self.state().side_to_move())); },
          "The side to move, red or blue.");
}

}  // namespace flagfall::environment
