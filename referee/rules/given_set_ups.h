#ifndef REFEREE_RULES_GIVEN_SET_UPS_H_
#define REFEREE_RULES_GIVEN_SET_UPS_H_

#include <functional>

#include "absl/status/status.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/game.h"

namespace flagfall {

// Makes the set-ups that the host gives, if it gives any, on behalf of the players: Red's, then Blue's. `see` is called
// with each and with the events of its action. INVALID_ARGUMENT when only one side's is given, or when the game refuses
// one (R1.4).
absl::Status TakeGivenSetUps(
    const v1::GivenSetUps& given, Game& game,
    const std::function<void(v1::Side side, const v1::Action& set_up, ObserverEvents events)>& see);

}  // namespace flagfall

#endif  // REFEREE_RULES_GIVEN_SET_UPS_H_
