#ifndef ARENA_ANALYSIS_PIECE_HABITS_H_
#define ARENA_ANALYSIS_PIECE_HABITS_H_

#include <array>
#include <map>
#include <string>
#include <vector>

#include "arena/analysis/hidden_types.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::analysis {

// What can be seen of how a hidden piece behaves: how often it has moved, and how far it has come.
using Behaviour = int;
inline constexpr Behaviour kBehaviours = 12;
// `moves`: its plies so far. `square` is where it stands.
Behaviour BehaviourOf(Side owner, int moves, board::Square square);

// How the players of one ruleset set up and what their pieces do, counted from games that are over.
class PieceHabits {
 public:
  // How often hidden pieces of each type were seen to behave so.
  using Sightings = std::array<std::array<double, board::kPieceTypes>, kBehaviours>;

  void Add(const std::string& player, Side side, const std::vector<board::Placement>& set_up,
           const Sightings& sightings);

  // How likely a hidden piece of this player, which plays that side, is of a type, up to a factor: by where the player
  // puts such pieces and what it does with them. A player's own games count for the more, the more there are; before
  // them, those of all others; before these, all set-ups are equally likely, and behaviour says nothing.
  class OfPlayer {
   public:
    double operator()(board::PieceId origin, Behaviour behaviour, board::PieceType type) const;

   private:
    friend class PieceHabits;
    std::array<std::array<double, board::kPieceTypes>, board::kSquares> by_origin_{};
    Sightings by_behaviour_{};
  };
  OfPlayer Of(const std::string& player, Side side, const board::BoardRules& rules) const;

 private:
  struct Counts {
    int games = 0;
    // How often a type stood on a square, both sides' squares as Red sees its own.
    std::array<std::array<int, board::kPieceTypes>, board::kSquares> on{};
    Sightings sightings{};
  };

  Counts all_;
  std::map<std::string, Counts> players_;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_PIECE_HABITS_H_
