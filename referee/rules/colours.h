#ifndef REFEREE_RULES_COLOURS_H_
#define REFEREE_RULES_COLOURS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/rules/side.h"

// ANSI escapes for what is drawn on a terminal.
namespace flagfall {

inline constexpr char kCyan[] = "\x1b[36m";

// `is_bold` is for what is public.
inline std::string ColourOf(Side side, bool is_bold = false) {
  return absl::StrCat(is_bold ? "\x1b[1m" : "", side == Side::kRed ? "\x1b[31m" : "\x1b[34m");
}

inline std::string Coloured(absl::string_view text, absl::string_view colour, bool in_colour) {
  return in_colour ? absl::StrCat(colour, text, "\x1b[0m") : std::string(text);
}

}  // namespace flagfall

#endif  // REFEREE_RULES_COLOURS_H_
