#ifndef REFEREE_RULES_CLAUSE_ERROR_H_
#define REFEREE_RULES_CLAUSE_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// An INVALID_ARGUMENT error for an action that breaks a clause of the rules, as in ("R3.2", "a4-a5 would ...").
// The message must not depend on anything that is hidden from the player that acted (R9.1).
absl::Status ClauseError(absl::string_view clause, absl::string_view message);

// The clause that the error names; empty when it names none.
std::string ClauseOf(const absl::Status& status);

}  // namespace flagfall

#endif  // REFEREE_RULES_CLAUSE_ERROR_H_
