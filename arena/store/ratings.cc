#include "arena/store/ratings.h"

#include "arena/base/names.h"
#include "arena/store/host_bots.h"
#include "arena/store/rating_order.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// Selects the newest tournament that is rated in the pool and has games.
#define FLAGFALL_NEWEST_TOURNAMENT_OF(pool)                                    \
  "(SELECT max(tournament_id) FROM tournaments WHERE tournaments.pool = " pool \
  " AND "                                                                      \
  "EXISTS (SELECT 1 FROM games WHERE games.tournament_id = tournaments.tournament_id))"

struct Current {
  rating::MicroElo rating = rating::kStartRating;
  std::int64_t games = 0;
};

absl::StatusOr<Current> CurrentOf(Database& database, absl::string_view pool, std::int64_t bot_id) {
  Statement select =
      database.Prepare("SELECT rating, wins + draws + losses FROM ratings WHERE pool = ?1 AND bot_id = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(pool).Bind(bot_id).Next());
  if (!found) return Current{};
  return Current{.rating = select.Int(0), .games = select.Int(1)};
}

absl::Status AddToRating(Database& database, absl::string_view pool, std::int64_t bot_id, rating::MicroElo change,
                         const rating::Tally& tally) {
  Statement upsert = database.Prepare(
      "INSERT INTO ratings (pool, bot_id, rating, wins, draws, losses) VALUES (?1, ?2, ?3 + ?4, ?5, ?6, ?7) "
      "ON CONFLICT (pool, bot_id) DO UPDATE SET rating = rating + ?4, wins = wins + excluded.wins, "
      "draws = draws + excluded.draws, losses = losses + excluded.losses");
  upsert.Bind(pool).Bind(bot_id).Bind(rating::kStartRating).Bind(change);
  return upsert.Bind(tally.wins).Bind(tally.draws).Bind(tally.losses).Run();
}

// Stores the change and returns its step.
absl::StatusOr<std::int64_t> KeepChange(Database& database, std::int64_t sequence, SeatKeys seats,
                                        const RatedGame& game) {
  Statement insert = database.Prepare(
      "INSERT INTO rating_changes (sequence, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, change) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING step");
  insert.Bind(sequence).Bind(game.pool).Bind(seats.red).Bind(seats.blue);
  insert.Bind(game.red_before).Bind(game.blue_before).Bind(std::int64_t{game.k}).Bind(game.change);
  return insert.Number();
}

// Reads the columns pool, place, name, rating, wins, draws, losses, gain.
absl::StatusOr<std::vector<Standing>> ReadStandings(Statement& select) {
  return select.Collect<Standing>([](const Statement& row) {
    return Standing{.pool = row.Text(0),
                    .place = row.Int(1),
                    .bot = row.Text(2),
                    .rating = row.Int(3),
                    .tally = {.wins = row.Int(4), .draws = row.Int(5), .losses = row.Int(6)},
                    .newest_gain = row.Int(7)};
  });
}

}  // namespace

absl::StatusOr<RatedGame> RateGame(Database& database, std::int64_t sequence, absl::string_view pool, SeatKeys seats,
                                   v1::Result result) {
  FLAGFALL_ASSIGN_OR_RETURN(const Current red, CurrentOf(database, pool, seats.red));
  FLAGFALL_ASSIGN_OR_RETURN(const Current blue, CurrentOf(database, pool, seats.blue));
  const int k = rating::KOf(red.games, blue.games);
  RatedGame game{.pool = std::string(pool),
                 .red_before = red.rating,
                 .blue_before = blue.rating,
                 .k = k,
                 .change = rating::RatingChange(red.rating, blue.rating, k, result)};
  FLAGFALL_ASSIGN_OR_RETURN(game.step, KeepChange(database, sequence, seats, game));
  const rating::Tally of_red{.wins = result == v1::RESULT_RED_WINS,
                             .draws = result == v1::RESULT_DRAW,
                             .losses = result == v1::RESULT_BLUE_WINS};
  const rating::Tally of_blue{.wins = of_red.losses, .draws = of_red.draws, .losses = of_red.wins};
  FLAGFALL_RETURN_IF_ERROR(AddToRating(database, pool, seats.red, game.change, of_red));
  FLAGFALL_RETURN_IF_ERROR(AddToRating(database, pool, seats.blue, -game.change, of_blue));
  return game;
}

absl::StatusOr<std::optional<RatedGame>> FindRatedGame(Database& database, std::int64_t sequence) {
  Statement select =
      database.Prepare("SELECT pool, red_before, blue_before, k, change, step FROM rating_changes WHERE sequence = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(sequence).Next());
  if (!found) return std::nullopt;
  return RatedGame{.pool = select.Text(0),
                   .red_before = select.Int(1),
                   .blue_before = select.Int(2),
                   .k = static_cast<int>(select.Int(3)),
                   .change = select.Int(4),
                   .step = select.Int(5)};
}

absl::StatusOr<std::vector<Standing>> Leaderboard(Database& database, absl::string_view pool) {
  Statement select = database.Prepare(
      "WITH steps AS ("
      "  SELECT rating_changes.red_bot_id, rating_changes.blue_bot_id, change FROM games"
      "  JOIN rating_changes USING (sequence) WHERE tournament_id = " FLAGFALL_NEWEST_TOURNAMENT_OF("?1")
      "), gains AS (SELECT bot_id, sum(gain) AS gain FROM (SELECT red_bot_id AS bot_id, change AS gain FROM steps"
      "  UNION ALL SELECT blue_bot_id, -change FROM steps) GROUP BY bot_id) "
      "SELECT pool, row_number() OVER (ORDER BY rating DESC, bots.name) AS place, bots.name, rating, wins, draws, "
      "losses, coalesce(gain, 0) FROM ratings JOIN bots USING (bot_id) LEFT JOIN gains USING (bot_id) WHERE pool = ?1 "
      "ORDER BY place");
  return ReadStandings(select.Bind(pool));
}

absl::StatusOr<std::vector<Standing>> StandingsOf(Database& database, absl::string_view entry) {
  Statement select = database.Prepare(
      "SELECT mine.pool, (SELECT count(*) + 1 FROM ratings JOIN bots USING (bot_id) WHERE ratings.pool = mine.pool"
      "    AND (ratings.rating > mine.rating OR (ratings.rating = mine.rating AND bots.name < ?1))),"
      "  me.name, mine.rating, wins, draws, losses,"
      "  coalesce((SELECT sum(iif(changes.red_bot_id = mine.bot_id, change, -change)) FROM rating_changes AS changes"
      "    JOIN games USING (sequence) WHERE changes.pool = mine.pool"
      "    AND (changes.red_bot_id = mine.bot_id OR changes.blue_bot_id = mine.bot_id)"
      "    AND tournament_id = " FLAGFALL_NEWEST_TOURNAMENT_OF("mine.pool") "), 0) "
      "FROM ratings AS mine JOIN bots AS me USING (bot_id) WHERE me.name = ?1 ORDER BY mine.pool");
  return ReadStandings(select.Bind(entry));
}

absl::StatusOr<PoolScores> PoolScoresOf(Database& database, absl::string_view pool) {
  struct Row {
    std::int64_t red;
    std::int64_t blue;
    rating::Tally tally;
  };
  Statement select =
      database.Prepare("SELECT red_bot_id, blue_bot_id, wins, draws, losses FROM pair_scores WHERE pool = ?1");
  std::vector<Row> rows;
  std::map<std::int64_t, int> index_of;
  FLAGFALL_RETURN_IF_ERROR(select.Bind(pool).ForEachRow([&](const Statement& row) {
    rows.push_back({row.Int(0), row.Int(1), {.wins = row.Int(2), .draws = row.Int(3), .losses = row.Int(4)}});
    index_of[row.Int(0)] = index_of[row.Int(1)] = 0;
  }));
  PoolScores pool_scores;
  for (auto& [bot_id, index] : index_of) {
    index = static_cast<int>(pool_scores.bots.size());
    Statement name = database.Prepare("SELECT name FROM bots WHERE bot_id = ?1");
    FLAGFALL_RETURN_IF_ERROR(name.Bind(bot_id).Next().status());
    pool_scores.bots.push_back(name.Text(0));
  }
  for (const Row& row : rows) {
    pool_scores.scores.push_back({.red = index_of[row.red], .blue = index_of[row.blue], .tally = row.tally});
  }
  return pool_scores;
}

absl::StatusOr<UnplayedGames> CountUnplayedGames(Database& database, absl::string_view pool) {
  Statement select = database.Prepare(
      "SELECT count(rating_changes.sequence), count(unrated_games.sequence) "
      "FROM tournaments JOIN games INDEXED BY games_unplayed USING (tournament_id) "
      "LEFT JOIN rating_changes ON rating_changes.sequence = games.sequence "
      "LEFT JOIN unrated_games ON unrated_games.sequence = games.sequence "
      "WHERE tournaments.pool = ?1 AND " FLAGFALL_IS_UNPLAYED);
  FLAGFALL_RETURN_IF_ERROR(select.Bind(pool).Next().status());
  return UnplayedGames{.rated = select.Int(0), .left_out = select.Int(1)};
}

absl::StatusOr<std::vector<std::string>> ListPools(Database& database) {
  Statement select = database.Prepare("SELECT DISTINCT pool FROM ratings ORDER BY pool");
  return select.Collect<std::string>([](const Statement& row) { return row.Text(0); });
}

absl::Status VisitRatedGames(Database& database, absl::string_view pool,
                             const std::function<absl::Status(const RatedResult& game)>& visit) {
  // Without an index the rows come in the order of their steps, and nothing need be sorted.
  Statement select = database.Prepare(
      "SELECT reds.name, blues.name, games.result, games.start_time_us FROM rating_changes NOT INDEXED "
      "JOIN games USING (sequence) JOIN bots AS reds ON reds.bot_id = rating_changes.red_bot_id "
      "JOIN bots AS blues ON blues.bot_id = rating_changes.blue_bot_id WHERE rating_changes.pool = ?1 ORDER BY step");
  return select.Bind(pool).ForEachRow([&visit](const Statement& row) -> absl::Status {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(2)));
    return visit({.red = row.Text(0), .blue = row.Text(1), .result = result, .start_time = Micros(row.Int(3))});
  });
}

absl::StatusOr<std::vector<RatingStep>> RatingHistory(Database& database, absl::string_view pool,
                                                      absl::string_view bot) {
  FLAGFALL_ASSIGN_OR_RETURN(const Bot entry, FindEntry(database, bot));
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?2), steps AS ("
      "  SELECT step, sequence, blue_bot_id AS opponent_id, red_before AS before, change AS gain, blue_before AS "
      "theirs, k"
      "  FROM rating_changes"
      "  WHERE pool = ?1 AND red_bot_id = (SELECT bot_id FROM me)"
      "  UNION ALL"
      "  SELECT step, sequence, red_bot_id, blue_before, -change, red_before, k FROM rating_changes"
      "  WHERE pool = ?1 AND blue_bot_id = (SELECT bot_id FROM me)) "
      "SELECT game_id, bots.name, before, before + gain, theirs, k, start_time_us FROM steps JOIN games USING "
      "(sequence) JOIN bots ON bots.bot_id = opponent_id ORDER BY step");
  return select.Bind(pool).Bind(entry.name()).Collect<RatingStep>([](const Statement& row) {
    return RatingStep{.game_id = row.Text(0),
                      .opponent = row.Text(1),
                      .before = row.Int(2),
                      .after = row.Int(3),
                      .opponent_before = row.Int(4),
                      .k = static_cast<int>(row.Int(5)),
                      .start_time = Micros(row.Int(6))};
  });
}

absl::StatusOr<std::map<std::string, RatingTrend>> RatingTrends(Database& database, absl::string_view pool, int count) {
  Statement bots = database.Prepare("SELECT bot_id, name FROM ratings JOIN bots USING (bot_id) WHERE pool = ?1");
  std::map<std::string, std::int64_t> keys;
  FLAGFALL_RETURN_IF_ERROR(
      bots.Bind(pool).ForEachRow([&](const Statement& row) { keys.emplace(row.Text(1), row.Int(0)); }));
  std::map<std::string, RatingTrend> trends;
  for (const auto& [name, bot_id] : keys) {
    Statement select = database.Prepare(
        "SELECT after, (SELECT start_time_us FROM games WHERE games.sequence = newest.sequence) FROM ("
        "  SELECT * FROM (SELECT step, sequence, red_before + change AS after FROM rating_changes"
        "    WHERE pool = ?1 AND red_bot_id = ?2 ORDER BY step DESC LIMIT ?3)"
        "  UNION ALL"
        "  SELECT * FROM (SELECT step, sequence, blue_before - change FROM rating_changes"
        "    WHERE pool = ?1 AND blue_bot_id = ?2 ORDER BY step DESC LIMIT ?3)"
        "  ORDER BY step DESC LIMIT ?3) AS newest ORDER BY step");
    RatingTrend& trend = trends[name];
    FLAGFALL_RETURN_IF_ERROR(
        select.Bind(pool).Bind(bot_id).Bind(std::int64_t{count}).ForEachRow([&](const Statement& row) {
          trend.after.push_back(row.Int(0));
          trend.last_start_time = Micros(row.Int(1));
        }));
  }
  return trends;
}

}  // namespace flagfall::arena::store
