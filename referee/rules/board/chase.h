#ifndef REFEREE_RULES_BOARD_CHASE_H_
#define REFEREE_RULES_BOARD_CHASE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "referee/rules/board/bitboard.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board/position_set.h"

namespace flagfall::board {

// The chase rules (R4) for both players.
//
// A player chases in a run of its turns (R4.4): each of its plies comes to stand next to opposing pieces and so
// threatens them, and each time the opponent's very next ply takes one of the threatened pieces to an empty square.
// Both players have a run of their own, and one ply can carry on both: it may evade from the opponent's threat and
// threaten in its turn. A run that the last ply did not carry on is over, and an attack ends both; a run is thus always
// described by what this class keeps of it:
//
//   threatened  the squares of the pieces that the player's last ply threatened: the run awaits an evading ply;
//   evaders     where the pieces now stand that have evaded since the run began. Not empty and nothing awaited: the
//               run is unbroken up to the opponent's last ply, and the player to move may be bound by it;
//   began       when the first threatening ply was made.
//
// Rule position-repetition (R4.6): a ply to an empty square next to an evader must not lead to a position that has
// stood since the run began. All positions since the older of the open runs began are kept in one set, each with the
// time when it last stood, so that a position counts for a run exactly when that time is not before the run's
// beginning. With the game as scope the set goes back to the last capture, since no earlier position can ever come
// again.
//
// Rule consecutive-turns (R4.8): only one piece evades a turn, so the turns on end in which the same piece was
// threatened and evaded are counted for the last evader alone.
//
// Example, position-repetition: Red goes round after a Blue piece within e3, e4, f3 and f4.
//
//   ply       what it is                                       Red's run
//   1 d4-e4   threatens the piece on e3                        begins; P1 (Red e4, Blue e3) is in the set
//   2 e3-f3   evades                                           evaders {f3}, P2 in the set
//   3 e4-e3   next to the evader on f3: a chasing ply          P3 is new: legal
//   4 f3-f4   evades                                           evaders {f4}, P4
//   5 e3-f3   6 f4-e4   7 f3-f4   8 e4-e3                      and so on to P8
//   9 f4-e4   would give P1 once more: barred (R4.6)
//
// Had Red chased with 3 e4-f4 4 f3-e3 instead, 5 f4-e4 would also give P1, but take the piece straight back to where it
// stood before Red's last turn: legal by R4.7, until the two-squares rule bars it.
//
// It looks at squares and individuals only, so that a barred ply never tells a hidden type (R4.1).
class Chase {
 public:
  // A game or a study begins; `rules` are the same for all later calls.
  void Begin(const BoardRules& rules);

  // `mover` made a ply to an empty square. `threatened`: the opposing pieces next to the square that it came to.
  void OnMove(const BoardRules& rules, Side mover, PieceId piece, Ply ply, Bitboard threatened);

  // `attacker` made an attack. `threatened` is empty when the attacker did not survive.
  void OnAttack(const BoardRules& rules, Side attacker, Ply ply, Bitboard threatened);

  // The side is to move again before the opponent has answered its last ply (R6.3, R6.4): a threat that awaits evading
  // ends its run.
  void OnUnanswered(Side side);

  // Whether there may be a ply that the rules bar for the side, so that Bars has to be asked. The side is to move.
  bool MayBar(Side side) const { return runs_[IndexOf(side)].evaders != 0; }

  // Whether R4 bars a ply of the side to move, with that piece to an empty square.
  bool Bars(const BoardRules& rules, Side side, PieceId piece, Ply ply) const;

  // Where the pieces stand that have evaded since the run of `chaser` began; empty when it has none.
  Bitboard EvadersOf(Side chaser) const { return runs_[IndexOf(chaser)].evaders; }
  // Where the piece stands that evaded last in that run; kNoSquare when none has.
  Square LastEvaderOf(Side chaser) const { return runs_[IndexOf(chaser)].last_evader; }
  // In how many turns on end that piece was threatened and evaded.
  int LastEvaderTurnsOf(Side chaser) const { return runs_[IndexOf(chaser)].last_evader_turns; }

  // How many positions it remembers. With the run as scope, none of them is older than the runs that are open.
  std::size_t positions_kept() const { return history_.size(); }

 private:
  struct Run {
    Bitboard threatened = 0;
    Bitboard evaders = 0;
    std::uint32_t began = 0;
    Square last_evader = kNoSquare;
    std::uint8_t last_evader_turns = 0;

    bool is_open() const { return (threatened | evaders) != 0; }
  };

  static void Evade(Run& run, Ply ply);
  // The mover's last ply threatens these: carries the run on or begins one.
  void Threaten(Run& run, Bitboard threatened);
  void Remember(const BoardRules& rules, PieceId piece, Ply ply, bool was_open);
  void RestartHistory();

  std::array<Run, 2> runs_;
  // The last ply of each player, for R4.7.
  std::array<Ply, 2> last_plies_;
  // Counts plies.
  std::uint32_t now_ = 0;
  // The position on the board, as a difference to the first one in the set.
  PositionKey key_;
  PositionSet history_;
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_CHASE_H_
