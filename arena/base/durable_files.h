#ifndef ARENA_BASE_DURABLE_FILES_H_
#define ARENA_BASE_DURABLE_FILES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena {

// Files that last through a power cut, and what the system says when they cannot be had.

// What the system has refused, as in "PATH: cannot be written (Input/output error)": `what` is the participle, `error`
// an errno. RESOURCE_EXHAUSTED on a full disk, NOT_FOUND, ALREADY_EXISTS and PERMISSION_DENIED for what these say, and
// INTERNAL for all else, as a disk that fails.
absl::Status FileError(const std::string& path, absl::string_view what, int error);

// The folder in which a file lies; "." for one without any.
std::string FolderOf(const std::string& path);

// Writes all of it to the open file. False, with an errno, when that fails.
bool WriteAll(int file, absl::string_view bytes);

// Writes a file for its owner alone, in place of one of that name, and puts it on the disk. Its name lasts only once
// its folder is on the disk too (SyncToDisk).
absl::Status WriteDurably(const std::string& path, absl::string_view bytes);

// Puts what was written to a file, or the names that were made and removed in a folder, on the disk.
absl::Status SyncToDisk(const std::string& path);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_DURABLE_FILES_H_
