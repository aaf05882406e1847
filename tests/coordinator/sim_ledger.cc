#include "tests/coordinator/sim_ledger.h"

#include "absl/strings/str_cat.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

StoredResult Answer(const SimResult& result, absl::Status status) {
  StoredResult answer{.number = result.game.number, .status = std::move(status), .summary = {}};
  *answer.summary.mutable_outcome() = result.outcome;
  // So that a game can be known by its summary.
  answer.summary.set_game_id(absl::StrCat(result.game.number));
  answer.summary.set_plies(IsUnplayed(result) ? 0 : 1);
  return answer;
}

}  // namespace

bool IsUnplayed(const SimResult& result) { return result.outcome.reason() == v1::REASON_FORFEIT_NO_SHOW; }

void SimLedger::Count(const SimFault& fault) {
  BotRow& bot = bots_[fault.bot];
  if (++bot.faults >= faults_max_) bot.suspended_reason = fault.reason;
}

StoredResult SimLedger::Stored(const SimResult& result) {
  if (result.outcome.result() == v1::RESULT_VOID) {
    ++voids_[result.game.number];
  } else if (!games_.emplace(result.game.number, result).second) {
    return Answer(result, absl::AlreadyExistsError(absl::StrCat("game ", result.game.number, " has a result")));
  }
  return Answer(result, absl::OkStatus());
}

StoredResult SimLedger::Refused(const SimResult& result) {
  has_refused_ = true;
  return Answer(result, absl::InvalidArgumentError(absl::StrCat("game ", result.game.number, " is refused")));
}

}  // namespace flagfall::arena::coordinator::simulation
