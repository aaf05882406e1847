#include "arena/analysis/told_bits.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "arena/analysis/replayed_rulesets.h"
#include "referee/base/status_macros.h"
#include "referee/rules/side_messages.h"

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
                             if (played.beliefs != nullptr) {
                               told.beliefs[IndexOf(played.side)].Add(*played.beliefs, played.before, played.side);
                             }
                           }).status());
  return told;
}

absl::StatusOr<v1::GameAnalysis> GameAnalysisOf(const v1::GameRecord& record) {
  const absl::StatusOr<ToldBits> told = ToldBitsOf(record);
  if (absl::IsNotFound(told.status())) {
    return absl::FailedPreconditionError(absl::StrCat("game ", record.game_id(), " is one of ", record.ruleset().id(),
                                                      "; what plies tell is counted in ", ReplayedRulesetNames("and")));
  }
  FLAGFALL_RETURN_IF_ERROR(told.status());
  v1::GameAnalysis analysis;
  analysis.set_game_id(record.game_id());
  analysis.set_red(record.red().name());
  analysis.set_blue(record.blue().name());
  analysis.set_red_missing_bits(told->at_start[0]);
  analysis.set_blue_missing_bits(told->at_start[1]);
  if (!told->beliefs[0].IsEmpty()) *analysis.mutable_red_beliefs() = told->beliefs[0].Score();
  if (!told->beliefs[1].IsEmpty()) *analysis.mutable_blue_beliefs() = told->beliefs[1].Score();
  for (const ToldByPly& told_by : told->plies) {
    v1::PlyAnalysis& ply = *analysis.add_plies();
    ply.set_number(static_cast<std::uint32_t>(analysis.plies_size()));
    ply.set_side(ToProto(told_by.side));
    ply.mutable_ply()->set_from(told_by.ply.from);
    ply.mutable_ply()->set_to(told_by.ply.to);
    ply.set_red_learnt_bits(told_by.learnt[0]);
    ply.set_blue_learnt_bits(told_by.learnt[1]);
    ply.set_red_missing_bits(told_by.missing[0]);
    ply.set_blue_missing_bits(told_by.missing[1]);
  }
  return analysis;
}

}  // namespace flagfall::arena::analysis
