#ifndef REFEREE_RULES_GOGO_GOGO_ACTIONS_H_
#define REFEREE_RULES_GOGO_GOGO_ACTIONS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/gogo/world.h"

namespace flagfall::gogo {

// Players that do not move are left out of the message.
v1::Action StepsAction(const Steps& steps);
v1::Action ChallengeAction(std::uint32_t challenger, std::uint32_t target);
v1::Action PassAction();
// With number 0 nobody blocks.
v1::Action BlockAction(std::uint32_t number);
v1::Action BasesAction(const Ground& ground);

// "steps 1:+300,-400 2:0,0 enter 3=Monarch@200,700", "challenge 2-5", "pass", "block 4", "no-block" or
// "place base 500 flag 2500". A role that is none is written as "?".
std::string ActionWords(const v1::Action& action);

// Reads what ActionWords writes. INVALID_ARGUMENT names the word that is wrong and what would be right.
absl::StatusOr<v1::Action> ReadAction(absl::string_view words);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_GOGO_ACTIONS_H_
