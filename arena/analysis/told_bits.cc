#include "arena/analysis/told_bits.h"

#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::analysis {
namespace {

std::array<double, 2> MissingOf(const board::BoardState& board) {
  return {MissingBits(HiddenTypesOf(board, Side::kBlue)), MissingBits(HiddenTypesOf(board, Side::kRed))};
}

}  // namespace

absl::StatusOr<ToldBits> ToldBitsOf(const v1::GameRecord& record) {
  ToldBits told;
  FLAGFALL_RETURN_IF_ERROR(ReplayBoard(record, [&told](const ReplayedPly& played) {
                             if (told.plies.empty()) told.at_start = MissingOf(played.before);
                             const std::array<double, 2>& before =
                                 told.plies.empty() ? told.at_start : told.plies.back().missing;
                             ToldByPly ply{.side = played.side, .ply = played.ply, .missing = MissingOf(played.after)};
                             for (const Side side : kSides) {
                               ply.learnt[IndexOf(side)] = before[IndexOf(side)] - ply.missing[IndexOf(side)];
                             }
                             told.plies.push_back(ply);
                           }).status());
  return told;
}

}  // namespace flagfall::arena::analysis
