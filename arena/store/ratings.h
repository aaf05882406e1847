#ifndef ARENA_STORE_RATINGS_H_
#define ARENA_STORE_RATINGS_H_

#include <cstdint>
#include <functional>
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

namespace flagfall::arena::store {

// A bot in a pool, with its running rating.
struct Standing {
  std::string pool;
  // From 1, by running rating from the highest, then by name. Not the place on a leaderboard, which is by likelihood
  // (arena/queries/leaderboards.h).
  std::int64_t place = 0;
  std::string bot;
  rating::MicroElo rating = rating::kStartRating;
  rating::Tally tally = {};
  // What the bot gained in the newest tournament that is rated in the pool and has games.
  rating::MicroElo newest_gain = 0;
};

// The scores of the bots of a pool against each other.
struct PoolScores {
  // In the order in which they were added to the home.
  std::vector<std::string> bots;
  // One entry for each Red and Blue that have met, by their indices in `bots`.
  std::vector<rating::PairScore> scores;
};

// One rated game of a bot, with what it changed.
struct RatingStep {
  std::string game_id = {};
  std::string opponent = {};
  rating::MicroElo before = 0;
  rating::MicroElo after = 0;
  rating::MicroElo opponent_before = 0;
  int k = 0;
  // Since 1970.
  Micros start_time{};
};

// A bot's rating over the games that were rated last.
struct RatingTrend {
  // The ratings after its newest rated games, from the oldest.
  std::vector<rating::MicroElo> after;
  // When the newest game began, since 1970.
  Micros last_start_time{};
};

// Returns all bots with a rated game in the pool, by place. The time grows with the games of the pool's newest
// tournament.
absl::StatusOr<std::vector<Standing>> Leaderboard(Database& database, absl::string_view pool);

// Returns the entry's standing in each pool in which it has rated games, ordered by pool.
absl::StatusOr<std::vector<Standing>> StandingsOf(Database& database, absl::string_view entry);

// Returns the scores of the pool's rated games. They are counted when games are rated, so the time grows with the
// pairs that have met and not with the games.
absl::StatusOr<PoolScores> PoolScoresOf(Database& database, absl::string_view pool);

// The games of a pool's tournaments that nobody played.
struct UnplayedGames {
  // Those that are rated, in tournaments that are older than the difference or whose spec asks for it.
  std::int64_t rated = 0;
  // Those that were left out.
  std::int64_t left_out = 0;
};
absl::StatusOr<UnplayedGames> CountUnplayedGames(Database& database, absl::string_view pool);

// Returns the names of the pools with rated games, ordered.
absl::StatusOr<std::vector<std::string>> ListPools(Database& database);

// Returns the rated games of the bot that FindEntry finds by that name, in the order in which they were rated.
// NOT_FOUND as FindBot.
absl::StatusOr<std::vector<RatingStep>> RatingHistory(Database& database, absl::string_view pool,
                                                      absl::string_view bot);

// Returns, by bot, the ratings after its newest `count` games, for all bots with rated games in the pool.
absl::StatusOr<std::map<std::string, RatingTrend>> RatingTrends(Database& database, absl::string_view pool, int count);

// A rated game of a pool, of which only its result matters.
struct RatedResult {
  std::string red;
  std::string blue;
  v1::Result result = v1::RESULT_UNSPECIFIED;
  // Since 1970.
  Micros start_time{};
};

// Calls `visit` for each rated game of the pool, in the order in which they were rated. Reads the rated games of all
// pools.
absl::Status VisitRatedGames(Database& database, absl::string_view pool,
                             const std::function<absl::Status(const RatedResult& game)>& visit);

// The keys of a game's bots in the ledger.
struct SeatKeys {
  std::int64_t red = 0;
  std::int64_t blue = 0;
};

// Rates the game that is stored as `sequence` and not rated yet, in the caller's transaction, and returns the change.
absl::StatusOr<RatedGame> RateGame(Database& database, std::int64_t sequence, absl::string_view pool, SeatKeys seats,
                                   v1::Result result);

// Returns the rating change of a stored game; absent when it is not rated, or not yet.
absl::StatusOr<std::optional<RatedGame>> FindRatedGame(Database& database, std::int64_t sequence);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_RATINGS_H_
