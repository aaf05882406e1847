#include "arena/cli/game_filter.h"

#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

void GameFilter::AddTo(Command command) {
  command.AddOption("--bot", bot_, "Played by this bot");
  command.AddOption("--opponent", opponent_, "Against this one; with --bot");
  command.AddOption("--tournament", tournament_, "Of this tournament").Positive();
  command.AddOption("--ruleset", ruleset_, "Of this ruleset");
  command.AddOption("--result", result_, "red_wins, blue_wins or draw");
  command.AddOption("--reason", reason_, "As flag_captured or out_of_time");
}

bool GameFilter::IsGiven() const {
  return tournament_ != 0 || !(bot_ + opponent_ + ruleset_ + result_ + reason_).empty();
}

absl::StatusOr<v1::ListGamesRequest> GameFilter::Request() const {
  v1::ListGamesRequest request;
  request.set_bot(bot_);
  request.set_opponent(opponent_);
  request.set_tournament_id(static_cast<std::uint32_t>(tournament_));
  request.set_ruleset_id(ruleset_);
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

}  // namespace flagfall::arena::cli
