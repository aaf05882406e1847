#ifndef ARENA_QUERIES_VALUE_FUNCTIONS_H_
#define ARENA_QUERIES_VALUE_FUNCTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/values.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::queries {

// The fewest games that a value function is fitted to, and the most: those of the newest tournaments.
inline constexpr std::uint32_t kValueGamesMin = 100;
inline constexpr std::uint32_t kValueGamesMax = 50'000;
// The fewest different deals among them.
inline constexpr std::size_t kValueDealsMin = 20;

// To which games a value function is to be fitted: those of a ruleset with its options in which something was dealt.
struct ValueFitOptions {
  // Not yet complete.
  v1::Ruleset ruleset = {};
  // Of these tournaments alone, where there are any; and of all but those of `without`.
  std::vector<std::int64_t> tournaments = {};
  std::vector<std::int64_t> without = {};
};

// Returns the name of a complete ruleset's pool, as in `barrage` and `barrage[two_squares=2]`: equal where deals of the
// one are worth what deals of the other are.
std::string PoolOfRuleset(const v1::Ruleset& complete);

// Fits a value function to games of the ledger, by one state of it; the same games give the same. It has no version
// yet. Games that nobody played are left out. A tournament that is going on takes part with the games that are stored.
//
// Errors as CompleteRuleset's and CheckCanBeDealt's; NOT_FOUND for a tournament that there is not, FAILED_PRECONDITION
// for one of another ruleset or without a deal that was asked for, and where there are fewer than kValueGamesMin games
// or kValueDealsMin deals, or named tournaments have more than kValueGamesMax games.
absl::StatusOr<v1::ValueFunction> FitValueFunction(store::Database& database, const ValueFitOptions& options,
                                                   Micros now);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_VALUE_FUNCTIONS_H_
