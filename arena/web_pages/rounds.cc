#include "arena/web_pages/rounds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace flagfall::arena::web_pages {
namespace {

// The numbers of the first and the last game of a round; {1, 0} if there is none. Rounds never fall.
std::pair<std::uint32_t, std::uint32_t> NumbersOf(const Pairings& pairings, std::uint32_t round) {
  const auto by_round = [](const tournament::Pairing& a, const tournament::Pairing& b) { return a.round < b.round; };
  const auto [first, end] =
      std::equal_range(pairings.begin(), pairings.end(), tournament::Pairing{.round = round}, by_round);
  return {static_cast<std::uint32_t>(first - pairings.begin() + 1), static_cast<std::uint32_t>(end - pairings.begin())};
}

// The matches of a round, each known by its two players in either order.
class Matches {
 public:
  Matches(const Pairings& pairings, std::uint32_t round, const RoundGames& games) {
    const auto [first, last] = NumbersOf(pairings, round);
    for (std::uint32_t number = first; number <= last; ++number) {
      const tournament::Pairing& pairing = pairings[number - 1];
      const Players players = std::minmax(pairing.red, pairing.blue);
      if (matches_.emplace(players, Match{}).second) order_.push_back(players);
    }
    const auto begin =
        std::lower_bound(games.played.begin(), games.played.end(), first,
                         [](const tournament::PlayedGame& game, std::uint32_t n) { return game.number < n; });
    for (auto game = begin; game != games.played.end() && game->number <= last; ++game) {
      const auto match = matches_.find(std::minmax(game->red, game->blue));
      if (match == matches_.end()) continue;
      match->second.half_points += game->HalfPointsOf(match->first.first);
      ++match->second.stored;
      match->second.numbers.insert(game->number);
    }
    for (const std::uint32_t number : games.running) {
      if (number < first || number > last) continue;
      const tournament::Pairing& pairing = pairings[number - 1];
      Match& match = matches_.at(std::minmax(pairing.red, pairing.blue));
      match.is_running = match.numbers.insert(number).second || match.is_running;
    }
  }

  using Players = std::pair<int, int>;
  // In the order of their pairings.
  const std::vector<Players>& order() const { return order_; }

  // Fills in the match of two players. It stays empty where they have not been paired yet.
  void Describe(int first, int second, v1::RoundMatch& message) const {
    const auto match = matches_.find(std::minmax(first, second));
    if (match == matches_.end()) return;
    const std::int64_t half_points = match->second.half_points;
    const std::int64_t others = 2 * static_cast<std::int64_t>(match->second.stored) - half_points;
    const bool is_lower_first = first < second;
    message.set_first_points(static_cast<double>(is_lower_first ? half_points : others) / 2);
    message.set_second_points(static_cast<double>(is_lower_first ? others : half_points) / 2);
    message.set_games_stored(match->second.stored);
    for (const std::uint32_t number : match->second.numbers) message.add_games(number);
    message.set_is_running(match->second.is_running);
  }

 private:
  struct Match {
    // The half points of the player with the lower index.
    std::int64_t half_points = 0;
    std::uint32_t stored = 0;
    std::set<std::uint32_t> numbers;
    bool is_running = false;
  };

  std::map<Players, Match> matches_;
  std::vector<Players> order_;
};

}  // namespace

std::uint32_t RoundsPaired(const Pairings& pairings) { return pairings.empty() ? 0 : pairings.back().round; }

v1::TournamentRound SwissRound(const v1::TournamentSpec& spec, const Pairings& pairings, std::uint32_t number,
                               const RoundGames& games) {
  v1::TournamentRound round;
  round.set_number(number);
  const Matches matches(pairings, number, games);
  std::vector<bool> is_paired(static_cast<std::size_t>(spec.bots_size()), false);
  for (const auto& [first, second] : matches.order()) {
    is_paired[static_cast<std::size_t>(first)] = is_paired[static_cast<std::size_t>(second)] = true;
    v1::RoundMatch& match = *round.add_matches();
    match.set_first(spec.bots(first));
    match.set_second(spec.bots(second));
    matches.Describe(first, second, match);
  }
  if (round.matches().empty()) return round;
  for (int player = 0; player < spec.bots_size(); ++player) {
    if (is_paired[static_cast<std::size_t>(player)]) continue;
    v1::RoundMatch& bye = *round.add_matches();
    bye.set_first(spec.bots(player));
    bye.set_first_points(spec.games());
  }
  return round;
}

std::vector<v1::TournamentRound> KnockoutRounds(const v1::TournamentSpec& spec, const Pairings& pairings,
                                                const std::vector<std::vector<tournament::BracketMatch>>& bracket,
                                                const RoundGames& games) {
  std::vector<v1::TournamentRound> rounds;
  for (const std::vector<tournament::BracketMatch>& in_round : bracket) {
    v1::TournamentRound& round = rounds.emplace_back();
    round.set_number(static_cast<std::uint32_t>(rounds.size()));
    const Matches matches(pairings, round.number(), games);
    for (const tournament::BracketMatch& pair : in_round) {
      v1::RoundMatch& match = *round.add_matches();
      match.set_first(spec.bots(pair.first));
      match.set_is_for_third_place(pair.is_for_third_place);
      match.set_is_by_lot(pair.is_by_lot);
      if (pair.winner >= 0) match.set_winner(spec.bots(pair.winner));
      if (pair.second < 0) continue;
      match.set_second(spec.bots(pair.second));
      matches.Describe(pair.first, pair.second, match);
    }
  }
  return rounds;
}

}  // namespace flagfall::arena::web_pages
