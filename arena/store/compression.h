#ifndef ARENA_STORE_COMPRESSION_H_
#define ARENA_STORE_COMPRESSION_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena::store {

// The bytes compressed by zstd at that level. May be called from any thread.
std::string Compress(absl::string_view bytes, int level);

// The reverse. Absent when these are not the whole of what Compress has made of at most `bytes_max` bytes.
std::optional<std::string> Decompress(absl::string_view compressed, std::size_t bytes_max);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_COMPRESSION_H_
