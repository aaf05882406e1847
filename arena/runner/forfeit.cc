#include "arena/runner/forfeit.h"

#include <memory>
#include <string>
#include <utility>

#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

absl::StatusOr<v1::GameRecord> ForfeitedGame(MatchSpec spec, bool red_absent, bool blue_absent,
                                             absl::string_view detail) {
  FLAGFALL_CHECK(red_absent || blue_absent);
  constexpr Micros kBeginning{0};
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Match> match, Match::Create(std::move(spec), kBeginning));
  v1::Outcome outcome;
  outcome.set_result(!red_absent ? v1::RESULT_RED_WINS : !blue_absent ? v1::RESULT_BLUE_WINS : v1::RESULT_DRAW);
  outcome.set_reason(v1::REASON_FORFEIT_NO_SHOW);
  outcome.set_detail(std::string(detail));
  match->Aborted(outcome, kBeginning);
  return match->TakeRecord();
}

}  // namespace flagfall::arena::runner
