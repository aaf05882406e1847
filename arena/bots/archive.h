#ifndef ARENA_BOTS_ARCHIVE_H_
#define ARENA_BOTS_ARCHIVE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/folder_writer.h"

namespace flagfall::arena {

// Both make `folder` (its parent must exist, it must not) and put into it what a stranger has sent. Files and folders
// are taken and nothing else: no links, no devices, no names that lead out of the folder, that are there twice, or that
// differ by case alone. All that the author set beside is dropped: owners, times, permissions but for "may be
// executed". After an error there is no `folder`.
//
// Errors name the entry and what would be right: INVALID_ARGUMENT for what is not taken, RESOURCE_EXHAUSTED above a
// limit (or on a full disk), NOT_FOUND when there is nothing to read.

// Unpacks an archive, told by its content: tar, alone or compressed by gzip, xz or zstd, or zip (stored or deflated).
// Neither compressed twice nor encrypted, and in one piece.
absl::StatusOr<BotFiles> UnpackArchive(const std::string& archive, const std::string& folder,
                                       const ArchiveLimits& limits);

// Copies the folder `source`.
absl::StatusOr<BotFiles> CopyFolder(const std::string& source, const std::string& folder, const ArchiveLimits& limits);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_ARCHIVE_H_
