#include "referee/rules/replay_text.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game_text.h"
#include "referee/rules/side_messages.h"

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

absl::Status Replay(const v1::Ruleset& ruleset, const BoardGameText& game, bool lists_plies, std::ostream& out) {
  FLAGFALL_ASSIGN_OR_RETURN(board::BoardState state, StartOf(ruleset, game));
  if (lists_plies) out << PositionLine(state);
  for (const board::Ply ply : game.plies) {
    if (const absl::Status status = board::CheckPly(state, ply); !status.ok()) {
      return At(absl::StrCat("ply ", state.ply_count() + 1), status);
    }
    state.Make(ply);
    if (lists_plies) out << PositionLine(state);
  }
  out << ResultLine(state);
  return absl::OkStatus();
}

// "draw" for RESULT_DRAW.
template <typename Name>
std::string ShortName(Name name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
}

// Words of actions need no escaping either.
std::string DecisionLine(const RulesetDefinition& ruleset, const Game& game, const OpenDecision& open,
                         std::size_t number) {
  std::string line = absl::StrCat("{\"action\":", number, ",\"side\":\"", SideName(open.side), "\",\"kind\":\"",
                                  DecisionName(open.kind), "\",\"legal\":");
  const auto legal = game.Legal(open.side);
  if (!legal.has_value()) return line + "null}\n";
  const auto words = [&ruleset](std::string* to, const v1::Action& action) {
    absl::StrAppend(to, "\"", ruleset.WriteAction(action), "\"");
  };
  return absl::StrCat(line, "[", absl::StrJoin(*legal, ",", words), "]}\n");
}

std::string ResultLine(const Game& game) {
  const auto outcome = game.Outcome();
  if (!outcome.has_value()) return "{\"result\":null,\"reason\":null}\n";
  return absl::StrCat("{\"result\":\"", ShortName(v1::Result_Name(outcome->result()), "RESULT_"), "\",\"reason\":\"",
                      ShortName(v1::Reason_Name(outcome->reason()), "REASON_"), "\"}\n");
}

absl::Status Replay(const v1::Ruleset& chosen, const ActionsText& written, bool lists_actions, std::ostream& out) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* ruleset, FindRuleset(chosen.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game, NewGame(chosen, written.seed));
  std::size_t number = 0;
  const auto list = [&] {
    if (!lists_actions) return;
    for (const OpenDecision& open : game->Pending()) out << DecisionLine(*ruleset, *game, open, number + 1);
  };
  list();
  for (const RecordedAction& action : written.actions) {
    ++number;
    if (const absl::Status status = game->Act(action.side, action.action).status(); !status.ok()) {
      return At(absl::StrCat("action ", number), status);
    }
    list();
  }
  out << ResultLine(*game);
  return absl::OkStatus();
}

}  // namespace

absl::Status ReplayText(absl::string_view text, bool lists_plies, std::ostream& out) {
  FLAGFALL_ASSIGN_OR_RETURN(const GameText parsed, ParseGameText(text));
  return std::visit([&](const auto& game) { return Replay(parsed.ruleset, game, lists_plies, out); }, parsed.game);
}

}  // namespace flagfall
