#ifndef ARENA_BASE_PRIVATE_FILES_H_
#define ARENA_BASE_PRIVATE_FILES_H_

#include <string>
#include <system_error>

#include "absl/status/status.h"

namespace flagfall::arena {

// What an arena keeps on the disk concerns its host alone: ledgers hold hidden pieces and hashes of tokens, logs hold
// what others' bots have printed. So folders are made with the mode 0700 and files with 0600, whatever the process's
// umask is.

// Makes the folder, and those above it that are missing, for their owner alone. Folders that are there stay as they
// are. PERMISSION_DENIED names the folder that could not be made and says why.
absl::Status MakePrivateFolders(const std::string& path);

// Makes an empty file that its owner alone may read and write. A file that is there stays as it is.
std::error_code MakePrivateFile(const std::string& path);

// Takes all rights to a file or folder from others than its owner. Returns whether they had any; false also where they
// cannot be taken, and for a folder that is meant for all users, as /tmp is.
bool TakeRightsOfOthers(const std::string& path);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_PRIVATE_FILES_H_
