#include "tests/tournament/simulated.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "arena/tournament/format_spec.h"
#include "arena/tournament/game_seed.h"

namespace flagfall::arena::tournament {
namespace {

PlayedGame EndOf(const ScheduledGame& game, const ResultOf& result_of) {
  PlayedGame played = result_of(game);
  played.red = game.red;
  played.blue = game.blue;
  played.number = game.number;
  played.round = game.round;
  return played;
}

std::vector<PlayedGame> Sorted(std::vector<PlayedGame> games) {
  std::sort(games.begin(), games.end(), [](const PlayedGame& a, const PlayedGame& b) { return a.number < b.number; });
  return games;
}

}  // namespace

std::uint64_t ChanceOf(const ScheduledGame& game, std::uint64_t chance) {
  std::uint64_t drawn = 0;
  std::memcpy(&drawn, GameSeed(chance, game.number).data(), sizeof drawn);
  return drawn;
}

ScheduledGame GameOf(const RoundRobin& format, std::uint32_t number) {
  const Pairing pairing = format.PairingOf(number);
  return {.number = number,
          .round = pairing.round,
          .red = pairing.red,
          .blue = pairing.blue,
          .first_of_pair = pairing.first_before == 0 ? 0 : number - pairing.first_before};
}

ResultOf ByStrength(std::uint64_t chance) {
  return [chance](const ScheduledGame& game) {
    const double red_ahead = (game.blue - game.red) * 0.2;
    const double red_share = 1 / (1 + std::exp(-red_ahead));
    const double drawn = static_cast<double>(ChanceOf(game, chance) % 1'000'000) / 1e6;
    PlayedGame played;
    played.result = drawn < 1.0 / 3                         ? v1::RESULT_DRAW
                    : drawn < 1.0 / 3 + red_share * 2.0 / 3 ? v1::RESULT_RED_WINS
                                                            : v1::RESULT_BLUE_WINS;
    return played;
  };
}

std::vector<PlayedGame> PlayInOrder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max) {
  std::vector<PlayedGame> games;
  while (const auto game = schedule.Take([&](const ScheduledGame& next) { return next.number <= games_max; })) {
    games.push_back(EndOf(*game, result_of));
    schedule.Decided(game->number, games.back().result, games.back().is_forfeit, games.back().is_unplayed);
  }
  return games;
}

std::vector<PlayedGame> PlayInDisorder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max,
                                       const Disorder& disorder) {
  std::vector<PlayedGame> games;
  std::vector<ScheduledGame> running;
  std::mt19937_64& random = disorder.random;
  while (games.size() < disorder.stop_after) {
    while (running.size() < disorder.concurrency) {
      bool is_refused = false;
      const auto game = schedule.Take([&](const ScheduledGame& next) {
        if (next.number > games_max) return false;
        const bool may_start = random() % 3 != 0;
        is_refused |= !may_start;
        return may_start;
      });
      if (game.has_value()) running.push_back(*game);
      if (!game.has_value() && (!is_refused || !running.empty())) break;
    }
    if (running.empty()) break;
    std::swap(running[random() % running.size()], running.back());
    const ScheduledGame over = running.back();
    running.pop_back();
    if (random() % 8 == 0) {
      schedule.PutBack(over.number);
      continue;
    }
    games.push_back(EndOf(over, result_of));
    schedule.Decided(over.number, games.back().result, games.back().is_forfeit, games.back().is_unplayed);
  }
  return Sorted(std::move(games));
}

Standings StandingsAfter(v1::TournamentSpec::Format format, const std::vector<std::string>& names,
                         const std::vector<PlayedGame>& games, std::uint32_t games_per_pairing) {
  v1::TournamentSpec spec;
  spec.set_format(format);
  spec.set_games(games_per_pairing);
  spec.mutable_bots()->Assign(names.begin(), names.end());
  return StandingsFor(spec, games);
}

}  // namespace flagfall::arena::tournament
