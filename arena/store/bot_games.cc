#include "arena/store/bot_games.h"

#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

v1::Side SideOf(std::int64_t is_red) { return is_red != 0 ? v1::SIDE_RED : v1::SIDE_BLUE; }

}  // namespace

absl::StatusOr<std::vector<AlikeGames>> CountGamesOf(Database& database, absl::string_view entry) {
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?1), alike AS ("
      "  SELECT tournament_id, 1 AS is_red, blue_bot_id AS opponent_id, result, reason, count(*) AS games FROM games"
      "  WHERE red_bot_id = (SELECT bot_id FROM me) GROUP BY 1, 3, 4, 5"
      "  UNION ALL"
      "  SELECT tournament_id, 0, red_bot_id, result, reason, count(*) FROM games"
      "  WHERE blue_bot_id = (SELECT bot_id FROM me) GROUP BY 1, 3, 4, 5) "
      "SELECT ruleset_id, is_red, bots.name, result, reason, sum(games) FROM alike "
      "JOIN tournaments USING (tournament_id) JOIN bots ON bots.bot_id = opponent_id "
      "GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2 DESC, 3, 4, 5");
  return select.Bind(entry).Collect<AlikeGames>([](const Statement& row) -> absl::StatusOr<AlikeGames> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(3)));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(row.Text(4)));
    return AlikeGames{.ruleset_id = row.Text(0),
                      .side = SideOf(row.Int(1)),
                      .opponent = row.Text(2),
                      .result = result,
                      .reason = reason,
                      .games = row.Int(5)};
  });
}

absl::StatusOr<std::vector<BotGame>> NewestGamesOf(Database& database, absl::string_view entry,
                                                   absl::string_view ruleset_id, int count) {
  // The newest of either side, then the newest of both.
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?1), mine AS ("
      "  SELECT * FROM (SELECT games.sequence AS stored, 1 AS is_red FROM games JOIN tournaments USING (tournament_id)"
      "    WHERE red_bot_id = (SELECT bot_id FROM me) AND ruleset_id = ?2 ORDER BY games.sequence DESC LIMIT ?3)"
      "  UNION ALL"
      "  SELECT * FROM (SELECT games.sequence, 0 FROM games JOIN tournaments USING (tournament_id)"
      "    WHERE blue_bot_id = (SELECT bot_id FROM me) AND ruleset_id = ?2 ORDER BY games.sequence DESC LIMIT ?3)) "
      "SELECT game_id, is_red FROM mine JOIN games ON games.sequence = stored ORDER BY stored DESC LIMIT ?3");
  select.Bind(entry).Bind(ruleset_id).Bind(std::int64_t{count});
  return select.Collect<BotGame>(
      [](const Statement& row) { return BotGame{.game_id = row.Text(0), .side = SideOf(row.Int(1))}; });
}

absl::StatusOr<std::vector<GameBetween>> GamesBetween(Database& database, absl::string_view entry,
                                                      absl::string_view opponent) {
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?1), other AS (SELECT bot_id FROM bots WHERE name = ?2) "
      "SELECT ruleset_id, red_bot_id = (SELECT bot_id FROM me), result, reason, start_time_us FROM games "
      "JOIN tournaments USING (tournament_id) WHERE sequence IN ("
      "  SELECT sequence FROM games"
      "  WHERE red_bot_id = (SELECT bot_id FROM me) AND blue_bot_id = (SELECT bot_id FROM other)"
      "  UNION ALL"
      "  SELECT sequence FROM games"
      "  WHERE blue_bot_id = (SELECT bot_id FROM me) AND red_bot_id = (SELECT bot_id FROM other)) "
      "ORDER BY sequence");
  select.Bind(entry).Bind(opponent);
  return select.Collect<GameBetween>([](const Statement& row) -> absl::StatusOr<GameBetween> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(2)));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(row.Text(3)));
    return GameBetween{.ruleset_id = row.Text(0),
                       .side = SideOf(row.Int(1)),
                       .result = result,
                       .reason = reason,
                       .start_time = Micros(row.Int(4))};
  });
}

absl::StatusOr<std::vector<BotTournament>> NewestTournamentsOf(Database& database, absl::string_view entry, int count) {
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?1), mine AS ("
      "  SELECT tournament_id, max(sequence) AS newest, sum(result = 'red_wins') AS wins, sum(result = 'draw') AS "
      "draws,"
      "    sum(result = 'blue_wins') AS losses"
      "  FROM games WHERE red_bot_id = (SELECT bot_id FROM me) GROUP BY 1"
      "  UNION ALL"
      "  SELECT tournament_id, max(sequence), sum(result = 'blue_wins'), sum(result = 'draw'), sum(result = 'red_wins')"
      "  FROM games WHERE blue_bot_id = (SELECT bot_id FROM me) GROUP BY 1), "
      "both AS (SELECT tournament_id, max(newest) AS newest, sum(wins) AS wins, sum(draws) AS draws,"
      "    sum(losses) AS losses FROM mine GROUP BY 1 ORDER BY 2 DESC LIMIT ?2) "
      "SELECT both.tournament_id, wins, draws, losses, start_time_us + duration_us FROM both "
      "JOIN games ON games.sequence = newest ORDER BY newest DESC");
  select.Bind(entry).Bind(std::int64_t{count});
  return select.Collect<BotTournament>([](const Statement& row) {
    return BotTournament{.tournament_id = row.Int(0),
                         .wins = row.Int(1),
                         .draws = row.Int(2),
                         .losses = row.Int(3),
                         .last_played = Micros(row.Int(4))};
  });
}

}  // namespace flagfall::arena::store
