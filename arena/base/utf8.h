#ifndef ARENA_BASE_UTF8_H_
#define ARENA_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// One character of UTF-8. When the bytes are not valid UTF-8, `length` is 1 and `is_valid` false.
struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool is_valid = false;
};

// Decodes the first character of `text`, which must not be empty.
Utf8Character FirstUtf8(absl::string_view text);

bool IsUtf8(absl::string_view text);

// Whether the character turns or isolates the direction of writing, or ends a line or a paragraph without being shown:
// a text with it can look like another. The site's pages (plain_json.ts) know the same ones.
bool IsHiddenMark(std::uint32_t code);

// The text up to the last character with which it has at most `bytes_max` bytes, with a `?` for what is not UTF-8: what
// a stranger's program has written, as it may stand in a message.
std::string CleanUtf8(absl::string_view text, std::size_t bytes_max = absl::string_view::npos);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_UTF8_H_
