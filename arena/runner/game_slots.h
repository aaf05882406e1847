#ifndef ARENA_RUNNER_GAME_SLOTS_H_
#define ARENA_RUNNER_GAME_SLOTS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <utility>

#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// Shares out among runs of tournaments how many games are played at once on this machine. A slot is the right to play
// one game. A slot that is free goes to the run that asks for one and has had the least of them for its weight so far,
// in slots times time: so of two runs that always want more, one with twice the weight has twice as many games under
// way in the long run, however long its games take, and a run that wants less than its share leaves the rest to the
// others. What a run did not ask for is made up for later, up to kCreditMax, so that a run that had little to play does
// not hold all slots for long afterwards.
//
// Runs with a weight below 1 have at most half of the slots together, or one where there is only one: a game that has
// begun keeps its slot, and the others shall not wait for theirs however long it takes.
//
// There are as many slots as the run wants that wants most of them, and never fewer than `slots_min`. So a run that is
// alone is not held up, and those that wait for remote bots do not keep the machine's cores from others.
//
// All methods may be called from any thread.
class GameSlots {
 public:
  using Clock = std::function<Micros()>;
  // Of one slot, for a weight of 1. Longer than most games, so that a run whose games are short gets its share beside
  // one whose games are long.
  static constexpr Micros kCreditMax = std::chrono::minutes(10);

  // The part of one run, until it is destroyed: then its slots are free, and what it has asked for is forgotten.
  class Share {
   public:
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Asks for one more slot; `on_granted` of Join is called once when the run has it, maybe before this returns.
    void Ask();
    // Gives back one of the slots that it has.
    void Return();

   private:
    friend class GameSlots;
    explicit Share(GameSlots& slots) : slots_(slots) {}

    GameSlots& slots_;
    double weight_ = 1;
    std::uint32_t slots_max_ = 1;
    std::function<void()> on_granted_;
    std::uint32_t held_ = 0;
    std::uint32_t asked_ = 0;
    // Slots times microseconds that it has had, divided by its weight.
    double had_ = 0;
  };

  // `now` is a clock that never goes back.
  GameSlots(std::uint32_t slots_min, Clock now) : slots_min_(slots_min), now_(std::move(now)), updated_(now_()) {}

  GameSlots(const GameSlots&) = delete;
  GameSlots& operator=(const GameSlots&) = delete;

  // A run begins that wants at most `slots_max` at once. `weight` is above 0. `on_granted` is called on whichever
  // thread a slot became free, and must neither block nor call this. The slots must outlive the share.
  std::unique_ptr<Share> Join(double weight, std::uint32_t slots_max, std::function<void()> on_granted);

  // While it is held nobody gets a slot. Those that are out stay so.
  void SetHeld(bool is_held);

 private:
  // Adds what the shares have had since the last call, and what each should have had.
  void Update() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Hands out the slots that are free.
  void Grant() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::uint32_t SlotsInAll() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::uint32_t slots_min_;
  const Clock now_;

  Mutex mutex_;
  bool is_held_ ABSL_GUARDED_BY(mutex_) = false;
  std::list<Share*> shares_ ABSL_GUARDED_BY(mutex_);
  Micros updated_ ABSL_GUARDED_BY(mutex_);
  // What a share would have had that got its part of all slots in use, in the unit of Share::had_.
  double fair_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_GAME_SLOTS_H_
