#ifndef ARENA_CLUSTER_PLAYED_GAMES_H_
#define ARENA_CLUSTER_PLAYED_GAMES_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "arena/store/judged_workers.h"
#include "arena/store/second_games.h"

namespace flagfall::arena::cluster {

// How a machine's games of a pairing ended.
struct GameEnds {
  std::int64_t red_wins = 0;
  std::int64_t draws = 0;
  std::int64_t blue_wins = 0;
  std::int64_t voids = 0;
  // Of the wins.
  std::int64_t time_losses = 0;

  std::int64_t Counting() const { return red_wins + draws + blue_wins; }
  void Add(const GameEnds& other);
};

// A tournament, and the names of the Red and the Blue bot.
using Pairing = std::tuple<std::int64_t, std::string, std::string>;
// Those who have played games of a pairing; 0 is the home's own machine.
using EndsByMachine = std::map<std::int64_t, GameEnds>;

// The games of some tournaments, counted by pairing and machine.
class PlayedGames {
 public:
  // What is told of the same tournaments by store::GamesToJudge and store::GamesCompared.
  PlayedGames(absl::Span<const store::JudgedGames> games, absl::Span<const store::ComparedGames> compared);

  // The games of certain tournaments. Must not outlive what it is a part of.
  struct Part {
    std::vector<const std::pair<const Pairing, EndsByMachine>*> games;
    std::vector<const store::ComparedGames*> compared;
  };

  // All games of the tournaments in which the worker has played, by whichever machine.
  Part AroundWorker(std::int64_t worker) const;

 private:
  std::map<Pairing, EndsByMachine> games_;
  std::vector<store::ComparedGames> compared_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_PLAYED_GAMES_H_
