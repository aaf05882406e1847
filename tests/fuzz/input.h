#ifndef TESTS_FUZZ_INPUT_H_
#define TESTS_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::fuzz {

// The bytes of an input, taken from the front one after the other. One that has run dry gives zeros and empty texts, so
// that every input says something.
class Input {
 public:
  Input(const std::uint8_t* bytes, std::size_t size) : bytes_(reinterpret_cast<const char*>(bytes), size) {}
  explicit Input(absl::string_view bytes) : bytes_(bytes) {}

  bool IsEmpty() const { return bytes_.empty(); }

  std::uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const char first = bytes_.front();
    bytes_.remove_prefix(1);
    return static_cast<std::uint8_t>(first);
  }
  bool Flag() { return (Byte() & 1) != 0; }
  // A number from 0 to `max`, from as few bytes as hold them all.
  std::uint64_t Number(std::uint64_t max) {
    std::uint64_t number = 0;
    for (std::uint64_t left = max; left > 0; left >>= 8) number = number << 8 | Byte();
    return max == UINT64_MAX ? number : number % (max + 1);
  }
  // An index of a container with so many elements, at least one.
  std::size_t Index(std::size_t count) { return static_cast<std::size_t>(Number(count - 1)); }
  // At most so many bytes.
  absl::string_view Bytes(std::size_t count) {
    const absl::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  // A text of at most so many bytes, whose length comes first.
  absl::string_view Text(std::size_t bytes_max) { return Bytes(static_cast<std::size_t>(Number(bytes_max))); }
  absl::string_view Rest() { return Bytes(bytes_.size()); }

 private:
  absl::string_view bytes_;
};

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_INPUT_H_
