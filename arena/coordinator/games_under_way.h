#ifndef ARENA_COORDINATOR_GAMES_UNDER_WAY_H_
#define ARENA_COORDINATOR_GAMES_UNDER_WAY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "arena/coordinator/command.h"
#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena::coordinator {

// A game that was begun and is not over.
struct RunningGame {
  tournament::ScheduledGame game;
  std::uint32_t start = 0;
  // The life of each bot (red, blue) that plays it here; 0 in a lease.
  std::array<std::uint64_t, 2> lives{};
  // The lease under which another machine plays it; 0 when it is played here.
  std::uint64_t lease = 0;
  bool is_ending = false;

  GameStart Key() const { return {game.number, start}; }
};

// The games of a run that were begun and are not over, here and under leases.
class GamesUnderWay {
 public:
  // Games of this lease, which are to be added, are played so many at once.
  void BeginLease(std::uint64_t lease, std::uint32_t games_at_once) { leases_[lease].games_at_once = games_at_once; }
  void Add(const RunningGame& game);
  // Removes the game. Absent when no such start of it is under way.
  std::optional<RunningGame> Remove(const GameStart& key);

  bool empty() const { return games_.empty(); }
  // How many are played here.
  std::size_t Here() const { return games_.size() - leased_; }
  // How many are played at once elsewhere: of each lease as many as it plays at once, or has left.
  std::size_t ElsewhereAtOnce() const { return elsewhere_at_once_; }

  // By number.
  std::map<std::uint32_t, RunningGame>::iterator begin() { return games_.begin(); }
  std::map<std::uint32_t, RunningGame>::iterator end() { return games_.end(); }

 private:
  struct Lease {
    std::uint32_t games_at_once = 0;
    std::uint32_t games = 0;
  };

  std::map<std::uint32_t, RunningGame> games_;
  std::map<std::uint64_t, Lease> leases_;
  std::size_t leased_ = 0;
  std::size_t elsewhere_at_once_ = 0;
};

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_GAMES_UNDER_WAY_H_
