#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game_text.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr std::size_t kSeedBytes = 32;

using Words = std::vector<absl::string_view>;

// A line of a text.
struct Line {
  ActionLine place;
  // Without its comment.
  absl::string_view text;
  // At least one.
  Words words;
};

// Reads what follows the ruleset and its options in the text of a board game.
class BoardGameReader {
 public:
  // The ruleset with all of its options has been read.
  absl::Status Take(const v1::Ruleset& ruleset) {
    FLAGFALL_ASSIGN_OR_RETURN(rules_, BoardRulesOf(ruleset));
    return absl::OkStatus();
  }

  absl::Status Read(const Line& line) {
    const Words& words = line.words;
    if (words[0] == "setup") return SetUp(line);
    if (words[0] == "move") return Move(words);
    if (words[0] != "free") return Ply(line);
    game_.is_free = true;
    return words.size() == 1 ? absl::OkStatus() : Expected(words[1], "nothing after `free`");
  }

  // All has been read.
  absl::StatusOr<BoardGameText> Finish() {
    for (const Side side : kSides) FLAGFALL_RETURN_IF_ERROR(CheckPieces(side));
    if (!game_.is_free && game_.first_to_move == Side::kBlue) {
      return absl::InvalidArgumentError("`move blue` without `free`; expected both, or neither: Red begins (R1.5)");
    }
    return std::move(game_);
  }
  // As GameText has them.
  std::vector<ActionLine>& lines() { return lines_; }

 private:
  absl::Status SetUp(const Line& line) {
    const Words& words = line.words;
    const auto side = words.size() < 2 ? std::nullopt : SideOfName(words[1]);
    if (!side.has_value()) return Expected("setup", "`setup red` or `setup blue` and pieces");
    std::vector<board::Placement>& pieces = *side == Side::kRed ? game_.red : game_.blue;
    lines_[IndexOf(*side)] = line.place;
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

  absl::Status Ply(const Line& line) {
    const Words& words = line.words;
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
    lines_.push_back(line.place);
    return absl::OkStatus();
  }

  absl::Status CheckPieces(Side side) {
    if (game_.is_free) return absl::OkStatus();
    const absl::Status status = board::CheckSetUp(rules_, side, side == Side::kRed ? game_.red : game_.blue);
    if (status.ok()) return absl::OkStatus();
    const int line = lines_[IndexOf(side)].number;
    if (line > 0) return AtLine(line, status);
    return absl::InvalidArgumentError(absl::StrCat("no `setup ", SideName(side), "`; expected one, or `free`"));
  }

  std::vector<ActionLine> lines_ = std::vector<ActionLine>(2);
  board::Bitboard taken_ = 0;
  board::BoardRules rules_;
  BoardGameText game_;
};

// Reads what follows the ruleset and its options in the text of any other game.
class ActionsReader {
 public:
  explicit ActionsReader(const RulesetDefinition& definition) : definition_(definition) {}

  // Whether an option may still come.
  absl::Status CheckMayHaveOption() const {
    return game_.actions.empty() ? absl::OkStatus() : Expected("option", "`red` or `blue` and an action");
  }

  // The ruleset with all of its options has been read.
  absl::Status Take(const v1::Ruleset& ruleset) const { return CompleteRuleset(definition_.info(), ruleset).status(); }

  absl::Status Read(const Line& line) {
    const absl::string_view word = line.words[0];
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(line.text.substr(word.size()));
    if (const auto side = SideOfName(word); side.has_value()) return Action(ToProto(*side), rest, line.place);
    if (!game_.actions.empty()) return Expected(word, "`red` or `blue` and an action");
    if (word != "seed") return Expected(word, "ruleset, option, seed, or `red` or `blue` and an action");
    return Seed(rest);
  }

  // All has been read.
  absl::StatusOr<ActionsText> Finish() { return std::move(game_); }
  // As GameText has them.
  std::vector<ActionLine>& lines() { return lines_; }

 private:
  absl::Status Seed(absl::string_view digits) {
    bool is_hex = digits.size() == 2 * kSeedBytes;
    for (const char digit : digits) is_hex = is_hex && absl::ascii_isxdigit(digit);
    if (!is_hex) return Expected(digits, "`seed` and 64 hexadecimal digits");
    game_.seed = absl::HexStringToBytes(digits);
    return absl::OkStatus();
  }

  absl::Status Action(v1::Side side, absl::string_view words, const ActionLine& place) {
    RecordedAction action;
    action.side = side;
    FLAGFALL_ASSIGN_OR_RETURN(action.action, definition_.ReadAction(words));
    game_.actions.push_back(std::move(action));
    lines_.push_back(place);
    return absl::OkStatus();
  }

  const RulesetDefinition& definition_;
  ActionsText game_{.seed = std::string(kSeedBytes, '\0'), .actions = {}};
  std::vector<ActionLine> lines_;
};

// Reads a text line by line: the ruleset and its options itself, and all else by the reader for that ruleset.
class Reader {
 public:
  absl::StatusOr<GameText> Read(absl::string_view text, int first_line) {
    int number = first_line - 1;
    for (const absl::string_view whole : absl::StrSplit(text, '\n')) {
      ++number;
      const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(whole, absl::MaxSplits('#', 1));
      Line line{.place = {.number = number, .comment = std::string(absl::StripAsciiWhitespace(parts.second))},
                .text = absl::StripAsciiWhitespace(parts.first),
                .words = {}};
      if (line.text.empty()) continue;
      line.words = absl::StrSplit(line.text, absl::ByAnyChar(" \t\r\v\f"), absl::SkipEmpty());
      if (const absl::Status status = Read(line); !status.ok()) return AtLine(number, status);
    }
    if (definition_ != nullptr) {
      if (const absl::Status status = TakeOptions(); !status.ok()) return AtLine(number, status);
    }
    if (board_game_.has_value()) return Finish(*board_game_);
    if (actions_.has_value()) return Finish(*actions_);
    return AtLine(number, Expected("", "a line `ruleset ID`"));
  }

 private:
  template <typename ContentReader>
  absl::StatusOr<GameText> Finish(ContentReader& reader) {
    FLAGFALL_ASSIGN_OR_RETURN(auto game, reader.Finish());
    return GameText{.ruleset = std::move(ruleset_), .game = std::move(game), .lines = std::move(reader.lines())};
  }

  absl::Status Read(const Line& line) {
    const absl::string_view word = line.words[0];
    if (ruleset_.id().empty() && word != "ruleset") return Expected(word, "`ruleset ID` before all else");
    if (word == "ruleset") return Ruleset(line.words);
    if (word == "option") return Option(line.words);
    FLAGFALL_RETURN_IF_ERROR(TakeOptions());
    return board_game_.has_value() ? board_game_->Read(line) : actions_->Read(line);
  }

  absl::Status Ruleset(const Words& words) {
    if (words.size() != 2) return Expected("ruleset", "`ruleset ID`, as in `ruleset classic`");
    if (!ruleset_.id().empty()) return Expected("ruleset", "one ruleset only");
    FLAGFALL_ASSIGN_OR_RETURN(definition_, FindRuleset(words[1]));
    ruleset_.set_id(std::string(words[1]));
    if (IsBoardGame(ruleset_.id())) {
      board_game_.emplace();
    } else {
      actions_.emplace(*definition_);
    }
    return absl::OkStatus();
  }

  absl::Status Option(const Words& words) {
    if (words.size() != 3) return Expected("option", "`option NAME VALUE`, as in `option two_squares 3`");
    v1::RulesetOption* option = ruleset_.add_options();
    option->set_name(std::string(words[1]));
    option->set_value(std::string(words[2]));
    are_options_taken_ = false;
    if (actions_.has_value()) FLAGFALL_RETURN_IF_ERROR(actions_->CheckMayHaveOption());
    // Each is checked as soon as it is added, so that the error names its line.
    return CheckEachOption(definition_->info(), ruleset_);
  }

  // Whether options go together is known when all have been read.
  absl::Status TakeOptions() {
    if (are_options_taken_) return absl::OkStatus();
    are_options_taken_ = true;
    return board_game_.has_value() ? board_game_->Take(ruleset_) : actions_->Take(ruleset_);
  }

  v1::Ruleset ruleset_;
  // Null until the ruleset is known.
  const RulesetDefinition* definition_ = nullptr;
  bool are_options_taken_ = false;
  // One of the two once the ruleset is known.
  std::optional<BoardGameReader> board_game_;
  std::optional<ActionsReader> actions_;
};

}  // namespace

absl::StatusOr<GameText> ParseGameText(absl::string_view text, int first_line) {
  if (text.size() > kGameTextBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text has ", text.size(), " bytes; expected at most ", kGameTextBytesMax));
  }
  return Reader().Read(text, first_line);
}

}  // namespace flagfall
