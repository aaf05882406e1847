#ifndef ARENA_RUNNER_GAMES_ON_CORES_H_
#define ARENA_RUNNER_GAMES_ON_CORES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "arena/coordinator/command.h"
#include "arena/runner/bot_processes.h"
#include "arena/runner/core_pool.h"
#include "arena/store/bots.h"

namespace flagfall::arena::runner {

// The games of a run that have cores of their own, or wait for them. Where both bots of a game may think at any time,
// each has a core; where only one of them runs at a time they have one together. Remote bots take none. A bot that is
// in no game is bound to the host's core. To be used by one thread.
class GamesOnCores {
 public:
  // `on_granted` is called, from any thread, with the number of a game that has got its cores. All referred to must
  // outlive this.
  GamesOnCores(CorePool& pool, BotProcesses& processes, const std::vector<store::Bot>& bots, bool allows_pondering,
               std::function<void(std::uint32_t game)> on_granted)
      : pool_(pool),
        processes_(processes),
        bots_(bots),
        allows_pondering_(allows_pondering),
        on_granted_(std::move(on_granted)) {}

  // FAILED_PRECONDITION when a machine with so many cores for games has too few for one between two of the bots.
  static absl::Status Check(std::size_t cores, const std::vector<store::Bot>& bots, bool allows_pondering);

  // Has the game wait for cores. Returns false when it takes none.
  bool Wait(const coordinator::PlayGame& command);

  // Once the game has its cores: binds its bots to them, and returns the game, which is to begin now. Absent when it
  // has begun, or is over.
  std::optional<coordinator::PlayGame> BeginWithCores(std::uint32_t game);
  // Returns the game if it has not begun, so that it can be begun and ended.
  std::optional<coordinator::PlayGame> BeginWithoutCores(std::uint32_t game);
  // To be called when the game is over: others get its cores.
  void End(std::uint32_t game);

 private:
  struct Game {
    coordinator::PlayGame command;
    std::unique_ptr<CorePool::Claim> claim;
    bool has_begun = false;
  };

  std::size_t CoresFor(const tournament::ScheduledGame& game) const;

  CorePool& pool_;
  BotProcesses& processes_;
  const std::vector<store::Bot>& bots_;
  const bool allows_pondering_;
  const std::function<void(std::uint32_t game)> on_granted_;
  // By number.
  std::map<std::uint32_t, Game> games_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_GAMES_ON_CORES_H_
