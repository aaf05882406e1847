#include "arena/backup/backup_schedule.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"

namespace flagfall::arena::backup {
namespace {

constexpr Micros kTriesAgainIn = std::chrono::minutes(10);
// The time of day may jump while the thread waits, so it looks at least so often.
constexpr Micros kLooksEvery = std::chrono::minutes(1);
constexpr double kMebibyte = 1 << 20;

std::string LineOf(const BackupFile& made, Micros took) {
  const auto tenths = static_cast<std::int64_t>(static_cast<double>(made.bytes) / kMebibyte * 10);
  return absl::StrCat("backup: ", made.path, " is checked and on the disk, with ",
                      Counted(static_cast<std::uint64_t>(made.games), "game"), " in ", tenths / 10, ".", tenths % 10,
                      " MiB; it took ", took / std::chrono::seconds(1), " s");
}

}  // namespace

BackupSchedule::BackupSchedule(BackupScheduleOptions options)
    : options_(std::move(options)), folder_(options_.folder), thread_([this] { Keep(); }) {}

BackupSchedule::~BackupSchedule() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  stopped_.NotifyAll();
  thread_.join();
}

BackupState BackupSchedule::State() const {
  const std::vector<BackupFolder::Entry> backups = folder_.List();
  MutexLock lock(mutex_);
  BackupState state = state_;
  if (!backups.empty()) state.newest = backups.back().time;
  return state;
}

Micros BackupSchedule::UntilDue() const {
  const std::vector<BackupFolder::Entry> backups = folder_.List();
  if (backups.empty()) return Micros(0);
  const Micros age = options_.now() - backups.back().time;
  // One from the future, of a clock that was wrong, would keep all others from being made.
  return age < Micros(0) ? Micros(0) : std::max(Micros(0), options_.every - age);
}

void BackupSchedule::Keep() {
  options_.lower_priority();
  Micros wait = UntilDue();
  while (!is_stopping_) {
    if (wait <= Micros(0)) {
      wait = MakeOne();
      continue;
    }
    const Micros step = std::min(wait, kLooksEvery);
    const auto until = std::chrono::steady_clock::now() + step;
    {
      MutexLock lock(mutex_);
      while (!is_stopping_) {
        if (!stopped_.WaitUntil(mutex_, until)) break;
      }
    }
    wait -= step;
  }
}

Micros BackupSchedule::MakeOne() {
  const Micros begin = SteadyNow();
  const absl::StatusOr<BackupFile> made =
      folder_.Write(options_.ledger, options_.keep, options_.now(), [this] { return is_stopping_.load(); });
  const Micros took = SteadyNow() - begin;
  if (absl::IsCancelled(made.status()) && is_stopping_) return Micros(0);
  if (!made.ok()) {
    options_.log(absl::StrCat("backup: none was made, and those before it are kept: ", made.status().message()));
    MutexLock lock(mutex_);
    ++state_.failed;
    return std::min(options_.every, kTriesAgainIn);
  }
  options_.log(LineOf(*made, took));
  MutexLock lock(mutex_);
  ++state_.made;
  state_.bytes = made->bytes;
  state_.took = took;
  return options_.every;
}

}  // namespace flagfall::arena::backup
