// The compiled part of the Python package `flagfall`, whose other part is in ../flagfall.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"
#include "sample-bots/environment/module/arguments.h"
#include "sample-bots/environment/observation.h"
#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {
namespace {

namespace py = pybind11;

int PlyNumberNamed(const std::string& name) {
  const std::optional<board::Ply> ply = board::ParsePly(name);
  if (!ply.has_value() ||
      (board::FileOf(ply->from) != board::FileOf(ply->to) && board::RowOf(ply->from) != board::RowOf(ply->to))) {
    throw py::value_error(name + " is no ply along a row or a file; expected one as in a4-a5");
  }
  return PlyNumberOf(*ply);
}

int Checked(const py::object& number) { return static_cast<int>(WholeNumber(number, "the ply", 0, kPlyNumbers - 1)); }

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() =
      "The compiled part of the package: see sample-bots/environment/README.md for the meaning of all numbers.";
  BindErrors(module);
  BindGame(module);
  BindObserver(module);
  BindVectorEnv(module);
  std::vector<std::string> rulesets;
  for (const auto& definition : Catalogue()) rulesets.push_back(definition->info().id);
  module.attr("RULESETS") = py::tuple(py::cast(rulesets));
  std::vector<std::string> board_rulesets;
  for (const RulesetInfo& info : BoardRulesets()) board_rulesets.push_back(info.id);
  module.attr("BOARD_RULESETS") = py::tuple(py::cast(board_rulesets));
  module.attr("PLANES") = kPlanes;
  module.attr("PLY_NUMBERS") = kPlyNumbers;
  module.attr("OBSERVATION_VERSION") = kObservationVersion;
  module.def("ply_number", &PlyNumberNamed, py::arg("name"), "The number of a ply, as 614 of a4-a5.");
  module.def(
      "ply_name", [](const py::object& number) { return board::PlyName(PlyOfNumber(Checked(number))); },
      py::arg("number"), "The reverse of ply_number.");
  module.def(
      "ply_squares",
      [](const py::object& number) {
        const board::Ply ply = PlyOfNumber(Checked(number));
        return py::make_tuple(static_cast<int>(ply.from), static_cast<int>(ply.to));
      },
      py::arg("number"), "From which square to which: a1 is 0, j1 is 9, a2 is 10, j10 is 99.");
  module.def(
      "turned", [](const py::object& number) { return TurnedPlyNumber(Checked(number)); }, py::arg("number"),
      "The number of the same ply on a board that is turned by 180 degrees.");
}

}  // namespace flagfall::environment
