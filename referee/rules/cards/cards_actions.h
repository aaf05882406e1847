#ifndef REFEREE_RULES_CARDS_CARDS_ACTIONS_H_
#define REFEREE_RULES_CARDS_CARDS_ACTIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/cards/card.h"

namespace flagfall::cards {

// --- Making actions. A place is its number, 1 to 5 from its owner's left.

// The cards of a front line from place 1 on (R7.2).
v1::Action FrontLineAction(const std::vector<Card>& front_line);
// The own card on `place` attacks (R7.4).
v1::Action AttackAction(std::uint32_t place, std::uint32_t at);
// The own card on `place` uses its power (R7.5 to R7.8). The places of a peek are in ascending order.
v1::Action LookAtHandAction(std::uint32_t place);
v1::Action PeekAction(std::uint32_t place, const std::vector<std::uint32_t>& at);
v1::Action NameCardAction(std::uint32_t place, std::uint32_t at, Card named);
v1::Action RedealAction(std::uint32_t place);
// The gaps of the front line, by place (R7.3).
v1::Action FillAction(const std::map<std::uint32_t, Card>& fillings);

// --- Actions in words

// An action in words: "front F 3 9 B 2", "attack 2-4", "hand 3", "peek 1 at 2 5", "name 3 at 2 M", "redeal 4",
// "fill 2=7 5=B". Letters F S 2 3 4 5 6 7 8 9 M B P, P for the Spotter, and ? for anything else.
std::string ActionWords(const v1::Action& action);

// Reads what ActionWords writes of places and types. INVALID_ARGUMENT names the word that is wrong and what would be
// right.
absl::StatusOr<v1::Action> ReadAction(absl::string_view words);

// The letter of a type; ? for a number that is no type.
std::string LetterOf(int type);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_ACTIONS_H_
