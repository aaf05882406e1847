#ifndef REFEREE_RULES_GOGO_ACTION_WORDS_H_
#define REFEREE_RULES_GOGO_ACTION_WORDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/gogo.pb.h"

namespace flagfall::gogo {

// "steps 1:+300,-400 2:0,0 enter 3=Monarch@200,700", "challenge 2-5", "pass", "block 4" or "no-block". A role that is
// none is written as "?".
std::string ActionWords(const v1::GogoAction& action);

// Reads what ActionWords writes. INVALID_ARGUMENT names the word that is wrong and what would be right.
absl::StatusOr<v1::GogoAction> ReadActionWords(absl::string_view words);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_ACTION_WORDS_H_
