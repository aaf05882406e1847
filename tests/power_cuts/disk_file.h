#ifndef TESTS_POWER_CUTS_DISK_FILE_H_
#define TESTS_POWER_CUTS_DISK_FILE_H_

#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>

#include "tests/power_cuts/disk_vfs.h"

namespace flagfall::power_cuts {

// An open file of a DiskVfs. SQLite knows it as a FileHandle.
struct DiskFile {
  DiskVfs* vfs = nullptr;
  std::string path;
  Disk::NodePtr node;
  // When it was opened, by Disk::boots().
  int boot = 0;
  bool is_deleted_on_close = false;
  // Its locks.
  std::shared_ptr<DiskVfs::Shared> shared;
  int lock = SQLITE_LOCK_NONE;
  std::array<bool, SQLITE_SHM_NLOCK> holds_shared{};
  std::array<bool, SQLITE_SHM_NLOCK> holds_exclusive{};
  bool is_mapped = false;

  Disk& disk() const { return vfs->disk(); }
  // Whether the process that opened it is still there.
  bool IsAlive() const { return disk().is_on() && boot == disk().boots(); }
};

// SQLite's view of it: it allocates the handle, which owns the file.
struct FileHandle {
  sqlite3_file base;
  DiskFile* file;
};

// The methods of all files.
const sqlite3_io_methods* FileMethods();

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_DISK_FILE_H_
