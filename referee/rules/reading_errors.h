#ifndef REFEREE_RULES_READING_ERRORS_H_
#define REFEREE_RULES_READING_ERRORS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// INVALID_ARGUMENT for text that cannot be read, as in "`a11=F`; expected SQUARE=LETTER". Of a long `got` the beginning
// is quoted.
absl::Status Expected(absl::string_view got, absl::string_view expected);

// INVALID_ARGUMENT for an event that cannot follow on a view (RulesetDefinition::Follow).
absl::Status DoesNotFit(absl::string_view what);

}  // namespace flagfall

#endif  // REFEREE_RULES_READING_ERRORS_H_
