// The cost of a pair is one number whose digits are the criteria, the first criterion being the highest digit. Each
// digit has room for the sum over all pairs, so that no number of breaches of a lower criterion outweighs one breach of
// a higher criterion. A round is then a perfect matching of minimum cost; in an odd field the bye is one more player.
//
// Six players after two rounds; A has 2 points, B and C 1½, D 1, E and F 0, and A has met B:
//
//   groups {A} {B C} {D} {E F}: A meets C, who is one group below; B then meets D; E meets F.
#include "arena/tournament/swiss.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "arena/tournament/batch.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/min_cost_matching.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::tournament {
namespace {

constexpr int kPlayersMax = kBotsMax;
constexpr int kPairsMax = kPlayersMax / 2;
constexpr int kSideLimit = 2;

int Square(int value) { return value * value; }

// Builds the number of which criteria are the digits.
class CostNumber {
 public:
  // Appends the next criterion. A value above `max` counts as `max`; at most `pairs` pairs of a round can have one
  // above 0.
  CostNumber& Then(int value, int max, int pairs) {
    cost_ = cost_ * (static_cast<MatchingCost>(max) * pairs + 1) + std::min(value, max);
    return *this;
  }
  MatchingCost cost() const { return cost_; }

 private:
  MatchingCost cost_ = 0;
};

constexpr int kRepeatsMax = Swiss::kRoundsMax;
constexpr int kImbalanceMax = 255;

// A second repetition is worse than the first, and a third is worse than the second.
int Repeats(std::uint32_t times) { return Square(static_cast<int>(times)); }

}  // namespace

Swiss::Sides Swiss::Sides::With(bool is_red) const {
  if (is_red) return {.balance = balance + 1, .run = std::max(run, 0) + 1};
  return {.balance = balance - 1, .run = std::min(run, 0) - 1};
}

int Swiss::Sides::Violations() const { return (std::abs(balance) > kSideLimit) + (std::abs(run) > kSideLimit); }

int Swiss::Sides::Imbalance() const { return Square(balance) + (std::abs(run) > 1); }

// The costs of pairing two entrants, or an entrant with the bye, whose index is one above the last entrant's. `swiss`
// must outlive it.
class SwissCosts {
 public:
  explicit SwissCosts(const Swiss& swiss) : swiss_(swiss) {
    for (const Swiss::Entrant& entrant : swiss.entrants_) lowest_ = std::max(lowest_, entrant.group);
  }

  MatchingCost Of(int one, int other) const {
    const bool is_bye = other == static_cast<int>(swiss_.entrants_.size());
    const Swiss::Entrant& a = swiss_.entrants_[one];
    const Swiss::Entrant& b = swiss_.entrants_[is_bye ? one : other];
    const auto [violations, imbalance] =
        is_bye || swiss_.games_ % 2 == 0 ? std::pair(0, 0) : swiss_.SidesCost(one, other, swiss_.HasRed(one, other));
    return CostNumber()
        .Then(is_bye ? 0 : Repeats(a.met[other]), Square(kRepeatsMax), kPairsMax)
        .Then(is_bye ? Repeats(a.byes) : 0, Square(kRepeatsMax), 1)
        .Then(is_bye ? lowest_ - a.group : 0, kPlayersMax, 1)
        .Then(violations, 4, kPairsMax)
        .Then(Square(a.group - b.group), Square(kPlayersMax), kPairsMax)
        .Then(imbalance, kImbalanceMax, kPairsMax)
        .Then(Square(is_bye ? a.group_size - 1 - a.place : OffFold(a, b)), Square(kPlayersMax), kPairsMax)
        .cost();
  }

 private:
  // How many places a pair is away from the one that criterion 7 wants: the distance from half of the group's size, or,
  // for entrants of two groups, the distance from the last place of the upper and the first place of the lower group.
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
  FLAGFALL_CHECK(players >= 2 && players <= kPlayersMax && rounds >= 1 && rounds <= kRoundsMax && games >= 1);
  for (const int player : DrawOrder(players, seed)) {
    entrant_of_[player] = static_cast<int>(entrants_.size());
    Entrant& entrant = entrants_.emplace_back();
    entrant.player = player;
    entrant.met.resize(static_cast<std::size_t>(players), 0);
  }
}

std::vector<Pairing> Swiss::NextPairings() {
  if (round_ == rounds_) return {};
  ++round_;
  return AllGamesOf(PairRound(), games_);
}

void Swiss::AddResult(const PlayedGame& game) {
  for (const int player : {game.red, game.blue}) {
    entrants_[entrant_of_[player]].half_points += game.HalfPointsOf(player);
  }
}

std::optional<std::uint32_t> Swiss::GamesMax() const {
  return rounds_ * games_ * static_cast<std::uint32_t>(entrants_.size() / 2);
}

std::vector<int> Swiss::FormGroups() {
  std::vector<int> order(entrants_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto score_of = [this](int entrant) { return entrants_[entrant].half_points; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score_of(a) > score_of(b); });
  int group = -1;
  for (auto first = order.begin(); first != order.end();) {
    const auto end = std::find_if(first, order.end(), [&](int other) { return score_of(other) != score_of(*first); });
    ++group;
    const int size = static_cast<int>(end - first);
    for (int place = 0; first != end; ++first, ++place) {
      Entrant& entrant = entrants_[*first];
      entrant.group = group;
      entrant.place = place;
      entrant.group_size = size;
    }
  }
  return order;
}

std::vector<Pairing> Swiss::PairRound() {
  const std::vector<int> order = FormGroups();
  const int bye = static_cast<int>(entrants_.size());
  const SwissCosts costs(*this);
  const std::vector<int> partners =
      MinCostMatching(bye + bye % 2, [&](int one, int other) { return costs.Of(one, other); });
  std::vector<Pairing> pairings;
  std::vector<bool> is_paired(entrants_.size(), false);
  for (const int one : order) {
    Entrant& entrant = entrants_[one];
    const int other = partners[one];
    if (other == bye) {
      ++entrant.byes;
      entrant.half_points += 2 * static_cast<std::int64_t>(games_);
    } else if (!is_paired[one]) {
      is_paired[other] = true;
      const bool one_is_red = HasRed(one, other);
      Entrant& opponent = entrants_[other];
      entrant.sides = entrant.sides.With(one_is_red);
      opponent.sides = opponent.sides.With(!one_is_red);
      ++entrant.met[other];
      ++opponent.met[one];
      pairings.push_back({.round = round_,
                          .red = one_is_red ? entrant.player : opponent.player,
                          .blue = one_is_red ? opponent.player : entrant.player});
    }
  }
  return pairings;
}

std::pair<int, int> Swiss::SidesCost(int one, int other, bool one_is_red) const {
  const Sides a = entrants_[one].sides.With(one_is_red);
  const Sides b = entrants_[other].sides.With(!one_is_red);
  return {a.Violations() + b.Violations(), a.Imbalance() + b.Imbalance()};
}

bool Swiss::HasRed(int one, int other) const {
  const auto as_red = SidesCost(one, other, true);
  const auto as_blue = SidesCost(one, other, false);
  if (as_red != as_blue) return as_red < as_blue;
  // Red goes to the entrant who had Blue last; otherwise it alternates along the order drawn and from round to round.
  const bool one_had_red = entrants_[one].sides.run > 0;
  const bool other_had_red = entrants_[other].sides.run > 0;
  if (one_had_red != other_had_red) return other_had_red;
  return (std::min(one, other) + static_cast<int>(round_)) % 2 == (one < other ? 0 : 1);
}

namespace {

using Spec = v1::TournamentSpec;

// One round more than a knockout has, but never more rounds than there are opponents.
std::uint32_t DefaultRounds(const Spec& spec) {
  return std::min(Knockout::RoundsOf(spec.bots_size()) + 1, static_cast<std::uint32_t>(spec.bots_size() - 1));
}

absl::Status CheckSwiss(const Spec& spec) {
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("rounds", spec.rounds(), Swiss::kRoundsMax));
  return CheckFieldMax("games", spec.games(), kMatchGamesMax);
}

}  // namespace

FormatDefinition SwissDefinition() {
  return {.format = Spec::FORMAT_SWISS,
          .name = "swiss",
          .default_rounds = DefaultRounds,
          .check = CheckSwiss,
          .pairings_per_round = [](const Spec& spec) { return static_cast<std::uint64_t>(spec.bots_size() / 2); },
          .make = [](const Spec& spec) -> std::unique_ptr<Format> {
            return std::make_unique<Swiss>(spec.bots_size(), spec.rounds(), spec.games(), spec.seed());
          },
          .ranking = {Criterion::kPoints, Criterion::kBuchholz, Criterion::kSonnebornBerger,
                      Criterion::kDirectEncounter, Criterion::kWins},
          .add_columns = [](const Spec& spec, absl::Span<const PlayedGame>,
                            StandingsBuilder& standings) { standings.AddSwissColumns(spec.games()); },
          .rounds_view = RoundsView::kEachRound,
          .example =
              R"(  // In each round bots with about the same score meet; rematches are avoided while they can be.
  "format": "FORMAT_SWISS",
  "rounds": 3,
  // Games of a pairing; an even number swaps sides.
  "games": 2,
)"};
}

}  // namespace flagfall::arena::tournament
