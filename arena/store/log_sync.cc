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
// Of SQLite's file format: the header of a log, and that of each frame before its page.
constexpr sqlite3_int64 kLogHeaderBytes = 32;
constexpr sqlite3_int64 kFrameHeaderBytes = 24;
constexpr std::size_t kPageSizeOffset = 8;

sqlite3_int64 PageSizeIn(const std::string& header) {
  sqlite3_int64 size = 0;
  for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(header[kPageSizeOffset + i]);
  // No page is larger; what is in its place in a log that is none does not matter.
  return std::clamp<sqlite3_int64>(size, 512, 65536);
}

int WritePieceAnew(sqlite3_file& log, sqlite3_int64 at, sqlite3_int64 size, std::string& piece) {
  piece.resize(static_cast<std::size_t>(size));
  const int code = log.pMethods->xRead(&log, piece.data(), static_cast<int>(size), at);
  return code == SQLITE_OK ? log.pMethods->xWrite(&log, piece.data(), static_cast<int>(size), at) : code;
}

// Returns SQLite's result code. A power cut may harm what is being written and differs from what the disk holds. So
// each frame is written by itself: one that was not finished may differ, and must not take the frame before it along,
// with which it shares a sector.
int WriteAnew(sqlite3_file& log) {
  sqlite3_int64 size = 0;
  int code = log.pMethods->xFileSize(&log, &size);
  std::string piece;
  if (code == SQLITE_OK) code = WritePieceAnew(log, 0, std::min(kLogHeaderBytes, size), piece);
  if (code != SQLITE_OK || size <= kLogHeaderBytes) return code;
  const sqlite3_int64 frame_bytes = kFrameHeaderBytes + PageSizeIn(piece);
  for (sqlite3_int64 at = kLogHeaderBytes; at < size && code == SQLITE_OK; at += frame_bytes) {
    code = WritePieceAnew(log, at, std::min(frame_bytes, size - at), piece);
  }
  return code;
}

int SyncThrice(sqlite3_file& log) {
  int code = SQLITE_OK;
  for (int tries = 0; tries < kTriesMax; ++tries) {
    code = log.pMethods->xSync(&log, SQLITE_SYNC_NORMAL);
    if (code == SQLITE_OK) break;
  }
  return code;
}

// Returns SQLite's result code.
int CutAfter(sqlite3_file& log, int frames) {
  sqlite3_int64 size = 0;
  int code = log.pMethods->xFileSize(&log, &size);
  if (code != SQLITE_OK || size == 0) return code;
  std::string header(static_cast<std::size_t>(std::min(kLogHeaderBytes, size)), '\0');
  code = log.pMethods->xRead(&log, header.data(), static_cast<int>(header.size()), 0);
  if (code != SQLITE_OK) return code;
  const bool is_whole = header.size() == static_cast<std::size_t>(kLogHeaderBytes);
  const sqlite3_int64 kept =
      frames == 0 || !is_whole ? 0 : kLogHeaderBytes + frames * (kFrameHeaderBytes + PageSizeIn(header));
  if (size <= kept) return SQLITE_OK;
  code = log.pMethods->xTruncate(&log, kept);
  return code == SQLITE_OK ? SyncThrice(log) : code;
}

}  // namespace

absl::Status CutLogAfter(sqlite3_file& log, int frames, const std::string& path) {
  const int code = CutAfter(log, frames);
  return code == SQLITE_OK ? absl::OkStatus()
                           : ErrorOfCode(code, 0, "the remains of a write cannot be cut off the ledger's log", path);
}

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
