#include "arena/queries/check_imports.h"

#include "absl/strings/str_cat.h"
#include "arena/store/imported_games.h"
#include "referee/base/status_macros.h"
#include "referee/rules/imported_record.h"

namespace flagfall::arena::queries {
namespace {

absl::Status CheckImport(const store::GameSummary& game, const v1::GameRecord& record) {
  const auto wrong = [&game](absl::string_view what) {
    return absl::DataLossError(absl::StrCat("game ", game.game_id, ": ", what));
  };
  const std::int64_t start = record.has_start_time() ? record.start_time().seconds() * 1'000'000 : 0;
  if (game.red != record.red().name() || game.blue != record.blue().name() ||
      game.ruleset_id != record.ruleset().id() || game.plies != record.plies() || game.start_time.count() != start ||
      game.outcome.SerializeAsString() != record.outcome().SerializeAsString()) {
    return wrong("its row and its record do not tell the same");
  }
  const absl::Status checked = CheckImportedRecord(record);
  return checked.ok() ? checked : wrong(checked.message());
}

}  // namespace

absl::Status CheckImports(store::Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  return store::VisitImportedGames(database, CheckImport);
}

}  // namespace flagfall::arena::queries
