#ifndef ARENA_EXECUTION_PENDING_GAMES_H_
#define ARENA_EXECUTION_PENDING_GAMES_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "arena/tournament/round_robin.h"

namespace flagfall::arena {

// The games of a schedule that are still to be started, in its order, save that a game whose bots are busy lets later
// ones go first.
class PendingGames {
 public:
  // How many games may be passed over: bounds the cost of Take.
  static constexpr std::size_t kPassedOverMax = 1024;

  // `played`: for each number (index 0 unused) whether the game is over already.
  PendingGames(RoundRobin schedule, std::vector<bool> played);

  // Takes out the first game that `may_start` agrees to; absent when there is none among those looked at.
  std::optional<ScheduledGame> Take(const std::function<bool(const ScheduledGame&)>& may_start);

  // The game is to be played again, before all others.
  void PutBack(std::uint32_t number) { passed_over_.push_front(schedule_.Game(number)); }

  bool IsEmpty() const { return passed_over_.empty() && next_ > schedule_.Total(); }
  const RoundRobin& schedule() const { return schedule_; }

 private:
  void SkipPlayed();

  const RoundRobin schedule_;
  const std::vector<bool> played_;
  std::deque<ScheduledGame> passed_over_;
  // The first that was not looked at yet; never one that was played.
  std::uint32_t next_ = 1;
};

}  // namespace flagfall::arena

#endif  // ARENA_EXECUTION_PENDING_GAMES_H_
