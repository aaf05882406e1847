#ifndef SAMPLE_BOTS_ENVIRONMENT_MODULE_ARGUMENTS_H_
#define SAMPLE_BOTS_ENVIRONMENT_MODULE_ARGUMENTS_H_

// pybind11 asks to be included before anything of the standard library.
#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/side.h"

// Python's words for arguments, and the errors of the rules as Python's exceptions.
namespace flagfall::environment {

// Adds flagfall.RuleError to the module, which Raise needs.
void BindErrors(pybind11::module_& module);

// Raises RuleError, with its `clause`, for an error that names one; otherwise ValueError for an argument that is wrong,
// and RuntimeError for what is impossible now.
[[noreturn]] void Raise(const absl::Status& status);

inline void RaiseIfError(const absl::Status& status) {
  if (!status.ok()) Raise(status);
}
template <typename Value>
Value ValueOrRaise(absl::StatusOr<Value> value) {
  if (!value.ok()) Raise(value.status());
  return *std::move(value);
}

using Options = std::map<std::string, std::string>;

// The ruleset with every option. Raises for one that there is not.
v1::Ruleset RulesetOf(const std::string& id, const Options& options);
Options OptionsOf(const v1::Ruleset& ruleset);

// "red" or "blue"; raises ValueError for anything else.
Side SideNamed(const std::string& name);
// "red", "blue", "spectator" or "all".
v1::Observer ObserverNamed(const std::string& name);

// A whole number, Python's or NumPy's. Raises TypeError for anything else, and ValueError for one out of its range,
// with what is expected.
std::uint64_t WholeNumber(const pybind11::object& value, const std::string& name, std::uint64_t least,
                          std::uint64_t most);
// A seed below 2**64.
std::uint64_t SeedOf(const pybind11::object& value);

// Events as they are serialized on the stream.
std::vector<v1::Event> EventsOf(const std::vector<pybind11::bytes>& messages);

// What type_caster of a bound class is to be derived from. Without it pybind11 gives an object whose __init__ was never
// called, as one of Class.__new__(Class), memory in which nothing stands; with it there is a RuntimeError.
template <typename Value>
class InitializedCaster : public pybind11::detail::type_caster_base<Value> {
 public:
  bool load(pybind11::handle source, bool convert) {
    if (this->typeinfo != nullptr && PyObject_TypeCheck(source.ptr(), this->typeinfo->type) != 0 &&
        !reinterpret_cast<pybind11::detail::instance*>(source.ptr())->get_value_and_holder().holder_constructed()) {
      throw std::runtime_error(absl::StrCat("this ", Py_TYPE(source.ptr())->tp_name,
                                            " was not initialized; call the class, and not __new__"));
    }
    return pybind11::detail::type_caster_base<Value>::load(source, convert);
  }
};

void BindGame(pybind11::module_& module);
void BindObserver(pybind11::module_& module);
void BindVectorEnv(pybind11::module_& module);

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_MODULE_ARGUMENTS_H_
