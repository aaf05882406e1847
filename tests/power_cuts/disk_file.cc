#include "tests/power_cuts/disk_file.h"

#include <algorithm>
#include <cstring>

namespace flagfall::power_cuts {
namespace {

constexpr int kSectorSaidBytes = 4096;

DiskFile& FileOf(sqlite3_file* file) { return *reinterpret_cast<FileHandle*>(file)->file; }

int Unlock(sqlite3_file* file, int level) {
  DiskFile& own = FileOf(file);
  DiskVfs::Shared& shared = *own.shared;
  if (own.lock <= level) return SQLITE_OK;
  if (own.lock >= SQLITE_LOCK_RESERVED) shared.is_reserved = false;
  if (own.lock >= SQLITE_LOCK_PENDING) shared.is_pending = false;
  if (own.lock == SQLITE_LOCK_EXCLUSIVE) shared.is_exclusive = false;
  if (level == SQLITE_LOCK_NONE) --shared.readers;
  own.lock = level;
  return SQLITE_OK;
}

int Lock(sqlite3_file* file, int level) {
  DiskFile& own = FileOf(file);
  DiskVfs::Shared& shared = *own.shared;
  if (!own.IsAlive()) return SQLITE_IOERR_LOCK;
  if (own.lock >= level) return SQLITE_OK;
  if (level == SQLITE_LOCK_SHARED) {
    if (shared.is_pending || shared.is_exclusive) return SQLITE_BUSY;
    ++shared.readers;
  } else if (level == SQLITE_LOCK_RESERVED) {
    if (shared.is_reserved) return SQLITE_BUSY;
    shared.is_reserved = true;
  } else {
    if (own.lock < SQLITE_LOCK_RESERVED && shared.is_reserved) return SQLITE_BUSY;
    shared.is_reserved = shared.is_pending = true;
    own.lock = std::max(own.lock, SQLITE_LOCK_PENDING);
    if (level == SQLITE_LOCK_EXCLUSIVE && shared.readers > 1) return SQLITE_BUSY;
    shared.is_exclusive = level == SQLITE_LOCK_EXCLUSIVE;
  }
  own.lock = level;
  return SQLITE_OK;
}

int CheckReserved(sqlite3_file* file, int* result) {
  *result = FileOf(file).shared->is_reserved ? 1 : 0;
  return SQLITE_OK;
}

void ReleaseSlots(DiskFile& own, int first, int count) {
  for (int slot = first; slot < first + count; ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    if (own.holds_shared[at]) --own.shared->slots[at];
    if (own.holds_exclusive[at]) own.shared->slots[at] = 0;
    own.holds_shared[at] = own.holds_exclusive[at] = false;
  }
}

// With `deletes` the index goes when its last user does: a process that starts anew finds none.
int UnmapIndex(sqlite3_file* file, int deletes) {
  DiskFile& own = FileOf(file);
  ReleaseSlots(own, 0, DiskVfs::Shared::kSlots);
  if (!own.is_mapped) return SQLITE_OK;
  own.is_mapped = false;
  if (--own.shared->mapped == 0 && deletes != 0) own.shared->index.clear();
  return SQLITE_OK;
}

int MapIndex(sqlite3_file* file, int piece, int size, int extends, void volatile** out) {
  DiskFile& own = FileOf(file);
  *out = nullptr;
  if (!own.IsAlive()) return SQLITE_IOERR_SHMMAP;
  auto& index = own.shared->index;
  if (!own.is_mapped) {
    own.is_mapped = true;
    if (own.shared->mapped++ == 0) index.clear();
  }
  while (extends != 0 && index.size() <= static_cast<std::size_t>(piece)) {
    index.push_back(std::make_unique<char[]>(static_cast<std::size_t>(size)));
  }
  if (static_cast<std::size_t>(piece) < index.size()) *out = index[static_cast<std::size_t>(piece)].get();
  return SQLITE_OK;
}

int LockIndex(sqlite3_file* file, int first, int count, int flags) {
  DiskFile& own = FileOf(file);
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    ReleaseSlots(own, first, count);
    return SQLITE_OK;
  }
  if (!own.IsAlive()) return SQLITE_IOERR_SHMLOCK;
  const bool is_exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  for (int slot = first; slot < first + count; ++slot) {
    const int others = own.shared->slots[static_cast<std::size_t>(slot)];
    if (is_exclusive ? others != 0 : others < 0) return SQLITE_BUSY;
  }
  for (int slot = first; slot < first + count; ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    if (is_exclusive) {
      own.shared->slots[at] = -1;
      own.holds_exclusive[at] = true;
    } else if (!own.holds_shared[at]) {
      ++own.shared->slots[at];
      own.holds_shared[at] = true;
    }
  }
  return SQLITE_OK;
}

void IndexBarrier(sqlite3_file*) {}

int Close(sqlite3_file* file) {
  DiskFile& own = FileOf(file);
  UnmapIndex(file, 0);
  Unlock(file, SQLITE_LOCK_NONE);
  if (own.is_deleted_on_close && own.IsAlive()) own.disk().Delete(own.path, /*syncs_folder=*/false);
  delete &own;
  return SQLITE_OK;
}

int Read(sqlite3_file* file, void* out, int size, sqlite3_int64 offset) {
  DiskFile& own = FileOf(file);
  if (!own.IsAlive()) return SQLITE_IOERR_READ;
  std::size_t read = 0;
  const auto wanted = static_cast<std::size_t>(size);
  auto* const bytes = static_cast<char*>(out);
  if (own.disk().Read(*own.node, static_cast<std::size_t>(offset), wanted, bytes, read) != Disk::Error::kNone) {
    return SQLITE_IOERR_READ;
  }
  if (read == wanted) return SQLITE_OK;
  std::memset(bytes + read, 0, wanted - read);
  return SQLITE_IOERR_SHORT_READ;
}

int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  DiskFile& own = FileOf(file);
  if (!own.IsAlive()) return SQLITE_IOERR_WRITE;
  const std::string bytes(static_cast<const char*>(data), static_cast<std::size_t>(size));
  switch (own.disk().Write(*own.node, static_cast<std::size_t>(offset), bytes)) {
    case Disk::Error::kNone:
      return SQLITE_OK;
    case Disk::Error::kFull:
      return SQLITE_FULL;
    default:
      return SQLITE_IOERR_WRITE;
  }
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  DiskFile& own = FileOf(file);
  if (!own.IsAlive()) return SQLITE_IOERR_TRUNCATE;
  const Disk::Error error = own.disk().Truncate(*own.node, static_cast<std::size_t>(size));
  return error == Disk::Error::kNone ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int Sync(sqlite3_file* file, int) {
  DiskFile& own = FileOf(file);
  if (!own.IsAlive()) return SQLITE_IOERR_FSYNC;
  return own.disk().Sync(own.path, *own.node) == Disk::Error::kNone ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  DiskFile& own = FileOf(file);
  if (!own.IsAlive()) return SQLITE_IOERR_FSTAT;
  *size = static_cast<sqlite3_int64>(own.node->now.size());
  return SQLITE_OK;
}

int FileControl(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int SectorSize(sqlite3_file*) { return kSectorSaidBytes; }
// As SQLite's own file system on Linux.
int DeviceCharacteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

}  // namespace

const sqlite3_io_methods* FileMethods() {
  static const sqlite3_io_methods methods = [] {
    sqlite3_io_methods all{};
    all.iVersion = 2;
    all.xClose = Close;
    all.xRead = Read;
    all.xWrite = Write;
    all.xTruncate = Truncate;
    all.xSync = Sync;
    all.xFileSize = FileSize;
    all.xLock = Lock;
    all.xUnlock = Unlock;
    all.xCheckReservedLock = CheckReserved;
    all.xFileControl = FileControl;
    all.xSectorSize = SectorSize;
    all.xDeviceCharacteristics = DeviceCharacteristics;
    all.xShmMap = MapIndex;
    all.xShmLock = LockIndex;
    all.xShmBarrier = IndexBarrier;
    all.xShmUnmap = UnmapIndex;
    return all;
  }();
  return &methods;
}

}  // namespace flagfall::power_cuts
