#ifndef ARENA_TOURNAMENT_GIVEN_GAMES_H_
#define ARENA_TOURNAMENT_GIVEN_GAMES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/game_source.h"

namespace flagfall::arena::tournament {

// Games that were given to a machine to be played, each once: what is put back is not handed out again, and neither is
// the second game of a pair whose first has no result. All other games of the tournament count as over.
class GivenGames final : public GameSource {
 public:
  // With numbers that differ.
  explicit GivenGames(const std::vector<ScheduledGame>& games);

  std::optional<ScheduledGame> Take(const std::function<bool(const ScheduledGame&)>& may_start) override;
  std::optional<ScheduledGame> TakeNumber(std::uint32_t number,
                                          const std::function<bool(const ScheduledGame&)>& may_start) override;
  void VisitWaiting(const std::function<bool(const ScheduledGame&)>& visit) override;
  bool HasWaiting() override;
  // It is over here, without a result.
  void PutBack(std::uint32_t number) override;
  void Decided(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed) override;
  bool IsOver() const override { return open_ == 0; }
  // What the games are needed for is known elsewhere.
  bool IsDecided() const override { return false; }
  bool IsOver(std::uint32_t number) const override;
  bool IsDoneWith(int player) const override;
  bool CanBeDecided() const override { return false; }
  std::string WhyGivenUp() const override { return ""; }
  std::optional<std::uint32_t> GamesMax() const override { return static_cast<std::uint32_t>(games_.size()); }

 private:
  enum class State { kWaiting, kTaken, kOver };
  struct Entry {
    ScheduledGame game;
    State state = State::kWaiting;
  };

  void SetOver(Entry& entry);

  // By number.
  std::map<std::uint32_t, Entry> games_;
  // Games that are not over: all, and by player.
  std::size_t open_ = 0;
  std::map<int, std::uint32_t> open_of_player_;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_GIVEN_GAMES_H_
