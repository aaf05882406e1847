#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/record_codec.h"
#include "arena/store/seat_times.h"
#include "arena/store/set_ups.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// The columns with which both queries below begin.
enum Column {
  kTournament,
  kNumber,
  kAttempt,
  kFirstOfPair,
  kFirstAttempt,
  kIsUndecided,
  kRecord,
  kRecordSha256,
  kResult,
  kReason,
  kDetail,
  kPlies,
  kStartTime,
  kDuration,
  kRed,
  kBlue,
  // Of games that count only.
  kRedVersion,
  kBlueVersion,
  kRuleset,
  // Three of each player, as SaysTimes reads them.
  kRedTimes,
  kBlueTimes = kRedTimes + 3,
  // NULL of games without.
  kRedSetUp = kBlueTimes + 3,
  kBlueSetUp,
};

constexpr char kCheckedGames[] =
    "SELECT games.tournament_id, games.number, games.attempt, games.first_of_pair, firsts.attempt, "
    "0, record, games.record_sha256, games.result, games.reason, games.detail, "
    "games.plies, games.start_time_us, games.duration_us, red.name, blue.name, "
    // The host's own bots keep their name when they change; versions that were submitted never change.
    "iif(red.content_sha256 IS NULL, NULL, red.version), iif(blue.content_sha256 IS NULL, NULL, blue.version), "
    "ruleset, games.red_unsent_us, games.red_away_us, games.red_host_delay_us, "
    "games.blue_unsent_us, games.blue_away_us, games.blue_host_delay_us, red_set_ups.letters, blue_set_ups.letters "
    "FROM games LEFT JOIN game_records USING (sequence) JOIN tournaments USING (tournament_id) "
    "JOIN bots AS red ON red.bot_id = games.red_bot_id JOIN bots AS blue ON blue.bot_id = games.blue_bot_id "
    "LEFT JOIN games AS firsts ON firsts.tournament_id = games.tournament_id AND firsts.number = games.first_of_pair "
    "LEFT JOIN game_set_ups ON game_set_ups.sequence = games.sequence "
    "LEFT JOIN set_ups AS red_set_ups ON red_set_ups.set_up_id = red_set_up_id "
    "LEFT JOIN set_ups AS blue_set_ups ON blue_set_ups.set_up_id = blue_set_up_id "
    "ORDER BY games.sequence";

constexpr char kVoidGames[] =
    "SELECT void_games.tournament_id, void_games.number, void_games.attempt, games.first_of_pair, firsts.attempt, "
    "games.sequence IS NULL, void_games.record, void_games.record_sha256, "
    "'void', void_games.reason, void_games.detail, void_games.plies, void_games.start_time_us, void_games.duration_us, "
    "red.name, blue.name FROM void_games LEFT JOIN games USING (tournament_id, number) "
    "LEFT JOIN games AS firsts ON firsts.tournament_id = games.tournament_id AND firsts.number = games.first_of_pair "
    "JOIN bots AS red ON red.bot_id = void_games.red_bot_id JOIN bots AS blue ON blue.bot_id = void_games.blue_bot_id "
    "ORDER BY void_games.tournament_id, void_games.number, void_games.attempt";

RecordedGame ReadGame(const Statement& row, bool is_void) {
  return {.tournament_id = row.Int(kTournament),
          .number = static_cast<std::uint32_t>(row.Int(kNumber)),
          .attempt = static_cast<std::uint32_t>(row.Int(kAttempt)),
          .first_of_pair = static_cast<std::uint32_t>(row.Int(kFirstOfPair)),
          .first_attempt = static_cast<std::uint32_t>(row.Int(kFirstAttempt)),
          .is_void = is_void,
          .is_undecided = row.Int(kIsUndecided) != 0};
}

std::string NameOf(const RecordedGame& game) {
  const std::string id = GameIdOf(game.tournament_id, game.number);
  return game.is_void ? absl::StrCat("void attempt ", game.attempt, " at game ", id) : absl::StrCat("game ", id);
}

// Whether the columns from `first` on have these times.
bool SaysTimes(const Statement& row, int first, const SeatTimes& times) {
  return row.Int(first) == times.unsent.count() && row.Int(first + 1) == times.away.count() &&
         row.Int(first + 2) == times.host_delay.count();
}

// Whether the row has the record's set-ups.
bool SaysSetUps(const Statement& row, const v1::GameRecord& record) {
  const std::optional<std::string> red = SetUpLetters(record, v1::SIDE_RED);
  const std::optional<std::string> blue = SetUpLetters(record, v1::SIDE_BLUE);
  if (row.IsNull(kRedSetUp)) return !red.has_value() || !blue.has_value();
  return row.Text(kRedSetUp) == red && row.Text(kBlueSetUp) == blue;
}

// Compares what rows of both tables hold.
absl::Status Compare(const RecordedGame& game, const Statement& row, const v1::GameRecord& record) {
  const auto differs = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat("the ", what, " of ", NameOf(game), " is not what its record says"));
  };
  const bool is_same_time =
      Micros(row.Int(kStartTime)) == MicrosOf(record.start_time()) && Micros(row.Int(kDuration)) == DurationOf(record);
  if (GameIdOf(game.tournament_id, game.number) != record.game_id()) return differs("id");
  if (row.Text(kResult) != EnumWord(record.outcome().result())) return differs("result");
  if (row.Text(kReason) != EnumWord(record.outcome().reason())) return differs("reason");
  if (row.Text(kDetail) != record.outcome().detail()) return differs("detail");
  if (row.Int(kPlies) != record.plies()) return differs("number of plies");
  if (!is_same_time) return differs("time");
  if (row.Text(kRed) != record.red().name() || row.Text(kBlue) != record.blue().name()) return differs("players");
  if (game.is_void) return absl::OkStatus();
  if ((!row.IsNull(kRedVersion) && row.Text(kRedVersion) != record.red().version()) ||
      (!row.IsNull(kBlueVersion) && row.Text(kBlueVersion) != record.blue().version())) {
    return differs("version of a player");
  }
  if (!SaysTimes(row, kRedTimes, SeatTimesOf(record, v1::SIDE_RED)) ||
      !SaysTimes(row, kBlueTimes, SeatTimesOf(record, v1::SIDE_BLUE))) {
    return differs("time of a player");
  }
  if (!SaysSetUps(row, record)) return differs("set-up of a player");
  return row.Text(kRuleset) == RulesetText(record.ruleset()) ? absl::OkStatus() : differs("ruleset");
}

absl::StatusOr<v1::GameRecord> RecordOf(const RecordedGame& game, const Statement& row) {
  if (row.IsNull(kRecord)) return absl::DataLossError(absl::StrCat(NameOf(game), " has no record"));
  absl::StatusOr<v1::GameRecord> decoded = DecodeRecord(row.Blob(kRecord), row.Blob(kRecordSha256));
  if (decoded.ok()) return decoded;
  return absl::DataLossError(absl::StrCat(NameOf(game), ": ", decoded.status().message()));
}

absl::Status CheckRecords(Database& database, const char* sql, bool is_void, const VisitRecord& visit) {
  return database.Prepare(sql).ForEachRow([&](const Statement& row) -> absl::Status {
    const RecordedGame game = ReadGame(row, is_void);
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordOf(game, row));
    FLAGFALL_RETURN_IF_ERROR(Compare(game, row, record));
    return visit(game, record);
  });
}

// The attempts at a game are numbered from 1, and the one that counts comes after all void ones.
absl::Status CheckAttempts(Database& database) {
  Statement decided = database.Prepare(
      "SELECT game_id, attempt, coalesce(voids, 0) FROM games LEFT JOIN (SELECT tournament_id, number, count(*) AS "
      "voids FROM void_games GROUP BY tournament_id, number) USING (tournament_id, number) "
      "WHERE attempt <> coalesce(voids, 0) + 1 ORDER BY sequence LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(bool found, decided.Next());
  if (found) {
    return absl::DataLossError(absl::StrCat("game ", decided.Text(0), " was decided at attempt ", decided.Int(1),
                                            ", and the ledger has ", decided.Int(2), " void attempts before it"));
  }
  Statement undecided = database.Prepare(
      "SELECT tournament_id || '-' || number, max(attempt), count(*) AS voids FROM void_games "
      "GROUP BY tournament_id, number HAVING max(attempt) <> voids ORDER BY tournament_id, number LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(found, undecided.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("the last void attempt at game ", undecided.Text(0), " is number ",
                                          undecided.Int(1), ", and the ledger has ", undecided.Int(2)));
}

absl::Status CheckNoRecordIsLeftOver(Database& database) {
  Statement orphan =
      database.Prepare("SELECT sequence FROM game_records WHERE sequence NOT IN (SELECT sequence FROM games) LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, orphan.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("record ", orphan.Int(0), " belongs to no game"));
}

}  // namespace

absl::Status CheckGames(Database& database, const VisitRecord& visit) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  FLAGFALL_RETURN_IF_ERROR(CheckRecords(database, kCheckedGames, /*is_void=*/false, visit));
  FLAGFALL_RETURN_IF_ERROR(CheckNoRecordIsLeftOver(database));
  FLAGFALL_RETURN_IF_ERROR(CheckRecords(database, kVoidGames, /*is_void=*/true, visit));
  return CheckAttempts(database);
}

absl::Status CheckGames(Database& database) {
  return CheckGames(database, [](const RecordedGame&, const v1::GameRecord&) { return absl::OkStatus(); });
}

}  // namespace flagfall::arena::store
