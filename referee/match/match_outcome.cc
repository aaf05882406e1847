#include "referee/match/match_outcome.h"

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

v1::Outcome LossOf(v1::Side loser, v1::Reason reason, absl::string_view what_it_did) {
  return MakeOutcome(WinFor(OpponentOf(loser)), reason, absl::StrCat(SideName(loser), " ", what_it_did));
}

v1::Outcome VoidForLateHost(v1::Side loser, Micros host_delay) {
  return MakeOutcome(v1::RESULT_VOID, v1::REASON_HOST_LATE,
                     absl::StrCat("the host was ", host_delay.count(), " microseconds late, and ", SideName(loser),
                                  " would have lost by it"));
}

v1::Outcome DeclarableByHost(const v1::Outcome& declared) {
  const v1::Reason reason = declared.reason();
  const bool is_hosts =
      reason == v1::REASON_FORFEIT_NO_SHOW || reason == v1::REASON_HOST_LATE || reason == v1::REASON_SUPERVISOR_KILLED;
  const bool has_result = v1::Result_IsValid(declared.result()) && declared.result() != v1::RESULT_UNSPECIFIED;
  return MakeOutcome(has_result ? declared.result() : v1::RESULT_VOID, is_hosts ? reason : v1::REASON_ABORTED_BY_HOST,
                     CutToBytes(declared.detail(), kCommentBytesMax));
}

std::string DrawOfferRefusal(const v1::MatchPolicy& policy, std::uint32_t plies) {
  if (policy.no_draw_offers()) return "nobody offers draws in this tournament";
  const std::uint32_t least = policy.draw_offers_min_plies();
  if (plies >= least) return "";
  return absl::StrCat("in this tournament draws may be offered after ", Counted(least, "ply", "plies"));
}

std::optional<v1::Outcome> OutcomeOf(const Game& game, const v1::MatchPolicy& policy) {
  if (std::optional<v1::Outcome> outcome = game.Outcome(); outcome.has_value()) return outcome;
  const auto [plies, plies_since_capture] = game.Progress();
  if (policy.max_plies() > 0 && plies >= policy.max_plies()) {
    return MakeOutcome(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES, absl::StrCat("R5.4: ", plies, " plies"));
  }
  if (policy.max_plies_without_capture() > 0 && plies_since_capture >= policy.max_plies_without_capture()) {
    return MakeOutcome(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE,
                       absl::StrCat("R5.4: ", plies_since_capture, " plies without a capture"));
  }
  return std::nullopt;
}

}  // namespace flagfall
