// The criteria are digits of one number, the cost of a pair, the first the highest; each digit has room for the sum
// over all pairs, so that no number of breaches of a lower one outweighs a breach of a higher. The pairing is then a
// perfect matching of minimum cost, with the bye as one player more where the field is odd.
//
// Six players after two rounds; A has 2 points, B and C 1½, D 1, E and F 0, and A has met B:
//
//   groups {A} {B C} {D} {E F}: A meets C, one group below; B then meets D; E meets F.
#include "arena/tournament/swiss.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "arena/tournament/drawn.h"
#include "arena/tournament/min_cost_matching.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"

namespace flagfall::arena {

namespace {

constexpr int kPlayersMax = kBotsMax;
constexpr int kPairsMax = kPlayersMax / 2;
constexpr int kSideLimit = 2;

int Square(int value) { return value * value; }

// Puts criteria into one number.
class CostNumber {
 public:
  // The next criterion; what is above `max` counts as that. `pairs` that can have it at once.
  CostNumber& Then(int value, int max, int pairs) {
    cost_ = cost_ * (static_cast<MatchingCost>(max) * pairs + 1) + std::min(value, max);
    return *this;
  }
  MatchingCost cost() const { return cost_; }

 private:
  MatchingCost cost_ = 0;
};

constexpr int kRepeatsMax = kSwissRoundsMax;
constexpr int kStrainMax = 255;

// The second time is worse than the first, and the third than the second.
int Repeats(std::uint32_t times) { return Square(static_cast<int>(times)); }

}  // namespace

Swiss::Sides Swiss::Sides::With(bool is_red) const {
  if (is_red) return {.balance = balance + 1, .run = std::max(run, 0) + 1};
  return {.balance = balance - 1, .run = std::min(run, 0) - 1};
}

int Swiss::Sides::Violations() const { return (std::abs(balance) > kSideLimit) + (std::abs(run) > kSideLimit); }

int Swiss::Sides::Strain() const { return Square(balance) + (std::abs(run) > 1); }

// What it costs to pair two entrants, or one with the bye.
class SwissCosts {
 public:
  explicit SwissCosts(const Swiss& swiss) : swiss_(swiss) {
    for (const Swiss::Entrant& entrant : swiss.entrants_) lowest_ = std::max(lowest_, entrant.group);
  }

  MatchingCost Of(int one, int other) const {
    const bool is_bye = other == static_cast<int>(swiss_.entrants_.size());
    const Swiss::Entrant& a = Entrant(one);
    const Swiss::Entrant& b = Entrant(is_bye ? one : other);
    const auto [violations, strain] =
        is_bye || swiss_.games_ % 2 == 0 ? std::pair(0, 0) : swiss_.SidesCost(one, other, swiss_.HasRed(one, other));
    return CostNumber()
        .Then(is_bye ? 0 : Repeats(a.met[static_cast<std::size_t>(other)]), Square(kRepeatsMax), kPairsMax)
        .Then(is_bye ? Repeats(a.byes) : 0, Square(kRepeatsMax), 1)
        .Then(is_bye ? lowest_ - a.group : 0, kPlayersMax, 1)
        .Then(violations, 4, kPairsMax)
        .Then(Square(a.group - b.group), Square(kPlayersMax), kPairsMax)
        .Then(strain, kStrainMax, kPairsMax)
        .Then(Square(is_bye ? a.group_size - 1 - a.place : OffFold(a, b)), Square(kPlayersMax), kPairsMax)
        .cost();
  }

 private:
  const Swiss::Entrant& Entrant(int index) const { return swiss_.entrants_[static_cast<std::size_t>(index)]; }

  // How many places a pair is away from the fold of its group; between groups, from the last of the upper and the first
  // of the lower.
  static int OffFold(const Swiss::Entrant& a, const Swiss::Entrant& b) {
    if (a.group == b.group) return std::abs(std::abs(a.place - b.place) - a.group_size / 2);
    const auto& [upper, lower] = a.group < b.group ? std::tie(a, b) : std::tie(b, a);
    return upper.group_size - 1 - upper.place + lower.place;
  }

  const Swiss& swiss_;
  int lowest_ = 0;
};

Swiss::Swiss(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : rounds_(rounds), games_(games), entrant_of_(static_cast<std::size_t>(players)) {
  FLAGFALL_CHECK(players >= 2 && players <= kPlayersMax && rounds >= 1 && rounds <= kSwissRoundsMax && games >= 1);
  for (const int player : DrawnOrder(players, seed)) {
    entrant_of_[static_cast<std::size_t>(player)] = static_cast<int>(entrants_.size());
    Entrant& entrant = entrants_.emplace_back();
    entrant.player = player;
    entrant.met.resize(static_cast<std::size_t>(players), 0);
  }
}

std::vector<Pairing> Swiss::NextPairings() {
  std::vector<Pairing> pairings;
  if (round_ == rounds_) return pairings;
  ++round_;
  const std::vector<Table> tables = DrawTables();
  for (std::uint32_t game = 0; game < games_; ++game) {
    const bool is_second = game % 2 == 1;
    for (const Table& table : tables) {
      const int red = entrants_[static_cast<std::size_t>(table.red)].player;
      const int blue = entrants_[static_cast<std::size_t>(table.blue)].player;
      pairings.push_back({.round = round_,
                          .red = is_second ? blue : red,
                          .blue = is_second ? red : blue,
                          .first_before = is_second ? static_cast<std::uint32_t>(tables.size()) : 0});
    }
  }
  return pairings;
}

void Swiss::Take(const PlayedGame& game) {
  for (const int player : {game.red, game.blue}) {
    const auto entrant = static_cast<std::size_t>(entrant_of_[static_cast<std::size_t>(player)]);
    entrants_[entrant].half_points += game.HalfPointsOf(player);
  }
}

std::optional<std::uint32_t> Swiss::GamesMax() const {
  return rounds_ * games_ * static_cast<std::uint32_t>(entrants_.size() / 2);
}

std::vector<int> Swiss::FormGroups() {
  std::vector<int> order(entrants_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto score_of = [this](int entrant) { return entrants_[static_cast<std::size_t>(entrant)].half_points; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score_of(a) > score_of(b); });
  int group = -1;
  for (auto first = order.begin(); first != order.end();) {
    const auto end = std::find_if(first, order.end(), [&](int other) { return score_of(other) != score_of(*first); });
    ++group;
    const int size = static_cast<int>(end - first);
    for (int place = 0; first != end; ++first, ++place) {
      Entrant& entrant = entrants_[static_cast<std::size_t>(*first)];
      entrant.group = group;
      entrant.place = place;
      entrant.group_size = size;
    }
  }
  return order;
}

std::vector<Swiss::Table> Swiss::DrawTables() {
  const std::vector<int> order = FormGroups();
  const int bye = static_cast<int>(entrants_.size());
  const SwissCosts costs(*this);
  const std::vector<int> partners =
      MinCostMatching(bye + bye % 2, [&](int one, int other) { return costs.Of(one, other); });
  std::vector<Table> tables;
  std::vector<bool> is_seated(entrants_.size(), false);
  for (const int one : order) {
    Entrant& entrant = entrants_[static_cast<std::size_t>(one)];
    const int other = partners[static_cast<std::size_t>(one)];
    if (other == bye) {
      ++entrant.byes;
      entrant.half_points += 2 * static_cast<std::int64_t>(games_);
    } else if (!is_seated[static_cast<std::size_t>(one)]) {
      is_seated[static_cast<std::size_t>(other)] = true;
      const bool one_is_red = HasRed(one, other);
      Entrant& opponent = entrants_[static_cast<std::size_t>(other)];
      entrant.sides = entrant.sides.With(one_is_red);
      opponent.sides = opponent.sides.With(!one_is_red);
      ++entrant.met[static_cast<std::size_t>(other)];
      ++opponent.met[static_cast<std::size_t>(one)];
      tables.push_back(one_is_red ? Table{one, other} : Table{other, one});
    }
  }
  return tables;
}

std::pair<int, int> Swiss::SidesCost(int one, int other, bool one_is_red) const {
  const Sides a = entrants_[static_cast<std::size_t>(one)].sides.With(one_is_red);
  const Sides b = entrants_[static_cast<std::size_t>(other)].sides.With(!one_is_red);
  return {a.Violations() + b.Violations(), a.Strain() + b.Strain()};
}

bool Swiss::HasRed(int one, int other) const {
  const auto as_red = SidesCost(one, other, true);
  const auto as_blue = SidesCost(one, other, false);
  if (as_red != as_blue) return as_red < as_blue;
  // Who had Blue last; else turn about, down the order drawn and from round to round.
  const bool one_had_red = entrants_[static_cast<std::size_t>(one)].sides.run > 0;
  const bool other_had_red = entrants_[static_cast<std::size_t>(other)].sides.run > 0;
  if (one_had_red != other_had_red) return other_had_red;
  return (std::min(one, other) + static_cast<int>(round_)) % 2 == (one < other ? 0 : 1);
}

}  // namespace flagfall::arena
