#ifndef REFEREE_MATCH_MATCH_OUTCOME_H_
#define REFEREE_MATCH_MATCH_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/rules/game.h"

namespace flagfall {

// The side has lost; the detail names it, followed by `what_it_did`.
v1::Outcome LossOf(v1::Side loser, v1::Reason reason, absl::string_view what_it_did);

// The match is void, since the host was so late when it found that the side had lost by time. `host_delay` is what the
// host was late by its own fault, without what the players' own input cost it (Match).
v1::Outcome VoidForLateHost(v1::Side loser, Micros host_delay);

// What the host may declare of its own accord: a result or reason that it cannot declare becomes void and
// `aborted_by_host`, and a long detail is cut.
v1::Outcome DeclarableByHost(const v1::Outcome& declared);

// Why the policy takes no offer of a draw after so many plies, for the player to read; empty when it takes one.
std::string DrawOfferRefusal(const v1::MatchPolicy& policy, std::uint32_t plies);

// The outcome of a game that stands so: its own, or the draw that the policy's limits declare (R5.4); absent while the
// game goes on.
std::optional<v1::Outcome> OutcomeOf(const Game& game, const v1::MatchPolicy& policy);

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_OUTCOME_H_
