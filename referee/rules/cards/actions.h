#ifndef REFEREE_RULES_CARDS_ACTIONS_H_
#define REFEREE_RULES_CARDS_ACTIONS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::cards {

// An action in words: "front F 3 9 B 2", "attack 2-4", "hand 3", "peek 1 at 2 5", "name 3 at 2 M", "redeal 4",
// "fill 2=7 5=B". Letters F S 2 3 4 5 6 7 8 9 M B P, P for the Spotter, and ? for anything else.
std::string ActionWords(const v1::Action& action);

// Reads what ActionWords writes of places and types. INVALID_ARGUMENT names the word that is wrong and what would be
// right.
absl::StatusOr<v1::Action> ReadAction(absl::string_view words);

// The letter of a type; ? for what is none.
std::string LetterOf(int type);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_ACTIONS_H_
