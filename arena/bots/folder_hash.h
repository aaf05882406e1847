#ifndef ARENA_BOTS_FOLDER_HASH_H_
#define ARENA_BOTS_FOLDER_HASH_H_

#include <string>

#include "absl/status/statusor.h"

namespace flagfall::arena::bots {

// The SHA-256, 32 bytes, of all files in a host's folder of a bot: of their paths, whether they may be executed, and
// their bytes; of a symbolic link, where it leads to. What is no part of a bot (left_out.h) does not count. Takes the
// time of reading them. NOT_FOUND or PERMISSION_DENIED names what cannot be read.
absl::StatusOr<std::string> HashOfFolder(const std::string& folder);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_FOLDER_HASH_H_
