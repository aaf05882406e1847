#ifndef ARENA_CLI_BYTE_SIZE_H_
#define ARENA_CLI_BYTE_SIZE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cli {

// Reads a size as people write it, a whole number with K, M or G (of 1024, as in 256M) or without for bytes.
// INVALID_ARGUMENT says what would be right, also for a size that is not from `least` to `most` bytes.
absl::StatusOr<std::uint64_t> ParseByteSize(absl::string_view text, std::uint64_t least, std::uint64_t most);
// The reverse, with the largest unit of which it is a whole number.
std::string ByteSizeText(std::uint64_t bytes);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_BYTE_SIZE_H_
