#include "arena/web_pages/head_to_head.h"

#include <chrono>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/elo.h"
#include "arena/store/bot_games.h"
#include "arena/store/players.h"
#include "arena/web_pages/game_tallies.h"
#include "arena/web_pages/thinned.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

using Games = std::vector<store::GameBetween>;

v1::ScoreCourse CourseOf(const Games& games) {
  // After each game.
  std::vector<double> points;
  rating::Tally tally;
  for (const store::GameBetween& game : games) {
    ++CountIn(tally, game.side, game.result);
    points.push_back(static_cast<double>(tally.HalfPoints()) / 2);
  }
  v1::ScoreCourse course;
  for (const std::size_t i : Thinned(games.size(), kCoursePoints)) {
    course.add_seconds(static_cast<std::uint32_t>(games[i].start_time / std::chrono::seconds(1)));
    course.add_games(static_cast<std::uint32_t>(i + 1));
    course.add_points(points[i]);
  }
  return course;
}

v1::HeadToHeadRecord RecordOf(const std::string& ruleset_id, const Games& games) {
  GameTallies tallies;
  for (const store::GameBetween& game : games) tallies.Add(game.side, game.result, game.reason, 1);
  const rating::EloEstimate ahead = rating::EstimateElo(tallies.Sum());
  v1::HeadToHeadRecord record;
  record.set_ruleset_id(ruleset_id);
  tallies.WriteTo(record);
  record.set_elo(ahead.difference);
  record.set_elo_error(ahead.error);
  *record.mutable_course() = CourseOf(games);
  return record;
}

}  // namespace

absl::StatusOr<v1::HeadToHead> HeadToHeadOf(store::Database& database, const std::string& bot,
                                            const std::string& opponent) {
  if (bot == opponent) {
    return absl::InvalidArgumentError(absl::StrCat("'", bot, "' is asked for against itself; name two bots"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  for (const std::string& player : {bot, opponent}) {
    FLAGFALL_RETURN_IF_ERROR(store::FindEnteredPlayer(database, player).status());
  }
  FLAGFALL_ASSIGN_OR_RETURN(const Games all, store::GamesBetween(database, bot, opponent));
  std::map<std::string, Games> games_of;
  for (const store::GameBetween& game : all) games_of[game.ruleset_id].push_back(game);
  v1::HeadToHead page;
  page.set_bot(bot);
  page.set_opponent(opponent);
  for (const auto& [ruleset_id, games] : games_of) *page.add_records() = RecordOf(ruleset_id, games);
  return page;
}

}  // namespace flagfall::arena::web_pages
