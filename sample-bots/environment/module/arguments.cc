#include "sample-bots/environment/module/arguments.h"

#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"

namespace flagfall::environment {
namespace {

namespace py = pybind11;

// Kept for as long as the interpreter lives.
PyObject* rule_error = nullptr;

}  // namespace

void BindErrors(py::module_& module) {
  py::dict members;
  members["clause"] = "";
  rule_error = PyErr_NewExceptionWithDoc("flagfall.RuleError",
                                         "An action that the rules refuse. `clause` is the clause that it breaks, as "
                                         "in \"R3.2\", empty where none is known; the text says why.",
                                         PyExc_ValueError, members.ptr());
  if (rule_error == nullptr) throw py::error_already_set();
  module.attr("RuleError") = py::handle(rule_error);
}

void Raise(const absl::Status& status) {
  const std::string text(status.message());
  const std::string clause = ClauseOf(status);
  if (!clause.empty()) {
    const py::object error = py::reinterpret_borrow<py::object>(rule_error)(text);
    error.attr("clause") = clause;
    PyErr_SetObject(rule_error, error.ptr());
  } else if (absl::IsInvalidArgument(status) || absl::IsNotFound(status) || absl::IsOutOfRange(status)) {
    PyErr_SetString(PyExc_ValueError, text.c_str());
  } else {
    PyErr_SetString(PyExc_RuntimeError, text.c_str());
  }
  throw py::error_already_set();
}

v1::Ruleset RulesetOf(const std::string& id, const Options& options) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return ValueOrRaise(CompleteRuleset(ruleset));
}

Options OptionsOf(const v1::Ruleset& ruleset) {
  Options options;
  for (const v1::RulesetOption& option : ruleset.options()) options[option.name()] = option.value();
  return options;
}

Side SideNamed(const std::string& name) {
  const std::optional<Side> side = SideOfName(name);
  if (!side.has_value()) throw py::value_error(absl::StrCat("there is no side '", name, "'; expected red or blue"));
  return *side;
}

v1::Observer ObserverNamed(const std::string& name) {
  if (name == "red") return v1::OBSERVER_RED;
  if (name == "blue") return v1::OBSERVER_BLUE;
  if (name == "spectator") return v1::OBSERVER_SPECTATOR;
  if (name == "all") return v1::OBSERVER_ALL;
  throw py::value_error(absl::StrCat("there is no observer '", name, "'; expected red, blue, spectator or all"));
}

std::uint64_t WholeNumber(const py::object& value, const std::string& name, std::uint64_t least, std::uint64_t most) {
  const std::string expected = absl::StrCat("; expected a number from ", least, " to ", most);
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) {
    PyErr_Clear();
    throw py::type_error(absl::StrCat(name, " is ", std::string(py::repr(value)), expected));
  }
  const std::uint64_t whole = PyLong_AsUnsignedLongLong(number.ptr());
  const bool is_negative_or_long = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  if (!is_negative_or_long && least <= whole && whole <= most) return whole;
  throw py::value_error(absl::StrCat(name, " is ", std::string(py::str(number)), expected));
}

std::uint64_t SeedOf(const py::object& value) {
  return WholeNumber(value, "the seed", 0, std::numeric_limits<std::uint64_t>::max());
}

std::vector<v1::Event> EventsOf(const std::vector<py::bytes>& messages) {
  std::vector<v1::Event> events;
  events.reserve(messages.size());
  for (const py::bytes& message : messages) {
    if (!events.emplace_back().ParseFromString(std::string(message))) {
      throw py::value_error(absl::StrCat("event ", events.size() - 1, " is no serialized flagfall.v1.Event"));
    }
  }
  return events;
}

}  // namespace flagfall::environment
