#include "referee/rules/replay_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game_text.h"

namespace flagfall {
namespace {

// All texts in these lines are names of squares, sides, clauses and results: nothing in them needs escaping.
std::string PositionLine(const board::BoardState& state) {
  board::PlyList legal;
  state.LegalPlies(legal);
  legal.Sort();
  std::vector<board::BarredPly> barred;
  state.BarredPlies(barred);
  std::sort(barred.begin(), barred.end(), [](const auto& a, const auto& b) { return a.ply < b.ply; });

  std::string line = absl::StrCat("{\"ply\":", state.ply_count() + 1, ",\"side\":\"", SideName(state.side_to_move()),
                                  "\",\"legal\":[");
  const char* separator = "";
  for (const board::Ply ply : legal) {
    absl::StrAppend(&line, separator, "\"", board::PlyName(ply), "\"");
    separator = ",";
  }
  line += "],\"barred\":[";
  separator = "";
  for (const board::BarredPly& entry : barred) {
    absl::StrAppend(&line, separator, "{\"ply\":\"", board::PlyName(entry.ply), "\",\"clause\":\"",
                    ClauseOfBar(entry.bar), "\"}");
    separator = ",";
  }
  return line + "]}\n";
}

absl::string_view ReasonName(board::EndReason reason) {
  switch (reason) {
    case board::EndReason::kFlagCaptured:
      return "flag_captured";
    case board::EndReason::kNoLegalPly:
      return "no_legal_ply";
    case board::EndReason::kBothImmobile:
      return "both_immobile";
  }
  return "";
}

std::string ResultLine(const board::BoardState& state) {
  const auto result = state.Result();
  if (!result.has_value()) return "{\"result\":null,\"reason\":null}\n";
  const std::string name =
      result->winner.has_value() ? absl::StrCat(SideName(*result->winner), "_wins") : std::string("draw");
  return absl::StrCat("{\"result\":\"", name, "\",\"reason\":\"", ReasonName(result->reason), "\"}\n");
}

}  // namespace

absl::Status ReplayText(absl::string_view text, bool lists_plies, std::ostream& out) {
  FLAGFALL_ASSIGN_OR_RETURN(const GameText game, ParseGameText(text));
  FLAGFALL_ASSIGN_OR_RETURN(board::BoardState state, game.Start());
  if (lists_plies) out << PositionLine(state);
  for (const board::Ply ply : game.plies) {
    if (const absl::Status status = board::CheckPly(state, ply); !status.ok()) {
      return ClauseError(ClauseOf(status), absl::StrCat("ply ", state.ply_count() + 1, ": ", status.message()));
    }
    state.Make(ply);
    if (lists_plies) out << PositionLine(state);
  }
  out << ResultLine(state);
  return absl::OkStatus();
}

}  // namespace flagfall
