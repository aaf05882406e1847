#ifndef ARENA_BACKUP_BACKUP_SCHEDULE_H_
#define ARENA_BACKUP_BACKUP_SCHEDULE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "arena/backup/backup_folder.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::backup {

struct BackupScheduleOptions {
  // The ledger's path.
  std::string ledger;
  std::string folder;
  Micros every = std::chrono::hours(1);
  // See BackupFolder::Write.
  std::size_t keep = 24;
  // Called once on the thread that makes the backups.
  std::function<void()> lower_priority = [] {};
  // How often the folder and the time of day are looked at while it waits: backups may be made or removed by others,
  // and the time may jump.
  Micros looks_every = std::chrono::minutes(1);
  // Since 1970.
  std::function<Micros()> now = WallNow;
  // Writes a line to the host's log.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

// How the backups of a schedule do.
struct BackupState {
  // Of the newest backup of this ledger in the folder, since 1970, and never later than now; absent when there is none.
  std::optional<Micros> newest;
  // Of the last one that this schedule has made.
  std::uint64_t bytes = 0;
  // How long that took.
  Micros took{};
  // How many this schedule has made, and how many times it could not.
  std::uint64_t made = 0;
  std::uint64_t failed = 0;
};

// Makes a backup of a ledger again and again, on a thread of its own: when its newest in the folder is as
// old as `every`, so that a program that is started often makes no more of them. One that fails is told to the log and
// tried again after ten minutes, or after `every` where that is less. Thread-safe.
class BackupSchedule {
 public:
  explicit BackupSchedule(BackupScheduleOptions options);
  // A backup that is being made is broken off.
  ~BackupSchedule();
  BackupSchedule(const BackupSchedule&) = delete;
  BackupSchedule& operator=(const BackupSchedule&) = delete;

  BackupState State() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Keep();
  // Returns how long to wait at least before the next one.
  Micros MakeOne();
  // How long it is until the newest one is as old as they may get; not above 0 when it is.
  Micros UntilDue() const;
  // Waits so long, or until the end.
  void Wait(Micros time);
  void ReadOrigin();
  std::optional<Micros> Newest() const;

  const BackupScheduleOptions options_;
  const BackupFolder folder_;
  std::atomic<bool> is_stopping_ = false;

  mutable Mutex mutex_;
  CondVar stopped_;
  BackupState state_ ABSL_GUARDED_BY(mutex_);
  // Of the ledger (store::OriginOf); empty until it could be read.
  std::string origin_ ABSL_GUARDED_BY(mutex_);

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_BACKUP_SCHEDULE_H_
