#include "sample-bots/cpp/sdk/clock.h"

#include <algorithm>

namespace flagfall::bot {
namespace {

// For the way to the referee and back, on a busy machine.
constexpr Micros kReserve = std::chrono::milliseconds(20);

}  // namespace

Micros TimeLeft::Budget(double share) const {
  const Micros usable = std::max(Micros(0), own - kReserve);
  if (per_ply > Micros(0)) return usable / 2;
  const Micros wanted = increment + Micros(static_cast<Micros::rep>(static_cast<double>(usable.count()) * share));
  return std::min(wanted, usable / 4);
}

TimeLeft TimeLeftOf(const v1::GameStarted& game, const v1::DecisionRequired& decision) {
  TimeLeft time;
  time.own = Micros(decision.red_clock_micros());
  time.opponent = Micros(decision.blue_clock_micros());
  if (game.side() == v1::SIDE_BLUE) std::swap(time.own, time.opponent);
  time.increment = Micros(game.time_control().increment_micros());
  time.per_ply = Micros(game.time_control().per_ply_micros());
  return time;
}

}  // namespace flagfall::bot
