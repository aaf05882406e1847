#ifndef SAMPLE_BOTS_CPP_SDK_CLOCK_H_
#define SAMPLE_BOTS_CPP_SDK_CLOCK_H_

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall::bot {

// The time that a player has at a decision.
struct TimeLeft {
  // What is left on the player's clock; during set-up, the time for the set-up.
  Micros own{};
  Micros opponent{};
  // Added after each ply.
  Micros increment{};
  // If above 0, each ply has this time for itself, and `own` is that time.
  Micros per_ply{};

  // A time to think that a game of any length can afford: half the increment and `share` (a fortieth, say) of the rest.
  // The other half of the increment is for the way to the referee and back. It is never more than a quarter of what is
  // left, so that a slow host does no harm, and 0 when the time is almost up. When each ply has its own time, it is
  // half of that.
  Micros Budget(double share = 1.0 / 40) const;
};

// The bot's time by the clocks in `decision`, less the time for which the message has `waited` for the bot's other
// games.
TimeLeft TimeLeftOf(const v1::GameStarted& game, const v1::DecisionRequired& decision, Micros waited = Micros(0));

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_CLOCK_H_
