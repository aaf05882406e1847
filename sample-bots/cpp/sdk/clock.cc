#include "sample-bots/cpp/sdk/clock.h"

#include <algorithm>
#include <utility>

namespace flagfall::bot {
namespace {

// Kept for the way to the referee and back, and for the other programs of a busy machine.
constexpr Micros kReserve = std::chrono::milliseconds(200);

}  // namespace

Micros TimeLeft::Budget(double share) const {
  if (per_ply > Micros(0)) return own / 2;
  const Micros usable = std::max(Micros(0), own - kReserve);
  const Micros wanted = increment / 2 + Micros(static_cast<Micros::rep>(static_cast<double>(usable.count()) * share));
  return std::min(wanted, usable / 4);
}

TimeLeft TimeLeftOf(const v1::GameStarted& game, const v1::DecisionRequired& decision, Micros waited) {
  TimeLeft time;
  time.own = Micros(decision.red_clock_micros());
  time.opponent = Micros(decision.blue_clock_micros());
  if (game.side() == v1::SIDE_BLUE) std::swap(time.own, time.opponent);
  time.own = std::max(Micros(0), time.own - waited);
  time.increment = Micros(game.time_control().increment_micros());
  time.per_ply = Micros(game.time_control().per_ply_micros());
  return time;
}

}  // namespace flagfall::bot
