#ifndef REFEREE_RULES_OUTCOME_WORDS_H_
#define REFEREE_RULES_OUTCOME_WORDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall {

// Results and reasons in words, as texts of games have them: "red wins", "flag captured".
std::string ResultWords(v1::Result result);
std::string ReasonWords(v1::Reason reason);
// "red wins, flag captured".
std::string OutcomeWords(const v1::Outcome& outcome);

// The outcome of "red wins, flag captured; the detail". INVALID_ARGUMENT says what would be right.
absl::StatusOr<v1::Outcome> ReadOutcome(absl::string_view words);

}  // namespace flagfall

#endif  // REFEREE_RULES_OUTCOME_WORDS_H_
