#include "arena/cluster/played_games.h"

#include <set>

namespace flagfall::arena::cluster {

void GameEnds::Add(const GameEnds& other) {
  red_wins += other.red_wins;
  draws += other.draws;
  blue_wins += other.blue_wins;
  voids += other.voids;
  time_losses += other.time_losses;
}

PlayedGames::PlayedGames(absl::Span<const store::JudgedGames> games, absl::Span<const store::ComparedGames> compared)
    : compared_(compared.begin(), compared.end()) {
  for (const store::JudgedGames& alike : games) {
    GameEnds& ends = games_[{alike.tournament_id, alike.red, alike.blue}][alike.worker];
    switch (alike.result) {
      case v1::RESULT_RED_WINS:
        ends.red_wins += alike.games;
        break;
      case v1::RESULT_BLUE_WINS:
        ends.blue_wins += alike.games;
        break;
      case v1::RESULT_DRAW:
        ends.draws += alike.games;
        break;
      case v1::RESULT_VOID:
        ends.voids += alike.games;
        break;
      default:
        break;
    }
    if (alike.is_time_loss) ends.time_losses += alike.games;
  }
}

PlayedGames::Part PlayedGames::AroundWorker(std::int64_t worker) const {
  std::set<std::int64_t> tournaments;
  for (const auto& [pairing, machines] : games_) {
    if (machines.contains(worker)) tournaments.insert(std::get<0>(pairing));
  }
  Part part;
  for (const auto& entry : games_) {
    if (tournaments.contains(std::get<0>(entry.first))) part.games.push_back(&entry);
  }
  for (const store::ComparedGames& alike : compared_) {
    if (tournaments.contains(alike.tournament_id)) part.compared.push_back(&alike);
  }
  return part;
}

}  // namespace flagfall::arena::cluster
