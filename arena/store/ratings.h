#ifndef ARENA_STORE_RATINGS_H_
#define ARENA_STORE_RATINGS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/rating/davidson.h"
#include "arena/rating/elo.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

// Where a bot stands in a pool.
struct Standing {
  std::string pool;
  // From 1: the highest rating first, then by name.
  std::int64_t place = 0;
  std::string bot;
  MicroElo rating = kStartRating;
  Tally tally = {};
  // What it gained in the newest tournament that is rated in the pool and has games.
  MicroElo newest_gain = 0;
};

// What the bots of a pool made of each other.
struct PoolScores {
  // In the order in which the home came to know them.
  std::vector<std::string> bots;
  // By index, each pair of seats once.
  std::vector<PairScore> scores;
};

// One rated game of a bot, as its rating sees it.
struct RatingStep {
  std::string game_id = {};
  std::string opponent = {};
  MicroElo before = 0;
  MicroElo after = 0;
  MicroElo opponent_before = 0;
  int k = 0;
  // Since 1970.
  Micros start_time{};
};

// How a bot's rating went of late.
struct RatingTrend {
  // After its newest rated games, the oldest first.
  std::vector<MicroElo> after;
  // Of the newest, since 1970.
  Micros last_start_time{};
};

// All bots with a rated game in the pool, by place. The time grows with the games of the pool's newest tournament.
absl::StatusOr<std::vector<Standing>> Leaderboard(Database& database, absl::string_view pool);

// The entry of that name in each pool in which it has rated games, ordered by pool.
absl::StatusOr<std::vector<Standing>> StandingsOf(Database& database, absl::string_view entry);

// All rated games of the pool, counted as they were stored: the time grows with the pairs that have met, not with the
// games.
absl::StatusOr<PoolScores> PoolScoresOf(Database& database, absl::string_view pool);

// The names of the pools with rated games, ordered.
absl::StatusOr<std::vector<std::string>> ListPools(Database& database);

// Of the entry that FindBot finds by that name, in the order in which the games were stored. Empty when it has none.
// NOT_FOUND as FindBot.
absl::StatusOr<std::vector<RatingStep>> RatingHistory(Database& database, absl::string_view pool,
                                                      absl::string_view bot);

// By bot, of all bots with rated games in the pool: after its newest `count` of them.
absl::StatusOr<std::map<std::string, RatingTrend>> RatingTrends(Database& database, absl::string_view pool, int count);

// The bots of a game by their keys in the ledger.
struct SeatKeys {
  std::int64_t red = 0;
  std::int64_t blue = 0;
};

// Rates a game that has just been stored as `sequence`, in the caller's transaction.
absl::StatusOr<RatedGame> RateGame(Database& database, std::int64_t sequence, absl::string_view pool, SeatKeys seats,
                                   v1::Result result);

// The change of a game that was rated before; absent when it was not.
absl::StatusOr<std::optional<RatedGame>> FindRatedGame(Database& database, std::int64_t sequence);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_RATINGS_H_
