#ifndef REFEREE_RULES_CLAUSE_ERROR_H_
#define REFEREE_RULES_CLAUSE_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// An INVALID_ARGUMENT error for an action that breaks a clause of the rules, as in ("R3.2", "a4-a5 would ...").
// The message must not depend on anything that is hidden from the player that acted (R9.1).
absl::Status ClauseError(absl::string_view clause, absl::string_view message);

// The same error for something in a larger whole, as in ("ply 7", …): "R3.2: ply 7: a4-a5 would ...". The clause stays
// where it is, and is named once. An error that names no clause begins with `where`.
absl::Status At(absl::string_view where, const absl::Status& error);

// An INVALID_ARGUMENT error for something in a line of a text, from 1: "line 7: R3.2: a4-a5 would ...". It names the
// same clause.
absl::Status AtLine(int line, const absl::Status& error);

// The clause that the error names; empty when it names none.
std::string ClauseOf(const absl::Status& status);

}  // namespace flagfall

#endif  // REFEREE_RULES_CLAUSE_ERROR_H_
