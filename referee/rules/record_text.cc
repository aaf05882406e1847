#include "referee/rules/record_text.h"

#include <google/protobuf/util/time_util.h>

#include <deque>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/game_text.h"
#include "referee/rules/outcome_words.h"
#include "referee/rules/record.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

// The number of bytes at the beginning of the text that a terminal might obey: a control character, or one that turns
// the direction of writing or ends a line; 0 when it begins with anything else. The text is UTF-8.
std::size_t HarmfulBytes(absl::string_view text) {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  // U+0080 to U+009F.
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;
  // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
  const bool is_mark = byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE));
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return byte(0) == 0xE2 && (is_mark || is_isolate) ? 3 : 0;
}

// Others' words on one line.
std::string OneLine(absl::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t harmful = HarmfulBytes(text);
    line += harmful > 0 ? ' ' : text[0];
    text.remove_prefix(harmful > 0 ? harmful : 1);
  }
  return std::string(absl::StripAsciiWhitespace(line));
}

std::string DateOf(const v1::GameRecord& record) {
  using google::protobuf::util::TimeUtil;
  const google::protobuf::Timestamp& time = record.start_time();
  const bool is_time = record.has_start_time() && time.seconds() >= TimeUtil::kTimestampMinSeconds &&
                       time.seconds() <= TimeUtil::kTimestampMaxSeconds;
  if (!is_time) return "";
  google::protobuf::Timestamp second;
  second.set_seconds(time.seconds());
  return absl::StrCat(", ", TimeUtil::ToString(second));
}

// Name and version. Where there is a version, it follows the first blank, so that the name can have none.
std::string PlayerWords(const v1::Player& player) {
  const std::string name = OneLine(player.name());
  const std::string version = OneLine(player.version());
  return absl::StrCat(version.empty() ? name : absl::StrReplaceAll(name, {{" ", "_"}}), " ", version);
}

std::string WrittenHeading(const v1::GameRecord& record) {
  const v1::Outcome& outcome = record.outcome();
  const std::string detail = OneLine(outcome.detail());
  return absl::StrCat("# Game ", OneLine(record.game_id()), DateOf(record), "\n# Red: ", PlayerWords(record.red()),
                      "\n# Blue: ", PlayerWords(record.blue()), "\n# Result: ", OutcomeWords(outcome),
                      detail.empty() ? "" : "; ", detail, "\n");
}

// Whether the line of a game text is that of an action: everything but the ruleset, its options and the seed.
bool IsAction(absl::string_view line) {
  return !absl::StartsWith(line, "ruleset ") && !absl::StartsWith(line, "option ") && !absl::StartsWith(line, "seed ");
}

// The comments of the actions in the order in which the game's text writes these: a board game's has Red's set-up
// before Blue's, whichever came first.
std::deque<std::string> CommentsInOrder(const std::vector<RecordedAction>& actions, bool is_on_board) {
  std::deque<std::string> comments;
  for (const RecordedAction& action : actions) {
    const std::string said = OneLine(action.comment);
    std::string text = said.empty() ? "" : absl::StrCat(" # ", SideName(action.side), ": ", said);
    if (is_on_board && action.action.has_set_up() && action.side == v1::SIDE_RED) {
      comments.push_front(std::move(text));
    } else {
      comments.push_back(std::move(text));
    }
  }
  return comments;
}

}  // namespace

absl::StatusOr<std::string> TextOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const GameText game, GameTextOf(record));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  std::deque<std::string> comments = CommentsInOrder(actions, std::holds_alternative<BoardGameText>(game.game));
  std::string text = WrittenHeading(record);
  const std::string written = WriteGameText(game);
  for (const absl::string_view line : absl::StrSplit(written, '\n', absl::SkipEmpty())) {
    absl::StrAppend(&text, line);
    if (IsAction(line) && !comments.empty()) {
      text += comments.front();
      comments.pop_front();
    }
    text += "\n";
  }
  return text;
}

}  // namespace flagfall
