#include "referee/rules/archive_xml.h"

#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/game_text.h"

namespace flagfall {
namespace {

// By the value of board::PieceType: Spy, Scout, … Marshal, Bomb, Flag.
constexpr char kRedLetters[] = "ACDEFGHIJKLBM";
constexpr char kBlueLetters[] = "AOPQRSTUVWXNY";
constexpr char kFileLetters[] = "ABCDEFGHIK";

enum ResultType {
  kCannotMove = 0,
  kFlagCaptured = 1,
  kNeitherCanMove = 2,
  kResigned = 3,
  kDrawAgreed = 4,
  kOutOfTime = 11,
  kMissing = 14,
};

ResultType TypeOf(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_NO_LEGAL_PLY:
      return kCannotMove;
    case v1::REASON_FLAG_CAPTURED:
      return kFlagCaptured;
    case v1::REASON_BOTH_IMMOBILE:
      return kNeitherCanMove;
    case v1::REASON_DRAW_AGREED:
    case v1::REASON_ADJUDICATED_MAX_PLIES:
    case v1::REASON_ADJUDICATED_NO_CAPTURE:
      return kDrawAgreed;
    case v1::REASON_OUT_OF_TIME:
      return kOutOfTime;
    case v1::REASON_DISCONNECTED:
    case v1::REASON_FORFEIT_NO_SHOW:
      return kMissing;
    default:
      return kResigned;
  }
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

}  // namespace

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
  std::string xml =
      absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"",
                   ruleset == "duel" ? "duell" : ruleset, "\">\n  <field content=\"", FieldOf(game), "\"/>\n");
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
