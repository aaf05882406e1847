// A file of games as texts: splits it into games, a bounded piece at a time.
#include <streambuf>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/base/utf8.h"
#include "arena/imports/game_file.h"
#include "referee/base/status_macros.h"
#include "referee/rules/game_text.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/record_text.h"

namespace flagfall::arena::imports {
namespace {

constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";

// Reads lines of which at most kGameTextBytesMax + 1 bytes are kept.
class LineReader {
 public:
  explicit LineReader(std::istream& in) : in_(*in.rdbuf()) {}

  // Whether there was one more line; without its newline.
  bool Next(std::string& line) {
    line.clear();
    using Traits = std::streambuf::traits_type;
    int letter = in_.sbumpc();
    if (letter == Traits::eof()) return false;
    for (; letter != Traits::eof() && letter != '\n'; letter = in_.sbumpc()) {
      if (line.size() <= kGameTextBytesMax) line += static_cast<char>(letter);
    }
    return true;
  }

 private:
  std::streambuf& in_;
};

// The line of the text, from 1, that is not UTF-8; 0 when there is none.
int LineThatIsNoUtf8(absl::string_view text) {
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (!IsUtf8(line)) return number;
  }
  return 0;
}

absl::StatusOr<v1::GameRecord> RecordOf(absl::string_view text, int first_line) {
  if (text.size() > kGameTextBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat("line ", first_line, ": the game has more than ", kGameTextBytesMax,
                                                   " bytes, the most there are"));
  }
  if (const int line = LineThatIsNoUtf8(text); line > 0) {
    return absl::InvalidArgumentError(absl::StrCat("line ", first_line + line - 1, ": the text is not UTF-8"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const ToldGame told, ToldByText(text, first_line));
  return ImportedRecordOf(told);
}

// Collects the lines of a game. A game ends where the heading or the ruleset of another one stands.
class GameSplitter {
 public:
  explicit GameSplitter(const OnGame& on_game) : on_game_(on_game) {}

  absl::Status Take(const std::string& line, int number) {
    const absl::string_view content = absl::StripAsciiWhitespace(absl::string_view(line).substr(0, line.find('#')));
    const bool is_ruleset = content == "ruleset" || absl::StartsWith(content, "ruleset ");
    const bool is_next = is_ruleset ? has_ruleset_ : content.empty() && has_content_ && IsHeading(line);
    if (is_next) FLAGFALL_RETURN_IF_ERROR(Finish());
    has_ruleset_ = has_ruleset_ || is_ruleset;
    has_content_ = has_content_ || !content.empty();
    if (text_.empty()) {
      if (absl::StripAsciiWhitespace(line).empty()) return absl::OkStatus();
      first_line_ = number;
    }
    // One byte more than there may be tells that there is too much.
    if (text_.size() <= kGameTextBytesMax) absl::StrAppend(&text_, line, "\n");
    return absl::OkStatus();
  }

  // Hands the game over, if there is one.
  absl::Status Finish() {
    const std::string text = std::exchange(text_, "");
    const bool is_game = std::exchange(has_content_, false);
    has_ruleset_ = false;
    return is_game ? on_game_(++games_, RecordOf(text, first_line_)) : absl::OkStatus();
  }

 private:
  static bool IsHeading(absl::string_view line) {
    return absl::StartsWith(line, "# Game ") || absl::StartsWith(line, "# Red: ") ||
           absl::StartsWith(line, "# Blue: ") || absl::StartsWith(line, "# Result: ");
  }

  const OnGame& on_game_;
  std::uint32_t games_ = 0;
  std::string text_;
  int first_line_ = 1;
  bool has_ruleset_ = false;
  // Whether there is anything but comments and empty lines.
  bool has_content_ = false;
};

}  // namespace

absl::Status ReadTextGames(std::istream& in, const OnGame& on_game) {
  LineReader lines(in);
  GameSplitter games(on_game);
  std::string line;
  for (int number = 1; lines.Next(line); ++number) {
    if (number == 1 && absl::StartsWith(line, kByteOrderMark)) line.erase(0, sizeof kByteOrderMark - 1);
    FLAGFALL_RETURN_IF_ERROR(games.Take(line, number));
  }
  return games.Finish();
}

}  // namespace flagfall::arena::imports
