#ifndef ARENA_RUNNER_USE_SHARES_H_
#define ARENA_RUNNER_USE_SHARES_H_

#include <chrono>
#include <cstdint>
#include <map>

#include "arena/bots/bot_meter.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::runner {

// Shares out what a bot uses among the games that it plays at the time, equally, so that the shares add up to all that
// it used while it played. The meter's readings never go back, but for a new process of the bot (NewProcess).
class UseShares {
 public:
  // The bot has a new process. Games that are not over have lost the process that played them, and get no share of what
  // the new one uses.
  void NewProcess();
  void Begin(std::uint32_t game, const bots::BotMeter::Reading& now);
  // Puts the game's share into `use`. Does nothing for a game that was not begun.
  void End(std::uint32_t game, const bots::BotMeter::Reading& now, v1::SeatUse& use);

 private:
  struct Share {
    std::chrono::microseconds cpu{};
    std::chrono::microseconds off_turn_cpu{};
  };

  void ShareOut(const bots::BotMeter::Reading& now);

  bots::BotMeter::Reading last_;
  std::map<std::uint32_t, Share> games_;
  // Games that were begun with an earlier process.
  std::map<std::uint32_t, Share> games_of_earlier_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_USE_SHARES_H_
