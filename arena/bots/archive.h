#ifndef ARENA_BOTS_ARCHIVE_H_
#define ARENA_BOTS_ARCHIVE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/folder_writer.h"

namespace flagfall::arena::bots {

// Both functions make `folder`, which must not exist while its parent must, and fill it with what a stranger has sent.
// They accept files and folders only: no links, no devices, and no names that lead out of the folder, appear twice, or
// differ only by case. Owners, times and permissions are dropped, except whether a file may be executed. After an error
// there is no `folder`.
//
// Errors name the entry and what would be right: INVALID_ARGUMENT for an entry that is not accepted, RESOURCE_EXHAUSTED
// above a limit or on a full disk, NOT_FOUND when there is nothing to read.

// Unpacks an archive, whose format is found from its content: tar, alone or compressed by gzip, xz or zstd, or zip
// (stored or deflated). An archive must not be compressed twice, encrypted, or split into parts. It is read by the
// program `reader`, which the kernel lets do nothing else. Besides: INTERNAL when that program cannot be started or
// confined, DEADLINE_EXCEEDED when it takes more than ten minutes, or two of processor time.
absl::StatusOr<BotFiles> UnpackArchive(const std::string& reader, const std::string& archive, const std::string& folder,
                                       const ArchiveLimits& limits);

// The path of `reader` where it lies in the same folder as `program`, as all programs of an arena do.
std::string ArchiveReaderBeside(const std::string& program);

// Copies the folder `source`.
absl::StatusOr<BotFiles> CopyFolder(const std::string& source, const std::string& folder, const ArchiveLimits& limits);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_ARCHIVE_H_
