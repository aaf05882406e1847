#include "tests/power_cuts/disk_vfs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "referee/base/check.h"
#include "tests/power_cuts/disk_file.h"

namespace flagfall::power_cuts {
namespace {

constexpr int kPathBytesMax = 512;

DiskVfs& VfsOf(sqlite3_vfs* vfs) { return *static_cast<DiskVfs*>(vfs->pAppData); }

int OpenFile(sqlite3_vfs* vfs, const char* path, sqlite3_file* out, int flags, int* out_flags) {
  auto* const handle = reinterpret_cast<FileHandle*>(out);
  handle->base.pMethods = nullptr;
  DiskVfs& own = VfsOf(vfs);
  auto file = std::make_unique<DiskFile>();
  if (path == nullptr) {
    // For what is sorted or kept apart for a while. Nobody finds it again.
    path = "";
    file->node = std::make_shared<Disk::Node>();
  } else {
    const Disk::Error error = own.disk().Open(path, (flags & SQLITE_OPEN_CREATE) != 0, file->node);
    if (error != Disk::Error::kNone) return error == Disk::Error::kIo ? SQLITE_IOERR : SQLITE_CANTOPEN;
  }
  file->vfs = &own;
  file->path = path;
  file->boot = own.disk().boots();
  file->is_deleted_on_close = *path != '\0' && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
  file->shared = own.SharedOf(path);
  handle->file = file.release();
  handle->base.pMethods = FileMethods();
  if (out_flags != nullptr) *out_flags = flags;
  return SQLITE_OK;
}

int DeleteFile(sqlite3_vfs* vfs, const char* path, int syncs_folder) {
  switch (VfsOf(vfs).disk().Delete(path, syncs_folder != 0)) {
    case Disk::Error::kNone:
      return SQLITE_OK;
    case Disk::Error::kNoFile:
      return SQLITE_IOERR_DELETE_NOENT;
    default:
      return SQLITE_IOERR_DELETE;
  }
}

int Access(sqlite3_vfs* vfs, const char* path, int, int* result) {
  const Disk& disk = VfsOf(vfs).disk();
  if (!disk.is_on()) return SQLITE_IOERR_ACCESS;
  *result = disk.Exists(path) ? 1 : 0;
  return SQLITE_OK;
}

int FullPathname(sqlite3_vfs*, const char* path, int size, char* out) {
  const std::size_t length = std::strlen(path);
  if (length + 1 > static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::memcpy(out, path, length + 1);
  return SQLITE_OK;
}

// SQLite asks the default file system for its own.
int Randomness(sqlite3_vfs*, int size, char* out) {
  std::memset(out, 7, static_cast<std::size_t>(size));
  return size;
}

// Nobody else holds a lock for whom it would be worth waiting.
int Sleep(sqlite3_vfs*, int micros) { return micros; }

// A Julian day in milliseconds; the ledger is given all of its times.
int CurrentTime(sqlite3_vfs*, sqlite3_int64* millis) {
  *millis = 212'400'000'000'000;
  return SQLITE_OK;
}

int LastError(sqlite3_vfs*, int, char*) { return EIO; }

}  // namespace

DiskVfs::DiskVfs(std::string name, Disk& disk) : name_(std::move(name)), disk_(disk) {
  vfs_.iVersion = 2;
  vfs_.szOsFile = sizeof(FileHandle);
  vfs_.mxPathname = kPathBytesMax;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = OpenFile;
  vfs_.xDelete = DeleteFile;
  vfs_.xAccess = Access;
  vfs_.xFullPathname = FullPathname;
  vfs_.xRandomness = Randomness;
  vfs_.xSleep = Sleep;
  vfs_.xGetLastError = LastError;
  vfs_.xCurrentTimeInt64 = CurrentTime;
  FLAGFALL_CHECK(sqlite3_vfs_find(name_.c_str()) == nullptr);
  FLAGFALL_CHECK(sqlite3_vfs_register(&vfs_, /*makeDflt=*/0) == SQLITE_OK);
}

DiskVfs::~DiskVfs() { sqlite3_vfs_unregister(&vfs_); }

std::shared_ptr<DiskVfs::Shared> DiskVfs::SharedOf(const std::string& path) {
  if (boot_of_shared_ != disk_.boots()) shared_.clear();
  boot_of_shared_ = disk_.boots();
  std::shared_ptr<Shared> shared = shared_[path].lock();
  if (shared == nullptr) shared_[path] = shared = std::make_shared<Shared>();
  return shared;
}

}  // namespace flagfall::power_cuts
