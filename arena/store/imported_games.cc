#include "arena/store/imported_games.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/base/names.h"
#include "arena/store/game_rows.h"
#include "arena/store/record_codec.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

constexpr char kImportedIdPrefix[] = "import-";

// Selects the columns that ReadImported reads.
#define FLAGFALL_SELECT_IMPORTED                                                                                     \
  "SELECT sequence, game_id, number, red, blue, ruleset_id, result, reason, detail, plies, coalesce(start_time_us, " \
  "0) "                                                                                                              \
  "FROM imported_games "

constexpr char kImportedGames[] = FLAGFALL_SELECT_IMPORTED
    "WHERE sequence < ?1 AND ?2 IS NULL AND (?3 IS NULL OR ruleset_id = ?3) AND (?4 IS NULL OR result = ?4) "
    "AND (?5 IS NULL OR reason = ?5) AND (?6 IS NULL OR plies >= ?6) AND (?7 IS NULL OR plies <= ?7) "
    "AND (?8 IS NULL OR start_time_us >= ?8) AND (?9 IS NULL OR start_time_us < ?9) "
    "AND (?11 IS NULL OR ?11 IN (red, blue)) "
    "AND (?12 IS NULL OR (?12 = red AND ?11 = blue) OR (?12 = blue AND ?11 = red)) ORDER BY sequence DESC LIMIT ?10";

absl::Status UnknownImportedGameError(absl::string_view game_id) {
  return absl::NotFoundError(
      absl::StrCat("there is no imported game '", game_id, "'; `flagfall game list --imported` shows them"));
}

absl::StatusOr<GameSummary> ReadImported(const Statement& row) {
  GameSummary game{.sequence = row.Int(0),
                   .game_id = row.Text(1),
                   .number = static_cast<std::uint32_t>(row.Int(2)),
                   .red = row.Text(3),
                   .blue = row.Text(4),
                   .ruleset_id = row.Text(5),
                   .outcome = {},
                   .plies = static_cast<std::uint32_t>(row.Int(9)),
                   .attempt = 1,
                   .start_time = Micros(row.Int(10)),
                   .is_imported = true};
  FLAGFALL_ASSIGN_OR_RETURN(game.outcome, ReadOutcomeColumns(row, 6));
  return game;
}

absl::StatusOr<std::int64_t> BeginImport(Database& database, Micros now) {
  return database.Prepare("INSERT INTO imports (imported_time_us) VALUES (?1) RETURNING import_id")
      .Bind(now.count())
      .Number();
}

absl::StatusOr<bool> IsHeld(Database& database, const std::string& sha256) {
  Statement select = database.Prepare("SELECT 1 FROM imported_games WHERE record_sha256 = ?1");
  return select.BindBlob(sha256).Next();
}

absl::Status InsertImported(Database& database, const NewImportedGame& game, const EncodedRecord& encoded,
                            std::int64_t import_id) {
  const v1::GameRecord& record = game.record;
  Statement insert = database.Prepare(
      "INSERT INTO imported_games (sequence, game_id, import_id, number, file, red, blue, ruleset_id, result, reason, "
      "detail, plies, start_time_us, record_sha256) VALUES ((?1 + 1) * 1000000000 - ?2, 'import-' || ?1 || '-' || ?2, "
      "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING sequence");
  insert.Bind(import_id).Bind(game.number).Bind(game.file).Bind(record.red().name()).Bind(record.blue().name());
  insert.Bind(record.ruleset().id()).Bind(EnumWord(record.outcome().result()));
  insert.Bind(EnumWord(record.outcome().reason())).Bind(record.outcome().detail()).Bind(record.plies());
  insert.Bind(record.has_start_time() ? std::optional(record.start_time().seconds() * 1'000'000) : std::nullopt);
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t sequence, insert.BindBlob(encoded.sha256).Number());
  Statement insert_record = database.Prepare("INSERT INTO imported_records (sequence, record) VALUES (?1, ?2)");
  return insert_record.Bind(sequence).BindBlob(encoded.compressed).Run();
}

}  // namespace

bool IsImportedGameId(absl::string_view game_id) {
  return absl::ConsumePrefix(&game_id, kImportedIdPrefix) && PartsOfGameId(game_id).number > 0;
}

absl::StatusOr<std::uint32_t> StoreImported(Database& database, absl::Span<const NewImportedGame> games, Micros now,
                                            std::int64_t& import_id) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  std::int64_t import = import_id;
  std::uint32_t stored = 0;
  for (const NewImportedGame& game : games) {
    FLAGFALL_CHECK(game.number >= 1 && game.number <= kImportedGamesMax);
    FLAGFALL_ASSIGN_OR_RETURN(const EncodedRecord encoded, EncodeRecord(game.record));
    FLAGFALL_ASSIGN_OR_RETURN(const bool is_held, IsHeld(database, encoded.sha256));
    if (is_held) continue;
    if (import == 0) {
      FLAGFALL_ASSIGN_OR_RETURN(import, BeginImport(database, now));
    }
    FLAGFALL_RETURN_IF_ERROR(InsertImported(database, game, encoded, import));
    ++stored;
  }
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  import_id = import;
  return stored;
}

absl::StatusOr<GamePage> ListImportedGames(Database& database, const GameFilter& filter,
                                           std::optional<std::int64_t> before, int count) {
  Statement select = database.Prepare(kImportedGames);
  select.Bind(before.value_or(std::numeric_limits<std::int64_t>::max())).Bind(filter.tournament_id);
  select.Bind(filter.ruleset_id).Bind(WordOrAbsent(filter.result)).Bind(WordOrAbsent(filter.reason));
  select.Bind(filter.plies_min).Bind(filter.plies_max);
  select.Bind(InMicros(filter.start_time_min)).Bind(InMicros(filter.start_time_end));
  // Reads one more than asked for, which shows whether there is a next page.
  select.Bind(std::int64_t{count} + 1).Bind(filter.bot).Bind(filter.opponent);
  GamePage page;
  FLAGFALL_ASSIGN_OR_RETURN(page.games, select.Collect<GameSummary>(ReadImported));
  if (page.games.size() > static_cast<std::size_t>(count)) {
    page.games.pop_back();
    page.next = page.games.back().sequence;
  }
  return page;
}

absl::StatusOr<GameSummary> FindImportedGame(Database& database, absl::string_view game_id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_IMPORTED "WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found) return UnknownImportedGameError(game_id);
  return ReadImported(select);
}

absl::StatusOr<v1::GameRecord> FindImportedRecord(Database& database, absl::string_view game_id) {
  Statement select = database.Prepare(
      "SELECT record, record_sha256 FROM imported_games JOIN imported_records USING (sequence) WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found) return UnknownImportedGameError(game_id);
  return ReadRecordColumns(database, game_id, select, 0);
}

absl::Status VisitImportedGames(
    Database& database,
    const std::function<absl::Status(const GameSummary& game, const v1::GameRecord& record)>& visit) {
  Statement select = database.Prepare(
      "SELECT sequence, game_id, number, red, blue, ruleset_id, result, reason, detail, plies, "
      "coalesce(start_time_us, 0), record, record_sha256 FROM imported_games LEFT JOIN imported_records "
      "USING (sequence) ORDER BY sequence DESC");
  return select.ForEachRow([&](const Statement& row) -> absl::Status {
    FLAGFALL_ASSIGN_OR_RETURN(const GameSummary game, ReadImported(row));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, ReadRecordColumns(database, game.game_id, row, 11));
    return visit(game, record);
  });
}

}  // namespace flagfall::arena::store
