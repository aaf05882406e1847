#ifndef ARENA_CLI_CONSOLE_H_
#define ARENA_CLI_CONSOLE_H_

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "google/protobuf/timestamp.pb.h"

namespace flagfall::arena::cli {

// Where a command prints.
struct Console {
  std::ostream& out;
  std::ostream& err;
  // Whether standard output is a terminal, and how wide it is.
  bool is_terminal = false;
  int width = 100;
  // --json: one JSON object a line instead of text for people.
  bool json = false;
};

// The console of this process.
Console ProcessConsole();

// Text that others have written, harmless for a terminal: control characters (newlines too, but for `keep_newlines`),
// characters that turn the direction of writing, and what is not UTF-8 come out as \x1b and the like.
std::string Printable(absl::string_view text, bool keep_newlines = false);

// Columns of printable text on a terminal, as far as one character is one column.
std::size_t WidthOf(absl::string_view printable);

// "2026-01-31 12:34:56" in UTC; "-" for what is no time, since a server may say anything.
std::string TimeText(const google::protobuf::Timestamp& time);

// "+12.3", "-0.5".
std::string EloChangeText(double change);

// One message as one line of JSON, with all its numbers, zeros too.
void PrintJson(const google::protobuf::Message& message, std::ostream& out);

// What a command did: the message with --json, else the text.
void Print(const Console& console, const google::protobuf::Message& message, absl::string_view text);

// Rows of cells in aligned columns, each row a line; the first row is the heading. A column whose cells below the
// heading are all numbers is aligned to the right. Cells are printed as Printable.
std::string FormatTable(const std::vector<std::vector<std::string>>& rows);

// A list: with --json its messages, one a line, each as soon as it is added; else a table, printed when it is complete.
class Listing {
 public:
  Listing(const Console& console, std::vector<std::string> heading) : console_(console), rows_{std::move(heading)} {}

  void Add(const google::protobuf::Message& message, std::vector<std::string> row);
  // `if_empty` says so where nothing was added.
  void Print(absl::string_view if_empty) const;

 private:
  const Console& console_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_CONSOLE_H_
