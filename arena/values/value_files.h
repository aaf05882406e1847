#ifndef ARENA_VALUES_VALUE_FILES_H_
#define ARENA_VALUES_VALUE_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/values.pb.h"

namespace flagfall::arena::values {

// The value functions of a home lie in the folder `values` beside its ledger, a file `VERSION.json` each, which is the
// message ValueFunction and is never changed. They are not in the ledger, so that one can be made while a server writes
// to it; and what one was fitted to is in the ledger, from which the same could be made again.

// Returns the folder for a ledger at this path.
std::string ValuesFolder(const std::string& ledger_path);

// Stores it under the next free version, which it returns; makes the folder where it is missing. What was returned is
// on the disk. Two processes at once get two versions. Errors name the file.
absl::StatusOr<std::uint32_t> StoreValueFunction(const std::string& folder, v1::ValueFunction value_function);

// NOT_FOUND where there is no such version. FAILED_PRECONDITION for a file that is no value function, or one of another
// flagfall, which took other features.
absl::StatusOr<v1::ValueFunction> ReadValueFunction(const std::string& folder, std::uint32_t version);

struct ValueFunctions {
  // By version.
  std::vector<v1::ValueFunction> functions;
  // ReadValueFunction's errors for the others, as those of an older flagfall, by version.
  std::vector<absl::Status> unusable;
};

// Returns all; none where there is no folder.
ValueFunctions ListValueFunctions(const std::string& folder);

}  // namespace flagfall::arena::values

#endif  // ARENA_VALUES_VALUE_FILES_H_
