#ifndef ARENA_ANALYSIS_TOLD_BITS_H_
#define ARENA_ANALYSIS_TOLD_BITS_H_

#include <array>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/analysis/belief_score.h"
#include "flagfall/v1/analysis.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::arena::analysis {

// What a ply told, in bits, by side (IndexOf): how many fewer ways there are after it in which the opponent's types may
// lie (MissingBits).
struct ToldByPly {
  Side side = Side::kRed;
  board::Ply ply;
  std::array<double, 2> learnt{};
  // What the side still lacks after the ply.
  std::array<double, 2> missing{};
};

struct ToldBits {
  // What each side lacks when play begins.
  std::array<double, 2> at_start{};
  std::vector<ToldByPly> plies;
  // How good the beliefs were that each side has handed in, by side.
  std::array<BeliefScorer, 2> beliefs;
};

// Errors as ReplayBoard's.
absl::StatusOr<ToldBits> ToldBitsOf(const v1::GameRecord& record);

// The same as a message, with the game's id and players. FAILED_PRECONDITION when the game is of another ruleset.
absl::StatusOr<v1::GameAnalysis> GameAnalysisOf(const v1::GameRecord& record);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_TOLD_BITS_H_
