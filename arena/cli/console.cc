#include "arena/cli/console.h"

#include <google/protobuf/util/time_util.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "arena/base/json.h"
#include "arena/base/utf8.h"

namespace flagfall::arena::cli {
namespace {

constexpr int kWidthMin = 60;

bool IsHarmless(std::uint32_t code) { return code >= 0x20 && !(code >= 0x7F && code < 0xA0) && !IsHiddenMark(code); }

bool IsNumber(absl::string_view cell) {
  double ignored = 0;
  // A question mark behind a number is a mark, as of a provisional rating.
  cell = absl::StripSuffix(cell, "?");
  return cell.empty() || cell == "-" || absl::SimpleAtod(cell, &ignored);
}

}  // namespace

Console ProcessConsole() {
  Console console{.out = std::cout, .err = std::cerr};
  console.is_terminal = ::isatty(STDOUT_FILENO) == 1;
  winsize size{};
  if (console.is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    console.width = std::max<int>(size.ws_col, kWidthMin);
  }
  return console;
}

std::string Printable(absl::string_view text, bool keep_newlines) {
  std::string printable;
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    const absl::string_view bytes = text.substr(0, character.length);
    text.remove_prefix(character.length);
    if ((character.is_valid && IsHarmless(character.code)) || (keep_newlines && bytes == "\n")) {
      absl::StrAppend(&printable, bytes);
      continue;
    }
    for (const char byte : bytes) absl::StrAppendFormat(&printable, "\\x%02x", static_cast<std::uint8_t>(byte));
  }
  return printable;
}

std::size_t WidthOf(absl::string_view printable) {
  return static_cast<std::size_t>(
      std::count_if(printable.begin(), printable.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  if (!IsTime(time)) return "-";
  const std::string text = google::protobuf::util::TimeUtil::ToString(time);
  return text.substr(0, 10) + " " + text.substr(11, 8);
}

std::string EloChangeText(double change) { return absl::StrFormat("%+.1f", change); }

void PrintJson(const google::protobuf::Message& message, std::ostream& out) {
  out << ToJson(message, JsonLayout::kWhole) << "\n";
}

void Print(const Console& console, const google::protobuf::Message& message, absl::string_view text) {
  if (console.json) {
    PrintJson(message, console.out);
  } else {
    console.out << text;
  }
}

std::string FormatTable(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> cells = rows;
  std::vector<std::size_t> widths;
  std::vector<bool> is_number;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    widths.resize(std::max(widths.size(), cells[row].size()), 0);
    is_number.resize(widths.size(), true);
    for (std::size_t column = 0; column < cells[row].size(); ++column) {
      std::string& cell = cells[row][column];
      cell = Printable(cell);
      widths[column] = std::max(widths[column], WidthOf(cell));
      if (row > 0 && !IsNumber(cell)) is_number[column] = false;
    }
  }
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string space(widths[column] - WidthOf(row[column]), ' ');
      absl::StrAppend(&line, column == 0 ? "" : "  ", is_number[column] ? space : "", row[column],
                      is_number[column] ? "" : space);
    }
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return text;
}

void Listing::Add(const google::protobuf::Message& message, std::vector<std::string> row) {
  if (console_.json) {
    PrintJson(message, console_.out);
  } else {
    rows_.push_back(std::move(row));
  }
}

void Listing::Print(absl::string_view if_empty) const {
  if (!console_.json) console_.out << (rows_.size() == 1 ? if_empty : FormatTable(rows_));
}

}  // namespace flagfall::arena::cli
