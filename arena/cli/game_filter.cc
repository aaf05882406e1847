#include "arena/cli/game_filter.h"

#include "arena/base/names.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::cli {

void GameFilter::AddTo(Command command) {
  command.AddOption("--bot", bot_, "Played by this bot");
  command.AddOption("--opponent", opponent_, "Against this one; with --bot");
  command.AddOption("--tournament", tournament_, "Of this tournament").Positive();
  command.AddOption("--ruleset", ruleset_, "Of this ruleset");
  command.AddOption("--result", result_, "red_wins, blue_wins or draw");
  command.AddOption("--reason", reason_, "As flag_captured or out_of_time");
  if (default_ == Default::kImported) {
    command.AddFlag(
        "--played-here", [this] { is_imported_ = false; }, "Games of this arena, instead of imported ones");
    return;
  }
  command.AddFlag("--imported", is_imported_,
                  "Games that were played elsewhere and imported, instead of those of here");
}

bool GameFilter::IsGiven() const {
  return is_imported_ != (default_ == Default::kImported) || tournament_ != 0 ||
         !(bot_ + opponent_ + ruleset_ + result_ + reason_).empty();
}

absl::StatusOr<v1::ListGamesRequest> GameFilter::Request() const {
  v1::ListGamesRequest request;
  request.set_bot(bot_);
  request.set_opponent(opponent_);
  request.set_tournament_id(tournament_);
  request.set_ruleset_id(ruleset_);
  request.set_imported(is_imported_);
  if (!result_.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(result_));
    request.set_result(result);
  }
  if (!reason_.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason reason, EnumNamed<v1::Reason>(reason_));
    request.set_reason(reason);
  }
  return request;
}

absl::Status GameFilter::CheckIsKnown(api::ArenaApi& api) const {
  for (const std::string& name : {bot_, opponent_}) {
    // Whoever played an imported game need be no bot of the arena.
    if (name.empty() || is_imported_) continue;
    v1::GetBotRequest request;
    request.set_name(name);
    FLAGFALL_RETURN_IF_ERROR(api.GetBot(request).status());
  }
  if (tournament_ != 0) {
    v1::GetTournamentRequest request;
    request.set_id(tournament_);
    request.set_games_max(1);
    FLAGFALL_RETURN_IF_ERROR(api.GetTournament(request).status());
  }
  return ruleset_.empty() ? absl::OkStatus() : FindRuleset(ruleset_).status();
}

}  // namespace flagfall::arena::cli
