// Linux reports once that a file could not be synced, and takes its changes for written from then on: they are in
// memory, not on the disk, and a later sync succeeds without writing them. Nobody knows which syncs of a log that is
// found have failed. So it is written anew, byte by byte as it is, which makes it one that is not synced yet.
#include "arena/store/log_sync.h"

#include <sqlite3.h>

#include <algorithm>

#include "arena/store/errors.h"

namespace flagfall::arena::store {
namespace {

constexpr int kTriesMax = 3;
constexpr sqlite3_int64 kPieceBytes = 1 << 16;

// Returns SQLite's result code.
int WriteAnew(sqlite3_file& log) {
  sqlite3_int64 size = 0;
  int code = log.pMethods->xFileSize(&log, &size);
  std::string piece;
  for (sqlite3_int64 at = 0; at < size && code == SQLITE_OK; at += kPieceBytes) {
    piece.resize(static_cast<std::size_t>(std::min(kPieceBytes, size - at)));
    const int bytes = static_cast<int>(piece.size());
    code = log.pMethods->xRead(&log, piece.data(), bytes, at);
    if (code == SQLITE_OK) code = log.pMethods->xWrite(&log, piece.data(), bytes, at);
  }
  return code;
}

}  // namespace

absl::Status WriteLogAnew(sqlite3_file& log, const std::string& path) {
  int code = SQLITE_OK;
  for (int tries = 0; tries < kTriesMax; ++tries) {
    code = WriteAnew(log);
    if (code == SQLITE_OK) code = log.pMethods->xSync(&log, SQLITE_SYNC_NORMAL);
    if (code == SQLITE_OK) return absl::OkStatus();
  }
  return ErrorOfCode(code, 0, "the disk refuses to make the ledger's log durable", path);
}

}  // namespace flagfall::arena::store
