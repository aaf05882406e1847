#ifndef SAMPLE_BOTS_CPP_MARSHAL_WEIGHTS_H_
#define SAMPLE_BOTS_CPP_MARSHAL_WEIGHTS_H_

#include <array>

#include "referee/rules/board/piece.h"

namespace flagfall::bot {

// The numbers in marshal's judgement, in the unit in which a Scout is worth 5. Some were found by games of marshal
// against itself in which every number was drawn high or low for each pair, the others are guesses.
struct Weights {
  // By PieceType: what a piece is worth while the opponent's army is whole.
  std::array<double, board::kPieceTypes> value = {0, 12, 5, 12, 5, 7, 10, 15, 22, 32, 42, 9, 150};
  // How far pieces are valued by the opposing ranks that are left instead, from 0 to 1.
  double dynamic = 0.2;
  // No piece is thereby valued more than so many times what it is worth otherwise.
  double dynamic_max = 1.6;
  // The part of its value by which a piece is worth more while its type is hidden.
  double secrecy = 0.1;
  // What the opponent's Flag is worth in an attack on a hidden piece that is made now, and in one that is made later.
  double flag_now = 150;
  double flag_later = 30;
  // What it costs to lose our Flag to an opponent that does not know where it stands.
  double flag_loss = 150;

  // No piece draws ours more than this.
  double capture_max = 40;
  // How much a hidden piece draws our cheap pieces besides.
  double curiosity = 2;
  // How much our Flag draws the opponent's pieces, and its Miners.
  double threat = 10;
  double threat_of_miners = 13;
  // How much a piece of ours draws those that beat it, as a part of what they would gain.
  double hunt = 0.5;

  // The opponent is not expected to attack a hidden piece of ours where it must expect to lose more than this.
  double daring = 2;
  // How far the opponent's plies are trusted to say something of its pieces: 0 not at all.
  double belief = 1;
  // What a gain is worth when it comes a ply later. Whoever could win something at any time would otherwise put it off.
  double later = 0.95;
  // By how much a position is worth less each time that we have brought it about before.
  double repetition = 1.5;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_WEIGHTS_H_
