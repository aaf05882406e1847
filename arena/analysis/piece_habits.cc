#include "arena/analysis/piece_habits.h"

#include <algorithm>
#include <cstddef>

namespace flagfall::arena::analysis {
namespace {

// How many sightings of the kind before it each kind of habits is worth: behaviour says nothing, then that of all
// others, then the player's own. Those of one game resemble each other.
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

PieceHabits::Sightings Less(const PieceHabits::Sightings& all, const PieceHabits::Sightings& own) {
  PieceHabits::Sightings others = all;
  for (std::size_t behaviour = 0; behaviour < others.size(); ++behaviour) {
    for (std::size_t type = 0; type < others[behaviour].size(); ++type) others[behaviour][type] -= own[behaviour][type];
  }
  return others;
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
  // A set-up of each kind is added to those that were seen (Laplace's rule of succession): on a square where few games
  // happen to have had a piece, it is unlikely and not impossible.
  const double squares = board::SizeOf(rules.ZoneOf(side));
  const int others = all_.games - own.games;
  // Those of others count for at most as many.
  const double weight = squares * others / (others + squares);
  for (board::Square origin = 0; origin < board::kSquares; ++origin) {
    const std::size_t square = OwnSquare(side, origin);
    for (std::size_t type = 0; type < board::kPieceTypes; ++type) {
      const double of_others =
          others == 0 ? 0 : static_cast<double>(all_.on[square][type] - own.on[square][type]) / others;
      habits.by_origin_[origin][type] =
          (own.on[square][type] + weight * of_others + rules.army[type]) / (own.games + weight + squares);
    }
  }
  Sightings even;
  for (auto& behaviour : even) behaviour.fill(1);
  habits.by_behaviour_ = Ratios(own.sightings, Ratios(Less(all_.sightings, own.sightings), even));
  return habits;
}

}  // namespace flagfall::arena::analysis
