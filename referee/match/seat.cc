#include "referee/match/seat.h"

namespace flagfall {

std::optional<Due> NextDue(const Seat& seat) {
  std::optional<Due> due;
  const auto consider = [&due](Micros at, v1::Reason reason) {
    if (!due.has_value() || at < due->at) due = Due{.at = at, .reason = reason};
  };
  // The clock first: who is away until just when the flag falls has lost on time.
  if (seat.clock.is_running()) consider(seat.clock.Deadline(), v1::REASON_OUT_OF_TIME);
  if (seat.has_come && !seat.is_connected) consider(seat.away_until, v1::REASON_DISCONNECTED);
  if (seat.is_connected && seat.open.has_value() && !seat.clock.is_running()) {
    consider(seat.unsent_until, v1::REASON_SLOW_READER);
  }
  return due;
}

}  // namespace flagfall
