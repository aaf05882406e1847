#include "referee/rules/game_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/record.h"

namespace flagfall {
namespace {

using Words = std::vector<absl::string_view>;

// Reads a text statement by statement.
class Reader {
 public:
  absl::StatusOr<GameText> Read(absl::string_view text) {
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      ++line_;
      const Words words = absl::StrSplit(line.substr(0, line.find('#')), absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
      if (words.empty()) continue;
      if (absl::Status status = Statement(words); !status.ok()) return At(line_, status);
    }
    if (game_.ruleset.id().empty()) return At(line_, Expected("", "a line `ruleset ID`"));
    for (const Side side : kSides) FLAGFALL_RETURN_IF_ERROR(CheckPieces(side));
    if (!game_.is_free && game_.first_to_move == Side::kBlue) {
      return absl::InvalidArgumentError("`move blue` without `free`; expected both, or neither: Red begins (R1.5)");
    }
    return std::move(game_);
  }

 private:
  static absl::Status At(int line, const absl::Status& status) {
    return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", status.message()));
  }

  absl::Status Statement(const Words& words) {
    if (game_.ruleset.id().empty() && words[0] != "ruleset") return Expected(words[0], "`ruleset ID` before all else");
    if (words[0] == "ruleset") return Ruleset(words);
    if (words[0] == "option") return Option(words);
    if (words[0] == "setup") return SetUp(words);
    if (words[0] == "move") return Move(words);
    if (words[0] != "free") return Ply(words);
    game_.is_free = true;
    return words.size() == 1 ? absl::OkStatus() : Expected(words[1], "nothing after `free`");
  }

  // The ruleset with its options is checked as soon as it changes, so that the error names the line.
  absl::Status CheckRules() {
    FLAGFALL_ASSIGN_OR_RETURN(rules_, BoardRulesOf(game_.ruleset));
    return absl::OkStatus();
  }

  absl::Status Ruleset(const Words& words) {
    if (words.size() != 2) return Expected("ruleset", "`ruleset ID`, as in `ruleset classic`");
    if (!game_.ruleset.id().empty()) return Expected("ruleset", "one ruleset only");
    game_.ruleset.set_id(std::string(words[1]));
    return CheckRules();
  }

  absl::Status Option(const Words& words) {
    if (words.size() != 3) return Expected("option", "`option NAME VALUE`, as in `option two_squares 3`");
    v1::RulesetOption* option = game_.ruleset.add_options();
    option->set_name(std::string(words[1]));
    option->set_value(std::string(words[2]));
    return CheckRules();
  }

  absl::Status SetUp(const Words& words) {
    const auto side = words.size() < 2 ? std::nullopt : SideOfName(words[1]);
    if (!side.has_value()) return Expected("setup", "`setup red` or `setup blue` and pieces");
    std::vector<board::Placement>& pieces = *side == Side::kRed ? game_.red : game_.blue;
    set_up_lines_[IndexOf(*side)] = line_;
    for (std::size_t i = 2; i < words.size(); ++i) {
      FLAGFALL_ASSIGN_OR_RETURN(const board::Placement piece, ReadPlacement(words[i]));
      if (!board::Contains(board::kLand & ~taken_, piece.square)) return Expected(words[i], "a free square of land");
      taken_ |= board::BitOf(piece.square);
      pieces.push_back(piece);
    }
    return absl::OkStatus();
  }

  absl::Status Move(const Words& words) {
    const auto side = words.size() != 2 ? std::nullopt : SideOfName(words[1]);
    if (!side.has_value()) return Expected("move", "`move red` or `move blue`");
    game_.first_to_move = *side;
    return absl::OkStatus();
  }

  absl::Status Ply(const Words& words) {
    std::size_t number = 0;
    if (!absl::SimpleAtoi(words[0], &number)) {
      return Expected(words[0], "ruleset, option, setup, free, move, or a numbered ply as in `1 a4-a5`");
    }
    if (number != game_.plies.size() + 1) return Expected(words[0], absl::StrCat("ply ", game_.plies.size() + 1));
    const auto ply = words.size() != 2 ? std::nullopt : board::ParsePly(words[1]);
    if (!ply.has_value()) {
      return Expected(words.size() < 2 ? "" : words.back(), "two squares with a `-` between, as in `1 a4-a5`");
    }
    game_.plies.push_back(*ply);
    return absl::OkStatus();
  }

  absl::Status CheckPieces(Side side) {
    if (game_.is_free) return absl::OkStatus();
    const absl::Status status = board::CheckSetUp(rules_, side, side == Side::kRed ? game_.red : game_.blue);
    if (status.ok()) return absl::OkStatus();
    const int line = set_up_lines_[IndexOf(side)];
    if (line > 0) return At(line, status);
    return absl::InvalidArgumentError(absl::StrCat("no `setup ", SideName(side), "`; expected one, or `free`"));
  }

  int line_ = 0;
  int set_up_lines_[2] = {0, 0};
  board::Bitboard taken_ = 0;
  board::BoardRules rules_;
  GameText game_;
};

std::string SetUpLine(Side side, std::vector<board::Placement> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.square < b.square; });
  std::string line = absl::StrCat("setup ", SideName(side));
  for (const board::Placement& piece : pieces) {
    absl::StrAppend(&line, " ", board::SquareName(piece.square), "=", std::string(1, TypeLetter(piece.type)));
  }
  return line + "\n";
}

void AddAction(const RecordedAction& recorded, GameText& game) {
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

}  // namespace

absl::StatusOr<board::BoardState> GameText::Start() const {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(ruleset));
  return board::BoardState::Free(rules, red, blue, first_to_move);
}

absl::StatusOr<GameText> ParseGameText(absl::string_view text) {
  if (text.size() > kGameTextBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text has ", text.size(), " bytes; expected at most ", kGameTextBytesMax));
  }
  return Reader().Read(text);
}

std::string WriteGameText(const GameText& game) {
  std::string text = absl::StrCat("ruleset ", game.ruleset.id(), "\n");
  for (const v1::RulesetOption& option : game.ruleset.options()) {
    absl::StrAppend(&text, "option ", option.name(), " ", option.value(), "\n");
  }
  if (game.is_free) absl::StrAppend(&text, "free\n");
  if (game.first_to_move == Side::kBlue) absl::StrAppend(&text, "move blue\n");
  text += SetUpLine(Side::kRed, game.red);
  text += SetUpLine(Side::kBlue, game.blue);
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    absl::StrAppend(&text, i + 1, " ", board::PlyName(game.plies[i]), "\n");
  }
  return text;
}

absl::StatusOr<GameText> GameTextOf(const v1::GameRecord& record) {
  FLAGFALL_RETURN_IF_ERROR(BoardRulesOf(record.ruleset()).status());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  GameText game;
  game.ruleset = record.ruleset();
  for (const RecordedAction& action : actions) AddAction(action, game);
  if (game.red.empty() || game.blue.empty()) {
    return absl::FailedPreconditionError("the game ended before both set-ups were in; there is nothing to write");
  }
  return game;
}

}  // namespace flagfall
