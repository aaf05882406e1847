#include "arena/runner/games_on_cores.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::runner {
namespace {

std::size_t CoresOfGame(std::size_t launched, bool allows_pondering) {
  return allows_pondering ? launched : std::min<std::size_t>(1, launched);
}

}  // namespace

absl::Status GamesOnCores::Check(std::size_t cores, const std::vector<store::Bot>& bots, bool allows_pondering) {
  const auto is_launched = [](const store::Bot& bot) { return !bot.IsRemote(); };
  const std::size_t launched = std::min<std::size_t>(2, absl::c_count_if(bots, is_launched));
  const std::size_t needed = CoresOfGame(launched, allows_pondering);
  if (needed <= cores) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("a game takes ", needed,
                   " cores of its own, since its bots may think at any time, and beside the referee's there is ", cores,
                   "; without pondering (--no-pondering) it takes one, and without --pin none"));
}

std::size_t GamesOnCores::CoresFor(const tournament::ScheduledGame& game) const {
  const std::size_t launched = (bots_[game.red].IsRemote() ? 0U : 1U) + (bots_[game.blue].IsRemote() ? 0U : 1U);
  return CoresOfGame(launched, allows_pondering_);
}

bool GamesOnCores::Wait(const coordinator::PlayGame& command) {
  const std::size_t cores = CoresFor(command.game);
  if (cores == 0) return false;
  const std::uint32_t number = command.game.number;
  Game& game = games_[number];
  game.command = command;
  game.claim = pool_.Ask(cores, [this, number] { on_granted_(number); });
  return true;
}

std::optional<coordinator::PlayGame> GamesOnCores::BeginWithCores(std::uint32_t number) {
  const auto found = games_.find(number);
  if (found == games_.end() || found->second.has_begun) return std::nullopt;
  Game& game = found->second;
  const std::vector<Core> cores = game.claim->cores();
  // Then it was an earlier start of the game that got cores, and this one still waits.
  if (cores.empty()) return std::nullopt;
  std::size_t next = 0;
  for (const int bot : {game.command.game.red, game.command.game.blue}) {
    if (bots_[bot].IsRemote()) continue;
    processes_.Bind(bot, cores[std::min(next++, cores.size() - 1)].processors);
  }
  game.has_begun = true;
  return game.command;
}

std::optional<coordinator::PlayGame> GamesOnCores::BeginWithoutCores(std::uint32_t number) {
  const auto found = games_.find(number);
  if (found == games_.end() || found->second.has_begun) return std::nullopt;
  found->second.has_begun = true;
  found->second.claim.reset();
  return found->second.command;
}

void GamesOnCores::End(std::uint32_t number) {
  const auto found = games_.find(number);
  if (found == games_.end()) return;
  const tournament::ScheduledGame& game = found->second.command.game;
  // Before others get the cores.
  for (const int bot : {game.red, game.blue}) {
    if (!bots_[bot].IsRemote()) processes_.Bind(bot, pool_.host().processors);
  }
  games_.erase(found);
}

}  // namespace flagfall::arena::runner
