#ifndef TESTS_RULES_ORACLE_COUNTS_H_
#define TESTS_RULES_ORACLE_COUNTS_H_

#include <iosfwd>

#include "tests/support/slow_game.h"

namespace flagfall {

// What the positions that were compared had in them: comparing positions in which nothing happens proves nothing.
// Each but the first two counts positions.
struct OracleCounts {
  int games = 0;
  int positions = 0;
  // With at least one ply barred by the clause.
  int two_squares = 0;
  int repetition = 0;
  int consecutive = 0;
  int resting = 0;
  // With an attack barred by R3.2.
  int barred_attack = 0;
  // With a legal ply along the same line as one that R3.2 bars (R3.3).
  int scout_line = 0;
  // With a ply that R4.6 would bar but for R4.7.
  int excused = 0;
  // With a ply that R4.7 lets go and R3.2 bars all the same.
  int return_meets_two_squares = 0;
  // With a ply barred by R4.6 or R4.8 in a run with two chasers, with two evaders, that an attack began, or while the
  // other side has a run of its own.
  int two_chasers = 0;
  int two_evaders = 0;
  int begun_by_attack = 0;
  int both_chasing = 0;
  // With a ply barred by R4.6 because of a position from before the run.
  int before_the_run = 0;
  // In which the game ended so; `all_barred` by R3 and R4 with plies left that R2 allows.
  int flag_captured = 0;
  int no_legal_ply = 0;
  int all_barred = 0;
  int both_immobile = 0;
};

std::ostream& operator<<(std::ostream& out, const OracleCounts& counts);

// Counts one position in.
void Count(const slow::History& history, const slow::Judgement& judgement, OracleCounts& counts);

}  // namespace flagfall

#endif  // TESTS_RULES_ORACLE_COUNTS_H_
