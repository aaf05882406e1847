#include "arena/base/utf8.h"

#include "absl/strings/str_cat.h"

namespace flagfall::arena {

Utf8Character FirstUtf8(absl::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {.code = lead, .length = 1, .is_valid = true};
  const std::size_t length = lead >= 0xF0 && lead < 0xF8 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead >= 0xF8 || text.size() < length) return {};
  std::uint32_t code = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  // Half of a surrogate pair of UTF-16 is not a character.
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return {.code = code, .length = length, .is_valid = code >= kLeast[length] && code <= 0x10FFFF && !is_surrogate};
}

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    if (!character.is_valid) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

bool IsHiddenMark(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string CleanUtf8(absl::string_view text, std::size_t bytes_max) {
  std::string clean;
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    if (clean.size() + character.length > bytes_max) break;
    absl::StrAppend(&clean, character.is_valid ? text.substr(0, character.length) : "?");
    text.remove_prefix(character.length);
  }
  return clean;
}

}  // namespace flagfall::arena
