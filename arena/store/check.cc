#include "arena/store/check.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/rating/elo.h"
#include "arena/store/bots.h"
#include "arena/store/rating_order.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

struct Recomputed {
  rating::MicroElo rating = rating::kStartRating;
  rating::Tally tally = {};
};

// The recomputed standings, by pool and bot.
using Ratings = std::map<std::pair<std::string, std::int64_t>, Recomputed>;

void Count(rating::Tally& winner, rating::Tally& loser, bool draw) {
  (draw ? winner.draws : winner.wins) += 1;
  (draw ? loser.draws : loser.losses) += 1;
}

// Applies one game of the history to `ratings`. The row is as RecomputeFrom selects it.
absl::Status Replay(const Statement& row, Ratings& ratings) {
  const std::string game_id = row.Text(0);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(1)));
  Recomputed& red = ratings[{row.Text(2), row.Int(3)}];
  Recomputed& blue = ratings[{row.Text(2), row.Int(4)}];
  const int k = rating::KOf(red.tally.Games(), blue.tally.Games());
  const rating::MicroElo change = rating::RatingChange(red.rating, blue.rating, k, result);
  if (row.IsNull(5) || row.Int(5) != red.rating || row.Int(6) != blue.rating || row.Int(7) != k ||
      row.Int(8) != change) {
    return absl::DataLossError(absl::StrCat("the rating change of game ", game_id,
                                            " is not what its history gives: red ", red.rating, ", blue ", blue.rating,
                                            ", K ", k, ", change ", change, " (millionths)"));
  }
  red.rating += change;
  blue.rating -= change;
  if (result == v1::RESULT_BLUE_WINS) {
    Count(blue.tally, red.tally, false);
  } else {
    Count(red.tally, blue.tally, result == v1::RESULT_DRAW);
  }
  return absl::OkStatus();
}

// Whether a game of `games`, of a rated tournament, is not rated because nobody played it; see rating_order.h.
#define FLAGFALL_IS_LEFT_OUT "(NOT tournaments.rates_forfeits AND " FLAGFALL_IS_UNPLAYED ")"

// The sequences of the games that are settled.
#define FLAGFALL_SETTLED "(SELECT sequence FROM rating_changes UNION ALL SELECT sequence FROM unrated_games)"

// Whether a game of `games`, of a rated tournament, may be neither rated nor left out; see rating_order.h.
#define FLAGFALL_WAITS_FOR_ITS_TURN                                                                 \
  "(tournaments.state = 'running' AND games.number > 1 AND games.sequence NOT IN " FLAGFALL_SETTLED \
  " AND NOT EXISTS (SELECT 1 FROM games AS before WHERE "                                           \
  "before.tournament_id = games.tournament_id AND before.number = games.number - 1 "                \
  "AND before.sequence IN " FLAGFALL_SETTLED "))"

absl::Status RecomputeFrom(Database& database, Ratings& ratings) {
  // A change that is missing has no step and comes first. It may be missing while the game waits for its turn.
  Statement select = database.Prepare(
      "SELECT game_id, result, tournaments.pool, games.red_bot_id, games.blue_bot_id, "
      "red_before, blue_before, k, change "
      "FROM games JOIN tournaments USING (tournament_id) LEFT JOIN rating_changes ON "
      "rating_changes.sequence = games.sequence AND rating_changes.pool = tournaments.pool AND "
      "rating_changes.red_bot_id = games.red_bot_id AND rating_changes.blue_bot_id = games.blue_bot_id "
      "WHERE tournaments.pool IS NOT NULL AND NOT " FLAGFALL_IS_LEFT_OUT " AND NOT " FLAGFALL_WAITS_FOR_ITS_TURN
      " ORDER BY step, games.sequence");
  return select.ForEachRow([&](const Statement& row) { return Replay(row, ratings); });
}

absl::Status CompareStandings(Database& database, Ratings& ratings) {
  Statement select =
      database.Prepare("SELECT pool, bot_id, rating, wins, draws, losses FROM ratings ORDER BY pool, bot_id");
  std::string differing;
  FLAGFALL_RETURN_IF_ERROR(select.ForEachRow([&](const Statement& row) {
    const auto found = ratings.find({row.Text(0), row.Int(1)});
    const rating::Tally tally{.wins = row.Int(3), .draws = row.Int(4), .losses = row.Int(5)};
    const bool equal = found != ratings.end() && found->second.rating == row.Int(2) && found->second.tally == tally;
    if (!equal && differing.empty()) differing = absl::StrCat("bot ", row.Int(1), " in pool ", row.Text(0));
    if (found != ratings.end()) ratings.erase(found);
  }));
  if (differing.empty() && !ratings.empty()) {
    differing = absl::StrCat("bot ", ratings.begin()->first.second, " in pool ", ratings.begin()->first.first);
  }
  if (differing.empty()) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("the standing of ", differing, " is not what its games give"));
}

// Compares the scores that are counted for each pair with the games.
absl::Status CheckPairScores(Database& database) {
  Statement select = database.Prepare(
      "SELECT pool, red.name, blue.name FROM (SELECT * FROM ("
      "  SELECT pool, games.red_bot_id, games.blue_bot_id, sum(result = 'red_wins') AS wins,"
      "  sum(result = 'draw') AS draws, sum(result = 'blue_wins') AS losses"
      "  FROM rating_changes JOIN games USING (sequence) GROUP BY 1, 2, 3"
      "  UNION ALL SELECT pool, red_bot_id, blue_bot_id, wins, draws, losses FROM pair_scores)"
      " GROUP BY 1, 2, 3, 4, 5, 6 HAVING count(*) <> 2) "
      "JOIN bots AS red ON red.bot_id = red_bot_id JOIN bots AS blue ON blue.bot_id = blue_bot_id LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("the stored score of ", select.Text(1), " against ", select.Text(2),
                                          " in pool ", select.Text(0), " is not what their games give"));
}

// Finds rating changes without a rated game.
absl::Status CheckNoneTooMany(Database& database) {
  Statement select = database.Prepare(
      "SELECT game_id FROM rating_changes JOIN games USING (sequence) JOIN tournaments USING (tournament_id) "
      "WHERE tournaments.pool IS NULL OR " FLAGFALL_IS_LEFT_OUT " ORDER BY games.sequence LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("game ", select.Text(0), " is not rated, but a rating change is stored"));
}

// Compares the games that were left out with those that had to be.
absl::Status CheckLeftOut(Database& database) {
  Statement select = database.Prepare(
      "SELECT game_id, unrated_games.sequence IS NOT NULL FROM games JOIN tournaments USING (tournament_id) "
      "LEFT JOIN unrated_games ON unrated_games.sequence = games.sequence "
      "WHERE (unrated_games.sequence IS NOT NULL) <> (tournaments.pool IS NOT NULL AND " FLAGFALL_IS_LEFT_OUT
      " AND NOT " FLAGFALL_WAITS_FOR_ITS_TURN ") ORDER BY games.sequence LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("game ", select.Text(0),
                                          select.Int(1) != 0
                                              ? " is kept as one that is not rated, and has to be"
                                              : " was played by nobody, and is not kept as one that is not rated"));
}

}  // namespace

absl::Status CheckRatings(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginReading(database));
  Ratings ratings;
  FLAGFALL_RETURN_IF_ERROR(RecomputeFrom(database, ratings));
  FLAGFALL_RETURN_IF_ERROR(CompareStandings(database, ratings));
  FLAGFALL_RETURN_IF_ERROR(CheckPairScores(database));
  FLAGFALL_RETURN_IF_ERROR(CheckNoneTooMany(database));
  return CheckLeftOut(database);
}

absl::Status CheckBots(Database& database) {
  struct Row {
    // Selects the names of the rows that break the rule.
    const char* sql;
    const char* what;
  };
  constexpr Row kRows[] = {
      {"SELECT name FROM entries WHERE json_extract(manifest, '$.name') <> name ORDER BY bot_id LIMIT 1",
       "has another name in its manifest"},
      {"SELECT name FROM entries WHERE (content_sha256 IS NOT NULL AND instr(name, '@') = 0) OR "
       "(content_sha256 IS NULL AND files_sha256 IS NULL AND instr(name, '@') > 0) ORDER BY bot_id LIMIT 1",
       "is a version without content, or content without a version"},
      {"SELECT name FROM entries WHERE content_sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM submissions WHERE "
       "submissions.bot_id = entries.bot_id AND entry = name AND submissions.content_sha256 = entries.content_sha256 "
       "AND submissions.owner_id IS entries.owner_id) ORDER BY bot_id LIMIT 1",
       "has no submission of its owner with its content"},
      {"SELECT entry FROM submissions JOIN bots USING (bot_id) WHERE entry <> name OR bot_name <> base_name "
       "ORDER BY submission_id LIMIT 1",
       "is another bot in its submission"},
      {"SELECT base_name FROM entries GROUP BY base_name HAVING count(DISTINCT coalesce(owner_id, 0)) > 1 "
       "ORDER BY base_name LIMIT 1",
       "has two owners"},
      {"SELECT base_name FROM bot_tags WHERE base_name NOT IN (SELECT base_name FROM entries) ORDER BY base_name LIMIT "
       "1",
       "has a tag and is no bot"},
      {"SELECT name FROM bots AS second WHERE second_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entries WHERE "
       "entries.bot_id = second.second_of AND second.name = entries.name || '#' || CAST(substr(second.name, "
       "length(entries.name) + 2) AS INTEGER) AND CAST(substr(second.name, length(entries.name) + 2) AS INTEGER) >= 2) "
       "ORDER BY bot_id LIMIT 1",
       "is the second player of another bot"},
      {"SELECT game_id FROM games JOIN bots AS red ON red.bot_id = red_bot_id JOIN bots AS blue ON blue.bot_id = "
       "blue_bot_id WHERE coalesce(red.second_of, blue.second_of) IS NOT NULL AND "
       "coalesce(red.second_of, red.bot_id) <> coalesce(blue.second_of, blue.bot_id) ORDER BY sequence LIMIT 1",
       "is a game of a second player, and not against its own bot"},
      {"SELECT users.name FROM users JOIN tokens USING (user_id) WHERE removed_time_us IS NOT NULL AND "
       "revoked_time_us IS NULL ORDER BY user_id LIMIT 1",
       "was removed and has a token that is good"}};
  // Reading all bots checks that their manifests can be read.
  FLAGFALL_RETURN_IF_ERROR(ListBots(database).status());
  for (const Row& row : kRows) {
    Statement select = database.Prepare(row.sql);
    FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
    if (found) return absl::DataLossError(absl::StrCat("'", select.Text(0), "' ", row.what));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::store
