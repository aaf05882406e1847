#include "arena/tournament/ladder.h"

#include <algorithm>
#include <utility>

#include "arena/tournament/drawn.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"

namespace flagfall::arena {

Ladder::Ladder(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : rounds_(rounds), games_(games), entrant_of_(static_cast<std::size_t>(players)) {
  FLAGFALL_CHECK(players >= 2 && games >= 1);
  for (const int player : DrawnOrder(players, seed)) {
    entrant_of_[static_cast<std::size_t>(player)] = static_cast<int>(entrants_.size());
    Entrant& entrant = entrants_.emplace_back();
    entrant.player = player;
    entrant.met.resize(static_cast<std::size_t>(players), 0);
  }
}

std::vector<Pairing> Ladder::NextPairings() {
  std::vector<Pairing> firsts;
  if (rounds_ > 0 && round_ == rounds_) return firsts;
  ++round_;
  const std::vector<int> ready = Ready();
  const std::size_t pairs_max = std::max<std::size_t>(1, ready.size() / 4);
  std::vector<bool> is_drawn(entrants_.size(), false);
  for (const auto& [worth, one, other] : CandidatesAmong(ready)) {
    if (firsts.size() == pairs_max) break;
    if (is_drawn[static_cast<std::size_t>(one)] || is_drawn[static_cast<std::size_t>(other)]) continue;
    is_drawn[static_cast<std::size_t>(one)] = true;
    is_drawn[static_cast<std::size_t>(other)] = true;
    firsts.push_back(Seat(entrants_[static_cast<std::size_t>(one)], entrants_[static_cast<std::size_t>(other)]));
  }
  std::vector<Pairing> pairings;
  for (std::uint32_t game = 0; game < games_; ++game) {
    for (Pairing pairing : firsts) {
      if (game % 2 == 1) {
        std::swap(pairing.red, pairing.blue);
        pairing.first_before = static_cast<std::uint32_t>(firsts.size());
      }
      pairings.push_back(pairing);
    }
  }
  if (pairings.size() > kScheduleGamesMax - asked_) return {};
  asked_ += static_cast<std::uint32_t>(pairings.size());
  return pairings;
}

void Ladder::Take(const PlayedGame& game) {
  Entrant& red = entrants_[static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(game.red)])];
  Entrant& blue = entrants_[static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(game.blue)])];
  Rate(red.rating, blue.rating, game.RedHalfPoints());
  CountForfeits(red, game.is_forfeit && game.result != v1::RESULT_RED_WINS, game.round);
  CountForfeits(blue, game.is_forfeit && game.result != v1::RESULT_BLUE_WINS, game.round);
}

bool Ladder::HasLeft(int player) const {
  const auto entrant = static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(player)]);
  return entrants_[entrant].forfeits >= kForfeitsMax;
}

std::optional<std::uint32_t> Ladder::GamesMax() const {
  if (rounds_ == 0) return std::nullopt;
  const std::size_t pairs = std::max<std::size_t>(1, entrants_.size() / 4);
  return static_cast<std::uint32_t>(std::min<std::size_t>(kScheduleGamesMax, pairs * rounds_ * games_));
}

// Those in the ladder who do not sit out; at least two, whoever is ready first, where there are two.
std::vector<int> Ladder::Ready() const {
  std::vector<std::uint32_t> ready_from;
  for (const Entrant& entrant : entrants_) {
    if (entrant.forfeits < kForfeitsMax) ready_from.push_back(entrant.ready_from);
  }
  if (ready_from.size() < 2) return {};
  std::nth_element(ready_from.begin(), ready_from.begin() + 1, ready_from.end());
  const std::uint32_t round = std::max(round_, ready_from[1]);
  std::vector<int> ready;
  for (std::size_t i = 0; i < entrants_.size(); ++i) {
    if (entrants_[i].forfeits < kForfeitsMax && entrants_[i].ready_from <= round) ready.push_back(static_cast<int>(i));
  }
  return ready;
}

// What is worth most comes first.
std::vector<Ladder::Candidate> Ladder::CandidatesAmong(const std::vector<int>& ready) const {
  std::vector<Candidate> candidates;
  for (const int one : ready) {
    for (const int other : ready) {
      if (one >= other) continue;
      const Entrant& a = entrants_[static_cast<std::size_t>(one)];
      const Entrant& b = entrants_[static_cast<std::size_t>(other)];
      const double meetings = a.met[static_cast<std::size_t>(other)];
      candidates.push_back({InformationOf(a.rating, b.rating) / (1 + meetings), one, other});
    }
  }
  // Stable: among equals the order drawn.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  return candidates;
}

Pairing Ladder::Seat(Entrant& one, Entrant& other) {
  const auto meeting = ++one.met[static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(other.player)])];
  ++other.met[static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(one.player)])];
  const bool one_has_red =
      one.red_surplus != other.red_surplus ? one.red_surplus < other.red_surplus : meeting % 2 == 1;
  Entrant& red = one_has_red ? one : other;
  Entrant& blue = one_has_red ? other : one;
  ++red.red_surplus;
  --blue.red_surplus;
  return {.round = round_, .red = red.player, .blue = blue.player};
}

void Ladder::CountForfeits(Entrant& entrant, bool has_forfeited, std::uint32_t round) {
  if (!has_forfeited) {
    entrant.forfeits = 0;
    return;
  }
  // Rounds drawn before this could be known count as one failure with it, however many games that were.
  if (round <= entrant.counted_until) return;
  ++entrant.forfeits;
  entrant.counted_until = round + DrawingsAhead();
  entrant.ready_from = entrant.counted_until + 1 + (1U << (entrant.forfeits - 1));
}

}  // namespace flagfall::arena
