#ifndef ARENA_TOURNAMENT_SCHEDULE_H_
#define ARENA_TOURNAMENT_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "arena/tournament/format.h"
#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena {

// The games of a tournament on their way: numbers what its format asks for, hands out what may be started, and tells
// the format the results in the order of the schedule, whatever the order in which games end. Only games not over, and
// those over out of turn, are kept, so that memory and the cost of a game do not grow with the tournament.
class Schedule {
 public:
  // How many waiting games Take looks at.
  static constexpr std::size_t kPassedOverMax = 1024;
  // How far the schedule goes on beyond the first game that is not over.
  static constexpr std::size_t kAheadMax = 1 << 16;

  explicit Schedule(std::unique_ptr<Format> format);

  // To resume: a game that a former run has stored, complete but for its round. All of them, ordered by number, before
  // anything else is called. FAILED_PRECONDITION when the schedule cannot have come to such a game.
  absl::Status Recall(const PlayedGame& game);

  // Takes out the first game, by number, that `may_start` agrees to; absent when there is none among those that it was
  // asked about.
  std::optional<ScheduledGame> Take(const std::function<bool(const ScheduledGame&)>& may_start);

  // A game that was taken is to be played again.
  void PutBack(std::uint32_t number);

  // A game that was taken has ended, with a win of either or a draw. To be told once that is stored for good, or in the
  // order in which it will be: what is drawn next depends on it.
  void Decided(std::uint32_t number, v1::Result result, bool is_forfeit);

  // Nothing is under way, and nothing will be taken any more.
  bool IsOver() const;
  // No further games are wanted, those under way included; see Format.
  bool IsDecided() const { return format_->IsDecided(); }

  // Whether the game is over. `number` must be one that was handed out or recalled.
  bool IsOver(std::uint32_t number) const;

  // The player has no game under way or to come. False also where that is not yet known.
  bool IsDoneWith(int player) const;

  // Games numbered so far.
  std::uint32_t Drawn() const { return first_ + static_cast<std::uint32_t>(games_.size()) - 1; }
  const Format& format() const { return *format_; }

 private:
  enum class State { kWaiting, kTaken, kOver };
  struct Entry {
    Pairing pairing;
    // Which drawing it came with, from 1.
    std::uint32_t drawing = 0;
    State state = State::kWaiting;
    v1::Result result = v1::RESULT_UNSPECIFIED;
    bool is_forfeit = false;
  };

  Entry& At(std::uint32_t number);
  ScheduledGame Game(std::uint32_t number) const;
  // Whether the results of that drawing may be told before the next is drawn.
  bool IsDue(std::uint32_t drawing) const;
  // False when nothing can be drawn now.
  bool Draw();
  void End(std::uint32_t number, v1::Result result, bool is_forfeit);
  // Tells the format what it may know by now.
  void Tell();

  const std::unique_ptr<Format> format_;
  // Drawn, and not yet told to the format; the first has the number first_.
  std::deque<Entry> games_;
  std::uint32_t first_ = 1;
  std::set<std::uint32_t> waiting_;
  std::uint32_t taken_ = 0;
  std::uint32_t drawings_ = 0;
  bool is_exhausted_ = false;
  // Games of each player that are drawn and not over.
  std::vector<std::uint32_t> open_games_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_SCHEDULE_H_
