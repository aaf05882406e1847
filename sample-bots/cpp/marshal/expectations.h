#ifndef SAMPLE_BOTS_CPP_MARSHAL_EXPECTATIONS_H_
#define SAMPLE_BOTS_CPP_MARSHAL_EXPECTATIONS_H_

#include <array>
#include <cstdint>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/marshal/beliefs.h"
#include "sample-bots/cpp/marshal/weights.h"

namespace flagfall::bot {

// What comes of a ply on the board that is searched.
enum class Effect : std::uint8_t {
  kMoves,
  kAttackerWins,
  kDefenderWins,
  kBothRemoved,
  // An attack that the opponent will probably not make. It counts by its gain, and the board stays as it is.
  kThreatens,
  kEndsGame,
  // A ply that its player would not make.
  kNever,
};

// How an attack ends, on average: its gain for the attacker, and what comes of it with a chance of more than a half.
struct Expectation {
  double gain = 0;
  Effect effect = Effect::kDefenderWins;
};

// What each player may expect of an attack on or by a hidden piece, in one position. Nobody decides by what it does not
// know: our attack on a hidden piece has one value, an average over its types; and the opponent, who does not know our
// types, makes an attack only if it is good on average.
//
// Example: a hidden piece, a Scout in nine worlds of ten and a Marshal in one, stands next to our Captain, which the
// opponent knows. Our attack wins 9/10 of a Scout and loses 1/10 of a Captain. The opponent's attack wins 1/10 of a
// Captain and loses nothing, since it would not make it with a Scout.
class Expectations {
 public:
  // `known` is the position as our side knows it: the opponent's pieces are of unknown type unless they are revealed.
  Expectations(const board::BoardState& known, Side ours, const Chances& chances, const Weights& weights);

  // What a piece of the type is worth to the side, in the unit of Weights, while its type is public.
  double ValueOf(Side side, board::PieceType type) const { return value_[IndexOf(side)][static_cast<int>(type)]; }

  // Our type attacks a hidden piece.
  const Expectation& OfOurAttack(board::PieceType attacker, board::PieceId hidden) const {
    return ours_[static_cast<int>(attacker)][hidden];
  }
  // A hidden piece attacks one of ours. The gain is the opponent's.
  const Expectation& OfTheirAttack(board::PieceId hidden, const board::Piece& target) const {
    return theirs_[hidden][static_cast<int>(target.type)][SightOf(target)];
  }
  // What the opponent must think that it gains with that type by an attack on a hidden piece of ours.
  double TheirHope(board::PieceType attacker, const board::Piece& target) const {
    return their_hope_[static_cast<int>(attacker)][target.has_moved];
  }

 private:
  using Counts = std::array<double, board::kPieceTypes>;
  // What the opponent sees of a piece of ours.
  enum Sight { kRevealed, kMoved, kUnmoved, kSights };

  static Sight SightOf(const board::Piece& own) {
    if (own.is_revealed) return kRevealed;
    return own.has_moved ? kMoved : kUnmoved;
  }
  void ValuePieces(const Chances& chances);
  void GuessTheirHopes();
  double HopeOf(int attacker, const Counts& hidden) const;
  Expectation OurAttack(int own, const std::array<float, board::kPieceTypes>& chances) const;
  Expectation TheirAttack(const std::array<float, board::kPieceTypes>& chances, int own, Sight sight) const;

  const board::BoardState& known_;
  const Side us_;
  const Weights& weights_;
  Counts value_[2] = {};
  Expectation ours_[board::kPieceTypes][board::kSquares] = {};
  Expectation theirs_[board::kSquares][board::kPieceTypes][kSights] = {};
  // By type, and whether our piece has moved.
  double their_hope_[board::kPieceTypes][2] = {};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_EXPECTATIONS_H_
