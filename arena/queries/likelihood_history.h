#ifndef ARENA_QUERIES_LIKELIHOOD_HISTORY_H_
#define ARENA_QUERIES_LIKELIHOOD_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::queries {

// How the maximum-likelihood ratings of a pool came to be: the fit that the leaderboard has, made at some moments from
// the games that had been rated by then. Such a fit takes a part of a second for hundreds of bots, and all games of the
// pool are read once, so there are few moments, and none in pools that are larger than this.
inline constexpr std::size_t kMomentsMax = 31;
inline constexpr std::size_t kMomentsBotsMax = 300;
inline constexpr std::int64_t kMomentsGamesMax = 500'000;

// A bot at a moment. `error` may be infinite.
struct LikelihoodThen {
  std::int64_t games = 0;
  double elo = 0;
  double error = 0;
};

struct PoolMoment {
  // When the newest game had begun, since 1970.
  Micros time{};
  // Those that had rated games by then.
  std::map<std::string, LikelihoodThen> bots;
};

struct PoolMoments {
  // The oldest first. All but the last lie after a multiple of a power of two of games, so that most stay where they
  // are while games are played.
  std::vector<PoolMoment> moments;
  // Why there are none, for people.
  std::string left_out;

  std::size_t ByteSize() const;
};

// Computes them. NOT_FOUND when the pool has no rated games.
absl::StatusOr<std::shared_ptr<const PoolMoments>> NewMoments(store::Database& database, const std::string& pool);

// What they say of a bot. NOT_FOUND when it has no rated games in the pool.
absl::StatusOr<v1::LikelihoodHistory> LikelihoodHistoryOf(const PoolMoments& moments, const std::string& pool,
                                                          const std::string& bot);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_LIKELIHOOD_HISTORY_H_
