#include "arena/cli/byte_size.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::cli {
namespace {

// From the largest.
constexpr std::pair<char, int> kUnits[] = {{'G', 30}, {'M', 20}, {'K', 10}};

}  // namespace

absl::StatusOr<std::uint64_t> ParseByteSize(absl::string_view text, std::uint64_t least, std::uint64_t most) {
  absl::string_view digits = text;
  int shift = 0;
  for (const auto& [letter, bits] : kUnits) {
    if (digits.empty() || absl::ascii_toupper(static_cast<unsigned char>(digits.back())) != letter) continue;
    shift = bits;
    digits.remove_suffix(1);
    break;
  }
  std::uint64_t count = 0;
  const bool is_number = !digits.empty() && absl::ascii_isdigit(static_cast<unsigned char>(digits.front())) &&
                         absl::SimpleAtoi(digits, &count);
  if (!is_number || count < (least >> shift) + ((least & ((std::uint64_t{1} << shift) - 1)) != 0 ? 1 : 0) ||
      count > (most >> shift)) {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is no size from ", ByteSizeText(least), " to ",
                                                   ByteSizeText(most),
                                                   "; write a whole number with K, M or G, as in 256M"));
  }
  return count << shift;
}

std::string ByteSizeText(std::uint64_t bytes) {
  for (const auto& [letter, bits] : kUnits) {
    const std::uint64_t unit = std::uint64_t{1} << bits;
    if (bytes >= unit && bytes % unit == 0) return absl::StrCat(bytes >> bits, std::string(1, letter));
  }
  return absl::StrCat(bytes);
}

}  // namespace flagfall::arena::cli
