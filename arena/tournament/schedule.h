#ifndef ARENA_TOURNAMENT_SCHEDULE_H_
#define ARENA_TOURNAMENT_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/tournament/format.h"
#include "arena/tournament/game_source.h"
#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena::tournament {

// The games of one tournament and their states. A schedule numbers the games that its format asks for, hands out games
// that may be started, and gives the format the results in the order of the schedule, whatever the order in which games
// end. It keeps only games that are not over, and games behind these, so that memory and the cost of a game do not grow
// with the tournament. Not thread-safe.
class Schedule final : public GameSource {
 public:
  // How many waiting games Take looks at.
  static constexpr std::size_t kPassedOverMax = 1024;
  // How many games the schedule keeps, from the first that is not over, where its format does not wait for results.
  static constexpr std::size_t kAheadMax = 1 << 16;

  // If `pairings` is given, every pairing that the format asks for is appended to it: that of game 1 has the index 0.
  // It must outlive the schedule.
  explicit Schedule(std::unique_ptr<Format> format, std::vector<Pairing>* pairings = nullptr);

  // Adds a game that an earlier run has stored; its round may be missing. To resume a tournament, call this for all
  // stored games, ordered by number, before any other method. FAILED_PRECONDITION if this schedule cannot have such a
  // game.
  absl::Status Recall(const PlayedGame& game);

  std::optional<ScheduledGame> Take(const std::function<bool(const ScheduledGame&)>& may_start) override;
  std::optional<ScheduledGame> TakeNumber(std::uint32_t number,
                                          const std::function<bool(const ScheduledGame&)>& may_start) override;
  void VisitWaiting(const std::function<bool(const ScheduledGame&)>& visit) override;
  bool HasWaiting() override;
  // It waits again.
  void PutBack(std::uint32_t number) override;
  void Decided(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed) override;
  void Decided(std::uint32_t number, v1::Result result, bool is_forfeit) {
    Decided(number, result, is_forfeit, /*is_unplayed=*/false);
  }
  bool IsOver() const override;
  bool IsDecided() const override { return format_->IsDecided(); }
  // Also of a game that was recalled.
  bool IsOver(std::uint32_t number) const override;
  bool IsDoneWith(int player) const override;
  bool CanBeDecided() const override { return format_->CanBeDecided(); }
  std::string WhyGivenUp() const override { return format_->WhyGivenUp(); }
  std::optional<std::uint32_t> GamesMax() const override { return format_->GamesMax(); }

 private:
  enum class State { kWaiting, kTaken, kOver };
  struct Entry {
    Pairing pairing;
    // The batch that it belongs to, from 1.
    std::uint32_t batch = 0;
    State state = State::kWaiting;
    v1::Result result = v1::RESULT_UNSPECIFIED;
    bool is_forfeit = false;
    bool is_unplayed = false;
  };

  // The number of the last game that the format has asked for.
  std::uint32_t LastNumber() const { return first_ + static_cast<std::uint32_t>(games_.size()) - 1; }
  Entry& At(std::uint32_t number);
  ScheduledGame Game(std::uint32_t number) const;
  // Whether results of that batch may be given to the format before it is asked for the next batch.
  bool MayGiveResultsOf(std::uint32_t batch) const;
  // Asks the format for its next batch. Returns false if it cannot be asked now, or has no more games.
  bool AddBatch();
  void SetOver(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed);
  // Gives the format the results that it may have by now.
  void GiveResults();

  const std::unique_ptr<Format> format_;
  std::vector<Pairing>* const pairings_;
  // The games from number first_ on; the results of those before it were given to the format.
  std::deque<Entry> games_;
  std::uint32_t first_ = 1;
  // Numbers of the games that wait to be taken.
  std::set<std::uint32_t> waiting_;
  // How many games were taken and are not over.
  std::uint32_t taken_ = 0;
  // How many batches the format was asked for.
  std::uint32_t batches_ = 0;
  // Whether the format has no more games.
  bool is_exhausted_ = false;
  // By player, the number of games that were asked for and are not over.
  std::vector<std::uint32_t> open_games_;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SCHEDULE_H_
