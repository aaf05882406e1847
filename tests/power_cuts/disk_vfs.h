#ifndef TESTS_POWER_CUTS_DISK_VFS_H_
#define TESTS_POWER_CUTS_DISK_VFS_H_

#include <sqlite3.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/power_cuts/disk.h"

namespace flagfall::power_cuts {

// SQLite's file system on a Disk, registered under a name while this lives, and with the methods by which connections
// of one process share a write-ahead log. Files that were opened before a power cut fail for ever, as those of a
// process that has died. One thread may use it.
class DiskVfs {
 public:
  // `disk` must outlive it. The name must not be registered.
  DiskVfs(std::string name, Disk& disk);
  ~DiskVfs();
  DiskVfs(const DiskVfs&) = delete;
  DiskVfs& operator=(const DiskVfs&) = delete;

  const char* name() const { return name_.c_str(); }
  Disk& disk() { return disk_; }

  // --- For SQLite's callbacks. ---

  // What the connections to one database share.
  struct Shared {
    static constexpr int kSlots = SQLITE_SHM_NLOCK;
    // How many connections hold a shared lock; whether one holds a reserved, a pending or an exclusive one.
    int readers = 0;
    bool is_reserved = false;
    bool is_pending = false;
    bool is_exclusive = false;
    // The log's index in pieces of SQLite's size, and its locks: so many readers, or -1 for a writer.
    std::vector<std::unique_ptr<char[]>> index;
    std::array<int, kSlots> slots{};
    int mapped = 0;
  };
  // Those of the files that were opened since the power was last on.
  std::shared_ptr<Shared> SharedOf(const std::string& path);

 private:
  const std::string name_;
  Disk& disk_;
  sqlite3_vfs vfs_{};
  int boot_of_shared_ = 0;
  std::map<std::string, std::weak_ptr<Shared>> shared_;
};

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_DISK_VFS_H_
