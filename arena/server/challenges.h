#ifndef ARENA_SERVER_CHALLENGES_H_
#define ARENA_SERVER_CHALLENGES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/accounts/roles.h"
#include "arena/store/database.h"
#include "arena/tournament/challenge.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::server {

// OK when the caller may start this challenge now. The first bot must be the caller's, and the second too, unless it
// takes challenges; settings of bots are for the caller's own. PERMISSION_DENIED otherwise; RESOURCE_EXHAUSTED when an
// owner would have more of challenges than the limits say; NOT_FOUND as store::FindBot. Hosts may challenge whom they
// like, as often as they like; what ChallengeSpec refuses, it refuses them too.
absl::Status CheckChallenge(store::Database& ledger, const accounts::Principal& caller, const v1::TournamentSpec& spec,
                            const tournament::ChallengeLimits& limits, Micros now);

// OK when the tournament, which begins now and was made before, is no challenge, or its challenger may still have these
// bots play: an owner may have taken that back since. PERMISSION_DENIED otherwise; NOT_FOUND as store::FindBot.
absl::Status CheckChallengeAtStart(store::Database& ledger, const v1::TournamentSpec& spec);

// What becomes of the games of a cancelled tournament that are being played.
enum class RunningGames { kDropped, kPlayedOut };

// Whether the caller may cancel the tournament: a host may, and an owner if it is a challenge that the owner has
// started or in which a bot of the owner's plays. An owner has the running games of a rated one played out, since
// whoever could drop them would drop what is being lost. Errors as accounts::Permit; NOT_FOUND when there is no such
// tournament.
absl::StatusOr<RunningGames> CheckMayCancel(store::Database& ledger, const accounts::Principal& caller,
                                            std::int64_t tournament);

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_CHALLENGES_H_
