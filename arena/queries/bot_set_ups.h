#ifndef ARENA_QUERIES_BOT_SET_UPS_H_
#define ARENA_QUERIES_BOT_SET_UPS_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::queries {

// Games on each side that BotSetUps counts, the newest.
inline constexpr int kSetUpGamesMax = 20'000;
// Set-ups that it lists.
inline constexpr std::size_t kMostPlayedMax = 50;

// How the entry sets up in a ruleset. NOT_FOUND when there is no such bot, and for a ruleset without set-ups on a
// board.
absl::StatusOr<v1::BotSetUps> BotSetUpsOf(store::Database& database, const std::string& entry,
                                          const std::string& ruleset_id);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_BOT_SET_UPS_H_
