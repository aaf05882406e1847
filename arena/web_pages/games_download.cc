#include "arena/web_pages/games_download.h"

#include <utility>

#include "arena/api/home_api.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::web_pages {
namespace {

// Games in one piece: a few megabytes of records, or some hundred kilobytes of rows.
constexpr int kRecordsInPiece = 16;
constexpr int kRowsInPiece = 1000;

}  // namespace

GamesDownload::GamesDownload(v1::ListGamesRequest filter, absl::string_view format,
                             std::function<bool(const std::string& game_id)> is_shown)
    : filter_(std::move(filter)), is_shown_(std::move(is_shown)), writer_(GameWriter::Make(format, out_)) {}

absl::Status GamesDownload::Check(store::Database& database) const {
  // The players of games that were played elsewhere are no bots.
  if (!filter_.imported()) {
    for (const std::string& bot : {filter_.bot(), filter_.opponent()}) {
      if (!bot.empty()) FLAGFALL_RETURN_IF_ERROR(store::FindBot(database, bot).status());
    }
  }
  if (filter_.tournament_id() != 0) {
    FLAGFALL_RETURN_IF_ERROR(store::FindTournament(database, filter_.tournament_id()).status());
  }
  if (!filter_.ruleset_id().empty()) FLAGFALL_RETURN_IF_ERROR(FindRuleset(filter_.ruleset_id()).status());
  return api::HomeApi(database).ExportPart(filter_, /*before=*/std::nullopt, 1, /*with_records=*/false).status();
}

absl::StatusOr<std::optional<std::string>> GamesDownload::Next(store::Database& database) {
  if (has_ended_) return std::optional<std::string>();
  if (!std::exchange(has_begun_, true)) writer_->Begin();
  const bool has_records = writer_->NeedsRecords();
  FLAGFALL_ASSIGN_OR_RETURN(
      const api::HomeApi::ExportedGames part,
      api::HomeApi(database).ExportPart(filter_, before_, has_records ? kRecordsInPiece : kRowsInPiece, has_records));
  for (const v1::ExportGamesResponse& game : part.games) FLAGFALL_RETURN_IF_ERROR(Write(game));
  before_ = part.next;
  if (!before_.has_value()) {
    writer_->End();
    has_ended_ = true;
  }
  std::string piece = std::move(out_).str();
  out_.str("");
  return piece;
}

absl::Status GamesDownload::Write(const v1::ExportGamesResponse& game) {
  if (!game.withheld().empty()) return absl::OkStatus();
  if (writer_->NeedsRecords() && !is_shown_(game.game().game_id())) return absl::OkStatus();
  const absl::Status written = writer_->Write(game);
  return absl::IsFailedPrecondition(written) ? absl::OkStatus() : written;
}

}  // namespace flagfall::arena::web_pages
