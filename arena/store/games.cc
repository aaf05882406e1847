#include "arena/store/games.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/store/game_rows.h"
#include "arena/store/imported_games.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// Selects the columns that ReadSummary reads.
#define FLAGFALL_SELECT_GAMES                                                                                     \
  "SELECT games.sequence, game_id, games.tournament_id, number, round, red.name, blue.name, ruleset_id, result, " \
  "reason, detail, plies, attempt, start_time_us, duration_us, first_of_pair, "                                   \
  "rating_changes.pool, red_before, blue_before, k, change, step, "                                               \
  "red_unsent_us, red_away_us, red_host_delay_us, blue_unsent_us, blue_away_us, blue_host_delay_us "              \
  "FROM games JOIN tournaments USING (tournament_id) JOIN bots AS red ON red.bot_id = games.red_bot_id "          \
  "JOIN bots AS blue ON blue.bot_id = games.blue_bot_id LEFT JOIN rating_changes USING (sequence) "

#define FLAGFALL_GAMES_THAT_FIT                                                                      \
  "(?2 IS NULL OR games.tournament_id = ?2) AND (?3 IS NULL OR ruleset_id = ?3) "                    \
  "AND (?4 IS NULL OR result = ?4) AND (?5 IS NULL OR reason = ?5) AND (?6 IS NULL OR plies >= ?6) " \
  "AND (?7 IS NULL OR plies <= ?7) AND (?8 IS NULL OR start_time_us >= ?8) "                         \
  "AND (?9 IS NULL OR start_time_us < ?9) ORDER BY games.sequence DESC LIMIT ?10"

// Whether the name stands for that player: its own, that of its entry where it is a further player of one, or a base
// name of either.
#define FLAGFALL_IS_NAMED(player, name)                                                                    \
  "(" name " IN (" player ".name, " player                                                                 \
  ".base_name) OR EXISTS (SELECT 1 FROM bots AS entry WHERE entry.bot_id = " player ".second_of AND " name \
  " IN (entry.name, entry.base_name)))"

constexpr char kGames[] = FLAGFALL_SELECT_GAMES "WHERE games.sequence < ?1 AND " FLAGFALL_GAMES_THAT_FIT;

// Starts from the bot's own games, of which there may be few.
constexpr char kGamesOfBot[] = FLAGFALL_SELECT_GAMES
    "WHERE games.sequence IN ("
    "  SELECT sequence FROM games WHERE red_bot_id IN "
    "  (SELECT bot_id FROM bots AS player WHERE " FLAGFALL_IS_NAMED("player", "?11") ")"
    "  UNION ALL"
    "  SELECT sequence FROM games WHERE blue_bot_id IN "
    "  (SELECT bot_id FROM bots AS player WHERE " FLAGFALL_IS_NAMED("player", "?11") ")) "
    "AND games.sequence < ?1 AND (?12 IS NULL"
    "  OR (" FLAGFALL_IS_NAMED("red", "?12") " AND " FLAGFALL_IS_NAMED("blue", "?11") ")"
    "  OR (" FLAGFALL_IS_NAMED("blue", "?12") " AND " FLAGFALL_IS_NAMED("red", "?11") ")) AND " FLAGFALL_GAMES_THAT_FIT;

std::optional<RatedGame> ReadRatedGame(const Statement& row, int first) {
  if (row.IsNull(first)) return std::nullopt;
  return RatedGame{.pool = row.Text(first),
                   .red_before = row.Int(first + 1),
                   .blue_before = row.Int(first + 2),
                   .k = static_cast<int>(row.Int(first + 3)),
                   .change = row.Int(first + 4),
                   .step = row.Int(first + 5)};
}

SeatTimes ReadSeatTimes(const Statement& row, int first) {
  return {
      .unsent = Micros(row.Int(first)), .away = Micros(row.Int(first + 1)), .host_delay = Micros(row.Int(first + 2))};
}

absl::StatusOr<GameSummary> ReadSummary(const Statement& row) {
  GameSummary game{.sequence = row.Int(0),
                   .game_id = row.Text(1),
                   .tournament_id = row.Int(2),
                   .number = static_cast<std::uint32_t>(row.Int(3)),
                   .round = static_cast<std::uint32_t>(row.Int(4)),
                   .first_of_pair = static_cast<std::uint32_t>(row.Int(15)),
                   .red = row.Text(5),
                   .blue = row.Text(6),
                   .ruleset_id = row.Text(7),
                   .outcome = {},
                   .plies = static_cast<std::uint32_t>(row.Int(11)),
                   .attempt = static_cast<std::uint32_t>(row.Int(12)),
                   .start_time = Micros(row.Int(13)),
                   .duration = Micros(row.Int(14)),
                   .rating = ReadRatedGame(row, 16),
                   .times = {ReadSeatTimes(row, 22), ReadSeatTimes(row, 25)}};
  FLAGFALL_ASSIGN_OR_RETURN(game.outcome, ReadOutcomeColumns(row, 8));
  return game;
}

absl::Status VisitAll(Statement& select, const std::function<absl::Status(const GameSummary&)>& visit) {
  return select.ForEachRow([&visit](const Statement& row) -> absl::Status {
    FLAGFALL_ASSIGN_OR_RETURN(const GameSummary game, ReadSummary(row));
    return visit(game);
  });
}

absl::Status UnknownGameError(absl::string_view game_id) {
  return absl::NotFoundError(absl::StrCat("there is no game '", game_id,
                                          "'; an id is a tournament and a number in it, as in 7-42, and `flagfall game "
                                          "list` shows them"));
}

}  // namespace

absl::StatusOr<GamePage> ListGames(Database& database, const GameFilter& filter, std::optional<std::int64_t> before,
                                   int count) {
  FLAGFALL_CHECK(count >= 1 && count <= kGamePageMax);
  if (filter.is_imported) return ListImportedGames(database, filter, before, count);
  Statement select = database.Prepare(filter.bot.has_value() ? kGamesOfBot : kGames);
  select.Bind(before.value_or(std::numeric_limits<std::int64_t>::max())).Bind(filter.tournament_id);
  select.Bind(filter.ruleset_id).Bind(WordOrAbsent(filter.result));
  select.Bind(WordOrAbsent(filter.reason)).Bind(filter.plies_min).Bind(filter.plies_max);
  select.Bind(InMicros(filter.start_time_min)).Bind(InMicros(filter.start_time_end));
  // Reads one more than asked for, which shows whether there is a next page.
  select.Bind(std::int64_t{count} + 1);
  if (filter.bot.has_value()) select.Bind(filter.bot).Bind(filter.opponent);
  GamePage page;
  FLAGFALL_ASSIGN_OR_RETURN(page.games, select.Collect<GameSummary>(ReadSummary));
  if (page.games.size() > static_cast<std::size_t>(count)) {
    page.games.pop_back();
    page.next = page.games.back().sequence;
  }
  return page;
}

absl::StatusOr<GameSummary> FindGame(Database& database, absl::string_view game_id) {
  if (IsImportedGameId(game_id)) return FindImportedGame(database, game_id);
  Statement select = database.Prepare(FLAGFALL_SELECT_GAMES "WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found) return UnknownGameError(game_id);
  return ReadSummary(select);
}

absl::StatusOr<v1::GameRecord> FindRecord(Database& database, absl::string_view game_id) {
  if (IsImportedGameId(game_id)) return FindImportedRecord(database, game_id);
  Statement select =
      database.Prepare("SELECT record, record_sha256 FROM games JOIN game_records USING (sequence) WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found) return UnknownGameError(game_id);
  return ReadRecordColumns(database, game_id, select, 0);
}

absl::StatusOr<bool> IsPairComplete(Database& database, const GameSummary& game) {
  Statement select = database.Prepare(
      "SELECT EXISTS (SELECT 1 FROM games WHERE tournament_id = ?1 AND first_of_pair = ?2)"
      "    OR EXISTS (SELECT 1 FROM games WHERE tournament_id = ?1 AND number = ?2 AND first_of_pair IS NOT NULL)");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(game.tournament_id).Bind(game.number).Next().status());
  return select.Int(0) != 0;
}

absl::Status VisitTournamentGames(Database& database, std::int64_t tournament_id,
                                  const std::function<absl::Status(const GameSummary&)>& visit) {
  Statement select = database.Prepare(FLAGFALL_SELECT_GAMES "WHERE games.tournament_id = ?1 ORDER BY games.number");
  return VisitAll(select.Bind(tournament_id), visit);
}

absl::Status VisitTournamentGamesSince(Database& database, std::int64_t tournament_id, std::int64_t after,
                                       const std::function<absl::Status(const GameSummary&)>& visit) {
  // The plus keeps SQLite from using the tournament's index, by which it would read the whole tournament.
  Statement select = database.Prepare(
      FLAGFALL_SELECT_GAMES "WHERE games.sequence > ?2 AND +games.tournament_id = ?1 ORDER BY games.sequence");
  return VisitAll(select.Bind(tournament_id).Bind(after), visit);
}

absl::StatusOr<std::uint32_t> CountTournamentGames(Database& database, std::int64_t tournament_id) {
  Statement select = database.Prepare("SELECT count(*) FROM games WHERE tournament_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(tournament_id).Next().status());
  return static_cast<std::uint32_t>(select.Int(0));
}

absl::StatusOr<std::vector<VoidGame>> VoidGames(Database& database, std::int64_t tournament_id) {
  Statement select = database.Prepare(
      "SELECT number, attempt, reason, detail FROM void_games WHERE tournament_id = ?1 ORDER BY number, attempt");
  return select.Bind(tournament_id).Collect<VoidGame>([](const Statement& row) -> absl::StatusOr<VoidGame> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(row.Text(2)));
    return VoidGame{.number = static_cast<std::uint32_t>(row.Int(0)),
                    .attempt = static_cast<std::uint32_t>(row.Int(1)),
                    .reason = reason,
                    .detail = row.Text(3)};
  });
}

absl::StatusOr<std::vector<VoidCount>> CountVoidGames(Database& database, std::int64_t tournament_id) {
  Statement select = database.Prepare(
      "SELECT reason, red.name, blue.name, count(*) FROM void_games "
      "JOIN bots AS red ON red.bot_id = red_bot_id JOIN bots AS blue ON blue.bot_id = blue_bot_id "
      "WHERE tournament_id = ?1 GROUP BY reason, red_bot_id, blue_bot_id");
  return select.Bind(tournament_id).Collect<VoidCount>([](const Statement& row) -> absl::StatusOr<VoidCount> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(row.Text(0)));
    return VoidCount{
        .reason = reason, .red = row.Text(1), .blue = row.Text(2), .games = static_cast<std::uint32_t>(row.Int(3))};
  });
}

}  // namespace flagfall::arena::store
