#ifndef ARENA_BOTS_READER_ARCHIVE_ENTRIES_H_
#define ARENA_BOTS_READER_ARCHIVE_ENTRIES_H_

#include "absl/status/status.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/entry_sink.h"

namespace flagfall::arena::bots {

// Hands each entry of the archive in `file`, a descriptor of a file that can be read at any place, to `sink`. The
// archive is read in pieces and never held as a whole. Takes files and folders only, whose names and contents may be
// anything; UnpackArchive says which archives are accepted, and with which errors. The first error, also of `sink`,
// ends it.
absl::Status ReadArchive(int file, const ArchiveLimits& limits, EntrySink& sink);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_READER_ARCHIVE_ENTRIES_H_
