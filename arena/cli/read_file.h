#ifndef ARENA_CLI_READ_FILE_H_
#define ARENA_CLI_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cli {

// The whole of a file; of standard input when `path` is "-". NOT_FOUND when it cannot be read, saying what was
// expected; INVALID_ARGUMENT when it is larger than `bytes_max`.
absl::StatusOr<std::string> ReadFile(const std::string& path, std::size_t bytes_max, absl::string_view expected);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_READ_FILE_H_
