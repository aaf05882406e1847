#include "referee/rules/archive_xml.h"

#include <cstring>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/game_text.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

// By the value of board::PieceType: Spy, Scout, … Marshal, Bomb, Flag.
constexpr char kRedLetters[] = "ACDEFGHIJKLBM";
constexpr char kBlueLetters[] = "AOPQRSTUVWXNY";
constexpr char kFileLetters[] = "ABCDEFGHIK";

// The archive's types of results, and how a game ended that has one.
constexpr std::pair<const char*, v1::Reason> kResultTypes[] = {
    {"0", v1::REASON_NO_LEGAL_PLY}, {"1", v1::REASON_FLAG_CAPTURED}, {"2", v1::REASON_BOTH_IMMOBILE},
    {"3", v1::REASON_RESIGNED},     {"4", v1::REASON_DRAW_AGREED},   {"11", v1::REASON_OUT_OF_TIME},
    {"14", v1::REASON_DISCONNECTED}};

// The reason that the archive has for this one.
v1::Reason NearestReason(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_ADJUDICATED_MAX_PLIES:
    case v1::REASON_ADJUDICATED_NO_CAPTURE:
      return v1::REASON_DRAW_AGREED;
    case v1::REASON_FORFEIT_NO_SHOW:
      return v1::REASON_DISCONNECTED;
    default:
      return reason;
  }
}

absl::string_view TypeOf(v1::Reason reason) {
  for (const auto& [type, its_reason] : kResultTypes) {
    if (NearestReason(reason) == its_reason) return type;
  }
  // Whatever else a bot loses by, as an illegal action.
  return TypeOf(v1::REASON_RESIGNED);
}

int WinnerOf(v1::Result result) {
  constexpr int kRed = 1, kBlue = 2, kNobody = 3;
  if (result == v1::RESULT_DRAW) return kNobody;
  return result == v1::RESULT_RED_WINS ? kRed : kBlue;
}

std::string FieldOf(const BoardGameText& game) {
  std::string field(board::kSquares, 'A');
  for (board::Square square = 0; square < board::kSquares; ++square) {
    if (board::IsLake(square)) field[square] = '_';
  }
  for (const board::Placement& placement : game.red) {
    field[placement.square] = kRedLetters[static_cast<int>(placement.type)];
  }
  for (const board::Placement& placement : game.blue) {
    field[placement.square] = kBlueLetters[static_cast<int>(placement.type)];
  }
  return field;
}

std::string SquareText(board::Square square) {
  return absl::StrCat(std::string(1, kFileLetters[board::FileOf(square)]), board::RowOf(square) + 1);
}

// XML 1.0 knows no control characters, escaped or not.
std::string Escaped(const std::string& text) {
  std::string printable;
  for (const char letter : text) {
    if (static_cast<unsigned char>(letter) >= ' ') printable += letter;
  }
  return absl::StrReplaceAll(printable,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&apos;"}});
}

// The archive's name of the ruleset, and back.
constexpr std::pair<const char*, const char*> kTypes[] = {
    {"classic", "classic"}, {"battle", "battle"}, {"barrage", "barrage"}, {"duell", "duel"}};

std::string TypeNameOf(const std::string& ruleset) {
  for (const auto& [type, id] : kTypes) {
    if (ruleset == id) return type;
  }
  return ruleset;
}

std::optional<v1::Reason> ReasonOf(absl::string_view type) {
  for (const auto& [its_type, reason] : kResultTypes) {
    if (type == its_type) return reason;
  }
  return std::nullopt;
}

absl::Status AtPart(int line, absl::string_view part, const absl::Status& status) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", part, " ", status.message()));
}

absl::StatusOr<board::Square> ReadArchiveSquare(const std::string& text) {
  const char* const file = text.empty() ? nullptr : std::strchr(kFileLetters, text[0]);
  int row = 0;
  if (file == nullptr || *file == '\0' || text.size() > 3 || !absl::SimpleAtoi(text.substr(1), &row) || row < 1 ||
      row > 10) {
    return Expected(text, "a square from A1 to K10; there is no J");
  }
  return static_cast<board::Square>(10 * (row - 1) + (file - kFileLetters));
}

// The pieces of the field, Red's and Blue's.
absl::StatusOr<std::array<std::vector<board::Placement>, 2>> ReadArchiveField(const std::string& field) {
  if (field.size() != board::kSquares) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", field.size(), " letters; expected ", board::kSquares, ", one for each square"));
  }
  std::array<std::vector<board::Placement>, 2> sides;
  for (board::Square square = 0; square < board::kSquares; ++square) {
    const char letter = field[square];
    if (letter == (board::IsLake(square) ? '_' : 'A')) continue;
    bool is_piece = false;
    for (const Side side : kSides) {
      const char* const letters = side == Side::kRed ? kRedLetters : kBlueLetters;
      // The first letter stands for no piece.
      const char* const found = letter == '\0' ? nullptr : std::strchr(letters + 1, letter);
      if (found == nullptr || board::IsLake(square)) continue;
      is_piece = true;
      sides[IndexOf(side)].push_back({.square = square, .type = static_cast<board::PieceType>(found - letters)});
    }
    if (is_piece) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "has `", field.substr(square, 1), "` at ", SquareText(square), "; expected ",
        board::IsLake(square) ? "`_`, a lake" : "`A` for an empty square, B to M for Red or N to Y for Blue"));
  }
  return sides;
}

absl::StatusOr<v1::Outcome> ReadArchiveResult(const ArchiveGame& game) {
  v1::Outcome outcome;
  const std::optional<v1::Reason> reason = ReasonOf(game.result_type);
  if (!reason.has_value()) return Expected(game.result_type, "a type that is 0, 1, 2, 3, 4, 11 or 14");
  outcome.set_reason(*reason);
  if (game.winner != "1" && game.winner != "2" && game.winner != "3") {
    return Expected(game.winner, "a winner that is 1 (red), 2 (blue) or 3 (nobody)");
  }
  outcome.set_result(game.winner == "1"   ? v1::RESULT_RED_WINS
                     : game.winner == "2" ? v1::RESULT_BLUE_WINS
                                          : v1::RESULT_DRAW);
  return outcome;
}

absl::StatusOr<v1::Ruleset> ReadArchiveType(const std::string& type) {
  v1::Ruleset ruleset;
  for (const auto& [name, id] : kTypes) {
    if (type == name) ruleset.set_id(id);
  }
  if (!ruleset.id().empty()) return ruleset;
  return Expected(type, "classic, battle, barrage or duell: the other games of the archive cannot be played here");
}

v1::RulesetOption OptionWith(const std::string& name, const std::string& value) {
  v1::RulesetOption option;
  option.set_name(name);
  option.set_value(value);
  return option;
}

}  // namespace

absl::StatusOr<ToldGame> ToldByArchive(const ArchiveGame& game) {
  ToldGame told;
  told.format = "xml";
  told.seed = std::string(32, '\0');
  told.otherwise = {OptionWith("chase", "off"), OptionWith("two_squares", "0")};
  absl::StatusOr<v1::Ruleset> ruleset = ReadArchiveType(game.type);
  if (!ruleset.ok()) return AtPart(game.line, "the game's type is", ruleset.status());
  told.ruleset = *std::move(ruleset);
  told.red.set_name(game.players[0].empty() ? "unknown" : game.players[0]);
  told.blue.set_name(game.players[1].empty() ? "unknown" : game.players[1]);
  if (game.field_line == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("line ", game.line, ": the game has no field: it ended before both set-ups were in"));
  }
  const auto field = ReadArchiveField(game.field);
  if (!field.ok()) return AtPart(game.field_line, "the field", field.status());
  for (const Side side : kSides) {
    told.actions.push_back({.side = ToProto(side),
                            .action = SetUpAction((*field)[IndexOf(side)]),
                            .comment = {},
                            .line = game.field_line});
  }
  v1::Side side = v1::SIDE_RED;
  for (const ArchiveGame::Move& move : game.moves) {
    const auto source = ReadArchiveSquare(move.source);
    if (!source.ok()) return AtPart(move.line, "the move's source is", source.status());
    const auto target = ReadArchiveSquare(move.target);
    if (!target.ok()) return AtPart(move.line, "the move's target is", target.status());
    told.actions.push_back(
        {.side = side, .action = PlyAction({.from = *source, .to = *target}), .comment = {}, .line = move.line});
    side = OpponentOf(side);
  }
  told.outcome_line = game.result_line;
  if (game.result_line == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("line ", game.line, ": the game has no result; expected `<result type=\"1\" winner=\"1\"/>`"));
  }
  absl::StatusOr<v1::Outcome> outcome = ReadArchiveResult(game);
  if (!outcome.ok()) return AtPart(game.result_line, "the result has", outcome.status());
  told.outcome = *std::move(outcome);
  return told;
}

absl::StatusOr<std::string> ArchiveXmlOf(const v1::GameRecord& record) {
  const std::string& ruleset = record.ruleset().id();
  if (!IsBoardGame(ruleset)) {
    return absl::FailedPreconditionError(
        absl::StrCat("the archive's XML holds board games only, and not ", ruleset, "; text and json hold every game"));
  }
  for (const v1::RulesetOption& option : record.ruleset().options()) {
    if (option.name() != "army" && option.name() != "zone_rows") continue;
    return absl::FailedPreconditionError(
        absl::StrCat("the archive's XML holds the armies and zones of its own rulesets only, and not ", option.name(),
                     " = ", option.value(), " (R1.6); text and json hold every game"));
  }
  if (record.outcome().result() == v1::RESULT_VOID) {
    return absl::FailedPreconditionError("the archive's XML holds no void games; text and json do");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const GameText text, GameTextOf(record));
  const auto& game = std::get<BoardGameText>(text.game);
  std::string xml = absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"",
                                 TypeNameOf(ruleset), "\">\n  <field content=\"", FieldOf(game), "\"/>\n");
  int id = 0;
  for (const board::Ply& ply : game.plies) {
    absl::StrAppend(&xml, "  <move id=\"", ++id, "\" source=\"", SquareText(ply.from), "\" target=\"",
                    SquareText(ply.to), "\"/>\n");
  }
  absl::StrAppend(&xml, "  <player id=\"1\">", Escaped(record.red().name()), "</player>\n  <player id=\"2\">",
                  Escaped(record.blue().name()), "</player>\n  <result type=\"", TypeOf(record.outcome().reason()),
                  "\" winner=\"", WinnerOf(record.outcome().result()), "\"/>\n </game>\n</stratego>\n");
  return xml;
}

}  // namespace flagfall
