#ifndef ARENA_STORE_LOG_SYNC_H_
#define ARENA_STORE_LOG_SYNC_H_

#include <string>

#include "absl/status/status.h"

struct sqlite3_file;

namespace flagfall::arena::store {

// Writes an open write-ahead log anew, byte by byte as it is, and syncs it. It is for a log that is found at a start:
// whoever wrote it may have been killed before it was durable, and SQLite takes what it finds in a log for durable. The
// caller must keep others from writing into it. `path` is the database's, for errors: INTERNAL when the disk refuses
// again and again.
absl::Status WriteLogAnew(sqlite3_file& log, const std::string& path);

// Cuts the remains of an unfinished write off an open log whose first `frames` frames are whole, and syncs it: what is
// written over a part of such remains, and broken off in its turn, may make them whole, so that a write that a start
// has found lost would come back. Callers and errors are as with WriteLogAnew.
absl::Status CutLogAfter(sqlite3_file& log, int frames, const std::string& path);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_LOG_SYNC_H_
