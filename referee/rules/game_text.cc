#include "referee/rules/game_text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

std::string SetUpLine(Side side, std::vector<board::Placement> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.square < b.square; });
  std::string line = absl::StrCat("setup ", SideName(side));
  for (const board::Placement& piece : pieces) {
    absl::StrAppend(&line, " ", board::SquareName(piece.square), "=", std::string(1, TypeLetter(piece.type)));
  }
  return line + "\n";
}

void AddAction(const RecordedAction& recorded, BoardGameText& game) {
  if (recorded.action.has_ply()) {
    const v1::Ply& ply = recorded.action.ply();
    game.plies.push_back({.from = static_cast<board::Square>(ply.from()), .to = static_cast<board::Square>(ply.to())});
    return;
  }
  std::vector<board::Placement>& pieces = recorded.side == v1::SIDE_RED ? game.red : game.blue;
  for (const v1::Placement& placement : recorded.action.set_up().placements()) {
    pieces.push_back({.square = static_cast<board::Square>(placement.square()),
                      .type = static_cast<board::PieceType>(placement.type())});
  }
}

void Write(const BoardGameText& game, const v1::Ruleset&, std::string& text) {
  if (game.is_free) absl::StrAppend(&text, "free\n");
  if (game.first_to_move == Side::kBlue) absl::StrAppend(&text, "move blue\n");
  text += SetUpLine(Side::kRed, game.red);
  text += SetUpLine(Side::kBlue, game.blue);
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    absl::StrAppend(&text, i + 1, " ", board::PlyName(game.plies[i]), "\n");
  }
}

void Write(const ActionsText& game, const v1::Ruleset& ruleset, std::string& text) {
  const auto definition = FindRuleset(ruleset.id());
  FLAGFALL_CHECK(definition.ok());
  absl::StrAppend(&text, "seed ", absl::BytesToHexString(game.seed), "\n");
  for (const RecordedAction& action : game.actions) {
    absl::StrAppend(&text, SideName(action.side), " ", (*definition)->WriteAction(action.action), "\n");
  }
}

}  // namespace

std::string WriteGameText(const GameText& text) {
  std::string written = absl::StrCat("ruleset ", text.ruleset.id(), "\n");
  for (const v1::RulesetOption& option : text.ruleset.options()) {
    absl::StrAppend(&written, "option ", option.name(), " ", option.value(), "\n");
  }
  std::visit([&](const auto& game) { Write(game, text.ruleset, written); }, text.game);
  return written;
}

absl::StatusOr<GameText> GameTextOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<RecordedAction> actions, AcceptedActions(record));
  if (!IsBoardGame(record.ruleset().id())) {
    return GameText{.ruleset = record.ruleset(),
                    .game = ActionsText{.seed = record.seed(), .actions = std::move(actions)}};
  }
  BoardGameText game;
  for (const RecordedAction& action : actions) AddAction(action, game);
  if (game.red.empty() || game.blue.empty()) {
    return absl::FailedPreconditionError("the game ended before both set-ups were in; there is nothing to write");
  }
  return GameText{.ruleset = record.ruleset(), .game = std::move(game)};
}

absl::StatusOr<board::BoardState> StartOf(const v1::Ruleset& ruleset, const BoardGameText& game) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(ruleset));
  return board::BoardState::Free(rules, game.red, game.blue, game.first_to_move);
}

}  // namespace flagfall
