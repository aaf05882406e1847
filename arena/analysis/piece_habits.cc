#include "arena/analysis/piece_habits.h"

#include <algorithm>
#include <cstddef>

namespace flagfall::arena::analysis {
namespace {

// How many set-ups of the kind before it each kind of habits is worth: all set-ups equally likely, then those of all
// players, then the player's own.
constexpr double kEvenWeight = 4;
constexpr double kAllWeight = 8;
// The same in sightings. Those of one game resemble each other.
constexpr double kSightings = 300;

constexpr int kPlaces = 3;

std::size_t OwnSquare(Side side, board::Square square) {
  return side == Side::kRed ? square : std::size_t{board::kSquares - 1} - square;
}

// P(behaviour | type) / P(behaviour), as it was counted, on top of what was expected before.
PieceHabits::Sightings Ratios(const PieceHabits::Sightings& counts, const PieceHabits::Sightings& expected) {
  std::array<double, board::kPieceTypes> of_type{};
  std::array<double, kBehaviours> of_behaviour{};
  double all = 0;
  for (std::size_t behaviour = 0; behaviour < counts.size(); ++behaviour) {
    for (std::size_t type = 0; type < of_type.size(); ++type) {
      of_type[type] += counts[behaviour][type];
      of_behaviour[behaviour] += counts[behaviour][type];
      all += counts[behaviour][type];
    }
  }
  PieceHabits::Sightings ratios = expected;
  for (std::size_t behaviour = 0; behaviour < counts.size(); ++behaviour) {
    const double chance = (of_behaviour[behaviour] + 1) / (all + kBehaviours);
    for (std::size_t type = 0; type < of_type.size(); ++type) {
      ratios[behaviour][type] =
          (counts[behaviour][type] / chance + kSightings * expected[behaviour][type]) / (of_type[type] + kSightings);
    }
  }
  return ratios;
}

}  // namespace

Behaviour BehaviourOf(Side owner, int moves, board::Square square) {
  const int row = board::RowOf(static_cast<board::Square>(OwnSquare(owner, square)));
  const int place = row < 4 ? 0 : row < 6 ? 1 : 2;
  const int how_often = moves >= 4 ? 3 : std::min(moves, 2);
  return how_often * kPlaces + place;
}

void PieceHabits::Add(const std::string& player, Side side, const std::vector<board::Placement>& set_up,
                      const Sightings& sightings) {
  for (Counts* const counts : {&all_, &players_[player]}) {
    ++counts->games;
    for (const board::Placement& placement : set_up) {
      ++counts->on[OwnSquare(side, placement.square)][static_cast<std::size_t>(placement.type)];
    }
    for (std::size_t behaviour = 0; behaviour < sightings.size(); ++behaviour) {
      for (std::size_t type = 0; type < sightings[behaviour].size(); ++type) {
        counts->sightings[behaviour][type] += sightings[behaviour][type];
      }
    }
  }
}

double PieceHabits::OfPlayer::operator()(board::PieceId origin, Behaviour behaviour, board::PieceType type) const {
  const auto index = static_cast<std::size_t>(type);
  return by_origin_[origin][index] * by_behaviour_[static_cast<std::size_t>(behaviour)][index];
}

PieceHabits::OfPlayer PieceHabits::Of(const std::string& player, Side side, const board::BoardRules& rules) const {
  const auto found = players_.find(player);
  const Counts own = found == players_.end() ? Counts() : found->second;
  OfPlayer habits;
  const double squares = board::SizeOf(rules.ZoneOf(side));
  for (board::Square origin = 0; origin < board::kSquares; ++origin) {
    const std::size_t square = OwnSquare(side, origin);
    for (std::size_t type = 0; type < board::kPieceTypes; ++type) {
      const double even = rules.army[type] / squares;
      const double all = (all_.on[square][type] + kEvenWeight * even) / (all_.games + kEvenWeight);
      habits.by_origin_[origin][type] = (own.on[square][type] + kAllWeight * all) / (own.games + kAllWeight);
    }
  }
  Sightings even;
  for (auto& behaviour : even) behaviour.fill(1);
  habits.by_behaviour_ = Ratios(own.sightings, Ratios(all_.sightings, even));
  return habits;
}

}  // namespace flagfall::arena::analysis
