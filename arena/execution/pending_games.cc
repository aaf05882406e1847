#include "arena/execution/pending_games.h"

#include <utility>

namespace flagfall::arena {

PendingGames::PendingGames(RoundRobin schedule, std::vector<bool> played)
    : schedule_(std::move(schedule)), played_(std::move(played)) {
  SkipPlayed();
}

std::optional<ScheduledGame> PendingGames::Take(const std::function<bool(const ScheduledGame&)>& may_start) {
  for (auto passed_over = passed_over_.begin(); passed_over != passed_over_.end(); ++passed_over) {
    if (!may_start(*passed_over)) continue;
    ScheduledGame game = std::move(*passed_over);
    passed_over_.erase(passed_over);
    return game;
  }
  while (next_ <= schedule_.Total() && passed_over_.size() < kPassedOverMax) {
    ScheduledGame game = schedule_.Game(next_++);
    SkipPlayed();
    if (may_start(game)) return game;
    passed_over_.push_back(std::move(game));
  }
  return std::nullopt;
}

void PendingGames::SkipPlayed() {
  while (next_ <= schedule_.Total() && played_[next_]) ++next_;
}

}  // namespace flagfall::arena
