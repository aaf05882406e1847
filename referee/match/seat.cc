#include "referee/match/seat.h"

namespace flagfall {

std::optional<Due> NextDue(const Seat& seat) {
  std::optional<Due> due;
  const auto consider = [&due](Micros at, v1::Reason reason) {
    if (!due.has_value() || at < due->at) due = Due{.at = at, .reason = reason};
  };
  // The clock comes first: a bot that is away until the very moment at which its flag falls has lost on time.
  if (seat.clock.is_running()) consider(seat.clock.Deadline(), v1::REASON_OUT_OF_TIME);
  if (seat.presence.has_come && !seat.presence.is_connected) {
    consider(seat.presence.away_until, v1::REASON_DISCONNECTED);
  }
  if (seat.presence.is_connected && seat.decisions.open.has_value() && !seat.clock.is_running()) {
    consider(seat.decisions.unsent_until, v1::REASON_SLOW_READER);
  }
  return due;
}

v1::DecisionKind NextDecisionKind(const Seat& seat, const Game& game) {
  if (seat.decisions.open.has_value()) return *seat.decisions.open;
  if (seat.decisions.given > 0) return v1::DECISION_KIND_PLY;
  for (const OpenDecision& first : game.Pending()) {
    if (first.side == seat.side) return first.kind;
  }
  return v1::DECISION_KIND_PLY;
}

}  // namespace flagfall
