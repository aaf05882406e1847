#include "tests/new_ruleset/tiny_ruleset.h"

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/follow_view.h"
#include "tests/new_ruleset/tiny_game.h"

namespace flagfall::tiny {

TinyRuleset::TinyRuleset()
    : RulesetDefinition(
          {.id = "tiny",
           .title = "Tiny",
           .description = "Six squares by six, eight pieces a side.",
           .rules = "Each side sets up F S 2 2 3 9 M B on its two rows. Pieces go one square along file or row.",
           .options = {},
           .decisions = {{v1::DECISION_KIND_SET_UP, "the eight pieces on the two rows", "setup a1=F b1=B"},
                         {v1::DECISION_KIND_PLY, "a ply", "a2-a3"}}}) {}

std::unique_ptr<Game> TinyRuleset::NewGame(const v1::Ruleset& /*ruleset*/, absl::string_view /*seed*/) const {
  return std::make_unique<TinyGame>();
}

absl::Status TinyRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return FollowEvent(event, *view.mutable_board());
}

std::string TinyRuleset::WriteAction(const v1::Action& action) const { return ActionWords(action); }

absl::StatusOr<v1::Action> TinyRuleset::ReadAction(absl::string_view words) const {
  return flagfall::ReadAction(words);
}

std::string TinyRuleset::Draw(const v1::View& view, const DrawStyle& /*style*/) const {
  // From row 6 down, each square as side and letter, as in "r7".
  std::string rows[TinyGame::kSide];
  for (std::string& row : rows) {
    for (std::uint32_t file = 0; file < TinyGame::kSide; ++file) row += " . ";
    row += "\n";
  }
  for (const v1::PieceView& piece : view.board().pieces()) {
    const std::uint32_t file = piece.square() % 10;
    const std::uint32_t row = piece.square() / 10;
    if (piece.has_removal() || file >= TinyGame::kSide || row >= TinyGame::kSide) continue;
    const std::string drawn = (piece.owner() == v1::SIDE_RED ? "r" : "b") + TypeWord(piece.type()) + " ";
    rows[TinyGame::kSide - 1 - row].replace(3 * file, 3, drawn);
  }
  std::string board;
  for (const std::string& row : rows) board += row;
  return board;
}

}  // namespace flagfall::tiny
