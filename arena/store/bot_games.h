#ifndef ARENA_STORE_BOT_GAMES_H_
#define ARENA_STORE_BOT_GAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// How many stored games of a bot have the same ruleset, side, opponent, result and reason.
struct AlikeGames {
  std::string ruleset_id;
  // The bot's side.
  v1::Side side = v1::SIDE_UNSPECIFIED;
  std::string opponent;
  v1::Result result = v1::RESULT_UNSPECIFIED;
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::int64_t games = 0;
};

// Counts all games of the entry, rated or not. Ordered by ruleset, side, opponent, result and reason. Empty also when
// there is no such entry.
absl::StatusOr<std::vector<AlikeGames>> CountGamesOf(Database& database, absl::string_view entry);

// A game of a bot.
struct BotGame {
  std::string game_id;
  // The bot's side.
  v1::Side side = v1::SIDE_UNSPECIFIED;
};

// Returns the entry's newest games of a ruleset, in the order in which they were stored, the newest first; at most
// `count`.
absl::StatusOr<std::vector<BotGame>> NewestGamesOf(Database& database, absl::string_view entry,
                                                   absl::string_view ruleset_id, int count);

// A game between two bots, as the first of them sees it.
struct GameBetween {
  std::string ruleset_id;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Result result = v1::RESULT_UNSPECIFIED;
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  Micros start_time{};
};

// Returns all games of two entries against each other, rated or not, in the order in which they were stored.
absl::StatusOr<std::vector<GameBetween>> GamesBetween(Database& database, absl::string_view entry,
                                                      absl::string_view opponent);

// What a bot has done in a tournament so far.
struct BotTournament {
  std::int64_t tournament_id = 0;
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  // When the game of it that was stored last had ended, since 1970.
  Micros last_played{};
};

// Returns the tournaments of which the entry has stored games, at most `count`: those with its newest games, the newest
// first. Reads an index of all its games.
absl::StatusOr<std::vector<BotTournament>> NewestTournamentsOf(Database& database, absl::string_view entry, int count);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_BOT_GAMES_H_
