#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/record_codec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// Compares a row with its record. The columns are those that CheckGames selects.
absl::Status Compare(const Statement& row, const v1::GameRecord& record) {
  const auto differs = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat("the ", what, " of game ", row.Text(0), " is not what its record says"));
  };
  const std::int64_t start_us = record.start_time().seconds() * 1'000'000 + record.start_time().nanos() / 1000;
  const std::int64_t duration_us = record.entries().empty() ? 0 : record.entries().rbegin()->at_micros();
  if (row.Text(0) != record.game_id()) return differs("id");
  if (row.Text(3) != record.red().name() || row.Text(4) != record.blue().name()) return differs("players");
  if (row.Text(5) != record.ruleset().id()) return differs("ruleset");
  if (row.Text(6) != EnumWord(record.outcome().result())) return differs("result");
  if (row.Text(7) != EnumWord(record.outcome().reason())) return differs("reason");
  if (row.Text(8) != record.outcome().detail()) return differs("detail");
  if (row.Int(9) != record.plies()) return differs("number of plies");
  if (row.Int(10) != start_us || row.Int(11) != duration_us) return differs("time");
  return absl::OkStatus();
}

absl::StatusOr<v1::GameRecord> RecordOf(absl::string_view game_id, const Statement& row, int record, int sha256) {
  if (row.IsNull(record)) return absl::DataLossError(absl::StrCat("game ", game_id, " has no record"));
  absl::StatusOr<v1::GameRecord> decoded = DecodeRecord(row.Blob(record), row.Blob(sha256));
  if (decoded.ok()) return decoded;
  return absl::DataLossError(absl::StrCat("game ", game_id, ": ", decoded.status().message()));
}

absl::Status CheckVoidGames(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournament_id || '-' || number, record, record_sha256, reason, plies FROM void_games "
      "ORDER BY tournament_id, number, attempt");
  return select.ForEachRow([](const Statement& row) -> absl::Status {
    const std::string game_id = absl::StrCat(row.Text(0), ", a void attempt");
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordOf(game_id, row, 1, 2));
    if (record.outcome().result() == v1::RESULT_VOID && row.Text(3) == EnumWord(record.outcome().reason()) &&
        row.Int(4) == record.plies()) {
      return absl::OkStatus();
    }
    return absl::DataLossError(absl::StrCat("the row of game ", game_id, ", is not what its record says"));
  });
}

}  // namespace

absl::Status CheckGames(Database& database) {
  Statement select = database.Prepare(
      "SELECT game_id, record, record_sha256, red.name, blue.name, ruleset_id, result, reason, detail, plies, "
      "start_time_us, duration_us FROM games LEFT JOIN game_records USING (sequence) JOIN tournaments USING "
      "(tournament_id) JOIN bots AS red ON red.bot_id = red_bot_id JOIN bots AS blue ON blue.bot_id = blue_bot_id "
      "ORDER BY games.sequence");
  FLAGFALL_RETURN_IF_ERROR(select.ForEachRow([](const Statement& row) -> absl::Status {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordOf(row.Text(0), row, 1, 2));
    return Compare(row, record);
  }));
  Statement orphan =
      database.Prepare("SELECT sequence FROM game_records WHERE sequence NOT IN (SELECT sequence FROM games) LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, orphan.Next());
  if (found) return absl::DataLossError(absl::StrCat("record ", orphan.Int(0), " belongs to no game"));
  return CheckVoidGames(database);
}

}  // namespace flagfall::arena::store
