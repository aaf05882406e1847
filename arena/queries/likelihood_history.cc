#include "arena/queries/likelihood_history.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/rating/pool_ratings.h"
#include "arena/store/ratings.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

// What an entry of a map takes, about.
constexpr std::size_t kEntryBytes = 128;

// The games of a pool so far.
class GamesSoFar {
 public:
  void Add(const store::RatedResult& game) {
    rating::Tally& tally = tallies_[{IndexOf(game.red), IndexOf(game.blue)}];
    ++(game.result == v1::RESULT_RED_WINS ? tally.wins : game.result == v1::RESULT_DRAW ? tally.draws : tally.losses);
    // Games are rated in the order of schedules, in which a later one may have begun before.
    newest_ = std::max(newest_, game.start_time);
    ++count_;
  }

  std::int64_t count() const { return count_; }

  absl::StatusOr<PoolMoment> Fit() const {
    std::vector<rating::PairScore> scores;
    for (const auto& [pair, tally] : tallies_) {
      scores.push_back({.red = pair.first, .blue = pair.second, .tally = tally});
    }
    FLAGFALL_ASSIGN_OR_RETURN(const rating::PoolRatings fit, rating::RatePool(names_, scores, {}));
    PoolMoment moment{.time = newest_, .bots = {}};
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const rating::PoolRating& bot = fit.bots()[i];
      moment.bots[names_[i]] = {.games = bot.games, .elo = bot.rating.value, .error = bot.rating.error};
    }
    return moment;
  }

 private:
  int IndexOf(const std::string& bot) {
    const auto [found, is_new] = index_of_.emplace(bot, static_cast<int>(names_.size()));
    if (is_new) names_.push_back(bot);
    return found->second;
  }

  std::vector<std::string> names_;
  std::map<std::string, int> index_of_;
  std::map<std::pair<int, int>, rating::Tally> tallies_;
  std::int64_t count_ = 0;
  Micros newest_{};
};

}  // namespace

std::size_t PoolMoments::ByteSize() const {
  std::size_t entries = 1;
  for (const PoolMoment& moment : moments) entries += moment.bots.size();
  return kEntryBytes * entries;
}

absl::StatusOr<std::shared_ptr<const PoolMoments>> NewMoments(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const store::PoolScores scores, store::PoolScoresOf(database, pool));
  std::int64_t games = 0;
  for (const rating::PairScore& pair : scores.scores) games += pair.tally.Games();
  if (games == 0) return absl::NotFoundError(absl::StrCat("there are no rated games in '", pool, "'"));
  auto all = std::make_shared<PoolMoments>();
  if (scores.bots.size() > kMomentsBotsMax || games > kMomentsGamesMax) {
    all->left_out = absl::StrCat("past ratings are worked out for pools of at most ", kMomentsBotsMax, " bots and ",
                                 kMomentsGamesMax, " games; this one has ", scores.bots.size(), " and ", games);
    return all;
  }
  std::int64_t stride = 1;
  while (games / stride >= static_cast<std::int64_t>(kMomentsMax)) stride *= 2;
  GamesSoFar so_far;
  FLAGFALL_RETURN_IF_ERROR(store::VisitRatedGames(database, pool, [&](const store::RatedResult& game) -> absl::Status {
    so_far.Add(game);
    if (so_far.count() % stride != 0 && so_far.count() != games) return absl::OkStatus();
    FLAGFALL_ASSIGN_OR_RETURN(all->moments.emplace_back(), so_far.Fit());
    return absl::OkStatus();
  }));
  return all;
}

absl::StatusOr<v1::LikelihoodHistory> LikelihoodHistoryOf(const PoolMoments& moments, const std::string& pool,
                                                          const std::string& bot) {
  v1::LikelihoodHistory history;
  history.set_pool(pool);
  history.set_left_out(moments.left_out);
  for (const PoolMoment& moment : moments.moments) {
    const auto found = moment.bots.find(bot);
    if (found == moment.bots.end()) continue;
    history.add_seconds(static_cast<std::uint32_t>(moment.time / std::chrono::seconds(1)));
    history.add_games(static_cast<std::uint32_t>(found->second.games));
    history.add_elo(found->second.elo);
    history.add_error(found->second.error);
  }
  if (history.elo().empty() && moments.left_out.empty()) {
    return absl::NotFoundError(absl::StrCat(bot, " has no rated games in '", pool, "'"));
  }
  return history;
}

}  // namespace flagfall::arena::queries
