#include "referee/rules/board_game/board_play.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

// Refused here are only numbers that name nothing, as they were sent.
absl::StatusOr<std::vector<board::Placement>> PlacementsOf(const v1::SetUp& set_up) {
  std::vector<board::Placement> placements;
  // A set-up with more pieces than squares fails on any prefix that has.
  for (const v1::Placement& placement : set_up.placements()) {
    if (placements.size() > board::kSquares) break;
    if (placement.square() >= board::kSquares) {
      return ClauseError("R1.3",
                         absl::StrCat("square ", placement.square(), " is not on the board; squares are 0 to 99"));
    }
    if (placement.type() < 0 || placement.type() >= board::kPieceTypes) {
      return ClauseError(
          "R1.2", absl::StrCat("type ", static_cast<int>(placement.type()), "; no army has pieces of that type"));
    }
    placements.push_back({.square = static_cast<board::Square>(placement.square()),
                          .type = static_cast<board::PieceType>(placement.type())});
  }
  return placements;
}

bool IsSetUp(Side side, const BoardWorld& world) { return world.state.OccupiedBy(side) != 0; }

std::string DetailOf(const board::BoardResult& result) {
  const absl::string_view loser = SideTitle(OpponentOf(result.winner.value_or(Side::kRed)));
  switch (result.reason) {
    case board::EndReason::kFlagCaptured:
      return result.winner.has_value() ? absl::StrCat(loser, "'s Flag was captured (R5.1)")
                                       : "both Flags were removed at once (R6.10)";
    case board::EndReason::kNoLegalPly:
      return absl::StrCat(loser, " has no legal ply (R5.2)");
    case board::EndReason::kBothImmobile:
      return "neither player can move any more (R5.3)";
  }
  return "";
}

v1::Reason ReasonOf(board::EndReason reason) {
  switch (reason) {
    case board::EndReason::kFlagCaptured:
      return v1::REASON_FLAG_CAPTURED;
    case board::EndReason::kNoLegalPly:
      return v1::REASON_NO_LEGAL_PLY;
    case board::EndReason::kBothImmobile:
      return v1::REASON_BOTH_IMMOBILE;
  }
  return v1::REASON_UNSPECIFIED;
}

}  // namespace

absl::StatusOr<board::Ply> PlyOf(const v1::Ply& ply) {
  if (ply.from() >= board::kSquares || ply.to() >= board::kSquares) {
    return ClauseError(
        "R2.1", absl::StrCat("ply from ", ply.from(), " to ", ply.to(), " leaves the board; squares are 0 to 99"));
  }
  return board::Ply{.from = static_cast<board::Square>(ply.from()), .to = static_cast<board::Square>(ply.to())};
}

absl::InlinedVector<OpenDecision, 2> OpenSetUps(const BoardWorld& world) {
  absl::InlinedVector<OpenDecision, 2> open;
  for (const Side side : kSides) {
    if (!IsSetUp(side, world)) open.push_back({.side = ToProto(side), .kind = v1::DECISION_KIND_SET_UP});
  }
  return open;
}

absl::Status TakeSetUp(Side side, const v1::SetUp& set_up, BoardWorld& world) {
  if (IsSetUp(side, world)) return ClauseError("R1.3", "this side's set-up is in already; it cannot be changed");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<board::Placement> placements, PlacementsOf(set_up));
  FLAGFALL_RETURN_IF_ERROR(board::CheckSetUp(world.state.rules(), side, placements));
  for (const board::Placement& placement : placements) {
    world.state.Put(placement.square, side, placement.square, placement.type, false, false);
  }
  world.play_begun = IsSetUp(OpponentOf(side), world);
  return absl::OkStatus();
}

void NoteRemovals(const board::PlyReport& report, board::Ply ply, BoardWorld& world) {
  if (report.target == board::kNoPiece) return;
  for (const board::PieceId id : {report.mover, report.target}) {
    if (world.state.PieceOf(id).on_board()) continue;
    world.removal_squares[id] = ply.to;
    world.removal_plies[id] = world.state.ply_count();
  }
}

v1::Outcome OutcomeOf(const board::BoardResult& result) {
  v1::Outcome outcome;
  outcome.set_result(result.winner.has_value() ? WinFor(ToProto(*result.winner)) : v1::RESULT_DRAW);
  outcome.set_reason(ReasonOf(result.reason));
  outcome.set_detail(DetailOf(result));
  return outcome;
}

}  // namespace flagfall
