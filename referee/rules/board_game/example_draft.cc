#include "referee/rules/board_game/example_draft.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_play.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/guide.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

using board::BoardRules;
using board::BoardState;
using board::Ply;

std::vector<board::Placement> PiecesOf(absl::string_view text) {
  absl::StatusOr<std::vector<board::Placement>> pieces = ReadPlacements(text);
  FLAGFALL_CHECK(pieces.ok());
  return *std::move(pieces);
}

Ply PlyOf(absl::string_view name) {
  const auto ply = board::ParsePly(name);
  FLAGFALL_CHECK(ply.has_value());
  return *ply;
}

std::string NameAt(const BoardState& state, board::Square square) {
  return std::string(TypeName(state.PieceOf(state.PieceAt(square)).type));
}

// Plays plies, and writes each down as a step.
class StepWriter {
 public:
  StepWriter(const BoardRules& rules, absl::string_view red, absl::string_view blue, v1::RuleExample& example)
      : state_(BoardState::Free(rules, PiecesOf(red), PiecesOf(blue))), example_(example) {
    example.set_red(std::string(red));
    example.set_blue(std::string(blue));
  }

  const BoardState& state() const { return state_; }

  void Refuse(absl::string_view ply, absl::string_view text, absl::string_view clause) {
    Add(ply, text).set_clause(std::string(clause));
  }

  // The ply must be legal. Without a text it is told what it does for a chase.
  void Make(absl::string_view name, absl::string_view text) {
    const Ply ply = PlyOf(name);
    const std::string told = text.empty() ? ChaseText(ply) : std::string(text);
    v1::ExampleStep& step = Add(name, told);
    const board::PlyReport report = state_.Make(ply);
    threatened_ = ThreatenedBy(ply);
    if (report.target != board::kNoPiece) AddLost(report, step);
    const auto result = state_.Result();
    if (result.has_value()) step.set_result(OutcomeOf(*result).result());
  }

 private:
  void AddLost(const board::PlyReport& report, v1::ExampleStep& step) const {
    for (const Side side : kSides) {
      for (const board::PieceId id : {report.mover, report.target}) {
        const board::Piece& piece = state_.PieceOf(id);
        if (piece.side == side && !piece.on_board()) {
          step.add_lost(absl::StrCat(SideName(side), " ", TypeName(piece.type)));
        }
      }
    }
  }

  v1::ExampleStep& Add(absl::string_view ply, absl::string_view text) {
    v1::ExampleStep& step = *example_.add_steps();
    step.set_side(flagfall::ToProto(state_.side_to_move()));
    step.set_action(std::string(ply));
    step.set_text(std::string(text));
    return step;
  }

  // The squares of the pieces that the ply, which was made, threatens.
  board::Bitboard ThreatenedBy(Ply ply) const {
    const board::PieceId mover = state_.PieceAt(ply.to);
    if (mover == board::kNoPiece) return 0;
    return board::kNeighbours[ply.to] & state_.OccupiedBy(OpponentOf(state_.PieceOf(mover).side));
  }

  // What a ply that comes next does for a chase.
  std::string ChaseText(Ply ply) const {
    const std::string mover = NameAt(state_, ply.from);
    const Side side = state_.side_to_move();
    if (board::Contains(threatened_, ply.from)) {
      return absl::StrCat(SideTitle(side), "'s ", mover,
                          " goes away from the piece that threatens it: it evades (R4.3).");
    }
    const board::Bitboard next = board::kNeighbours[ply.to] & state_.OccupiedBy(OpponentOf(side));
    if (next == 0)
      return absl::StrCat(SideTitle(side), "'s ", mover, " makes a quiet ply: it comes next to no piece of ",
                          SideTitle(OpponentOf(side)), "'s.");
    std::vector<std::string> names;
    board::ForEach(next, [&](board::Square square) {
      names.push_back(absl::StrCat("the ", NameAt(state_, square), " on ", board::SquareName(square)));
    });
    return absl::StrCat(SideTitle(side), "'s ", mover, " comes to stand next to ", absl::StrJoin(names, " and "),
                        ": a threat (R4.2).");
  }

  BoardState state_;
  v1::RuleExample& example_;
  // Those that the last ply threatens.
  board::Bitboard threatened_ = 0;
};

std::string RefusalText(const BoardRules& rules, const BoardState& state, const Expectation& refused) {
  const Ply ply = PlyOf(refused.ply);
  const std::string mover = absl::StrCat("Refused: the ", NameAt(state, ply.from));
  if (refused.clause == "R3.2") {
    return absl::StrCat(mover, " would cross the same boundary in a ", OrdinalWord(rules.two_squares_max + 1),
                        " turn in a row.");
  }
  if (refused.clause == "R3.6") return absl::StrCat(mover, " has to rest for a turn, whichever way it would go.");
  if (refused.clause == "R4.6") {
    return absl::StrCat(mover, " would bring back a position that has stood since the ",
                        rules.chase_scope == board::ChaseScope::kRun ? "chase" : "game", " began.");
  }
  return absl::StrCat(mover,
                      " would stand next to a piece that has been threatened and has gone away in each of the last ",
                      NumberWord(rules.chase_turns_max), " turns.");
}

// The verdicts as steps: those that bar, and then the first ply that is legal, which is made.
void AddVerdicts(const BoardRules& rules, const BarDraft& draft, StepWriter& writer) {
  for (const Expectation& one : draft.expected) {
    if (!one.clause.empty()) writer.Refuse(one.ply, RefusalText(rules, writer.state(), one), one.clause);
  }
  for (const Expectation& one : draft.expected) {
    if (!one.clause.empty()) continue;
    writer.Make(one.ply, absl::StrCat("Allowed: ", draft.allowed));
    return;
  }
}

}  // namespace

std::optional<v1::RuleExample> Played(const BoardRules& rules, const BarDraft& draft) {
  v1::RuleExample example;
  example.set_id(draft.id);
  example.set_caption(draft.caption);
  example.set_view(v1::OBSERVER_ALL);
  StepWriter writer(rules, draft.red, draft.blue, example);
  for (std::size_t i = 0; i < draft.plies.size(); ++i) {
    const std::string& ply = draft.plies[i];
    if (!writer.state().IsLegal(PlyOf(ply))) return std::nullopt;
    writer.Make(ply, i < draft.texts.size() ? draft.texts[i] : "");
    example.add_plies(ply);
  }
  for (const Expectation& expected : draft.expected) {
    const Ply ply = PlyOf(expected.ply);
    const absl::string_view clause = ClauseOfBar(writer.state().BarOn(ply));
    if (clause != expected.clause || writer.state().IsLegal(ply) != clause.empty()) return std::nullopt;
    v1::RuleVerdict& verdict = *example.add_verdicts();
    verdict.set_ply(expected.ply);
    verdict.set_clause(std::string(clause));
  }
  AddVerdicts(rules, draft, writer);
  return example;
}

std::optional<v1::RuleExample> Played(const BoardRules& rules, const WalkDraft& draft) {
  for (const std::string* army : {&draft.red, &draft.blue}) {
    for (const board::Placement& piece : PiecesOf(*army)) {
      if (rules.army[static_cast<int>(piece.type)] == 0) return std::nullopt;
    }
  }
  v1::RuleExample example;
  example.set_id(draft.id);
  example.set_caption(draft.caption);
  example.set_view(draft.view);
  StepWriter writer(rules, draft.red, draft.blue, example);
  for (const WalkPly& one : draft.plies) {
    const absl::Status verdict = board::CheckPly(writer.state(), PlyOf(one.ply));
    if (ClauseOf(verdict) != one.clause || verdict.ok() != one.clause.empty()) return std::nullopt;
    if (verdict.ok()) {
      writer.Make(one.ply, one.text);
      example.add_plies(one.ply);
    } else {
      writer.Refuse(one.ply, one.text, one.clause);
    }
  }
  return example;
}

}  // namespace flagfall
