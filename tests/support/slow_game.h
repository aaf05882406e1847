#ifndef TESTS_SUPPORT_SLOW_GAME_H_
#define TESTS_SUPPORT_SLOW_GAME_H_

#include <string>
#include <vector>

#include "tests/support/slow_board.h"

// The questions that the slow implementation answers. It computes everything again from the first ply on.
namespace flagfall::slow {

struct Rules {
  // Classic, battle, duel or barrage.
  std::string ruleset = "classic";
  // R3.2; 0 is off.
  int two_squares = 3;
  // R4.10: position-repetition, consecutive-turns or off.
  std::string chase = "position-repetition";
  // R4.10: run or game.
  std::string chase_scope = "run";
  // R4.8: the limit M.
  int chase_turns = 2;
  // R3.6.
  bool two_squares_piece = false;
  // R1.6: the types of one army, one letter a piece, and the depth of the zones.
  std::string army;
  int zone_rows = 4;
};

// The ruleset with its own options. It must be one of the four.
Rules RulesOf(const std::string& ruleset);

struct BarredPly {
  Ply ply;
  // R3.2, R3.6, R4.6 or R4.8; the first of them that bars it.
  std::string clause;
};

// A piece as it is now.
struct PieceState {
  bool red = true;
  char type = '2';
  int origin = 0;
  // kNobody once it is off the board.
  int square = 0;
  // Where and by which ply, counted from 1, it was removed; meaningless while it is on the board.
  int removal_square = 0;
  int removal_ply = 0;
  bool has_moved = false;
  bool is_revealed = false;
};

// Everything about the position after some plies.
struct Judgement {
  bool red_to_move = true;
  // Both ordered; empty when the game is over by the ply before.
  std::vector<Ply> legal;
  std::vector<BarredPly> barred;
  // red_wins, blue_wins, draw or none.
  std::string result = "none";
  // flag_captured, no_legal_ply, both_immobile or none.
  std::string reason = "none";
  // In the order of the list of pieces that the game began with.
  std::vector<PieceState> pieces;
  // How many legal plies R4.6 would have barred but for R4.7.
  int excused = 0;
};

// The same for a history that is already played out.
Judgement JudgeHistory(const Rules& rules, const History& history);
Judgement Judge(const Rules& rules, const std::vector<Piece>& pieces, const std::vector<Ply>& plies);

// R1.2: the types of one army, one letter a piece.
std::string R1_2_Army(const std::string& ruleset);

// R1.2, R1.3, R1.6: whether the pieces, all of one side, are a set-up under these rules.
bool R1_3_IsSetUp(const Rules& rules, bool red, const std::vector<Piece>& pieces);

}  // namespace flagfall::slow

#endif  // TESTS_SUPPORT_SLOW_GAME_H_
