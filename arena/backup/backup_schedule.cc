#include "arena/backup/backup_schedule.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/backup/home_chain.h"
#include "referee/base/counted.h"

namespace flagfall::arena::backup {
namespace {

constexpr Micros kTriesAgainIn = std::chrono::minutes(10);
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
  const std::optional<Micros> newest = Newest();
  MutexLock lock(mutex_);
  BackupState state = state_;
  state.newest = newest;
  return state;
}

void BackupSchedule::ReadOrigin() {
  const absl::StatusOr<std::string> origin = OriginOfLedger(options_.ledger);
  if (!origin.ok()) return;
  MutexLock lock(mutex_);
  origin_ = *origin;
}

std::optional<Micros> BackupSchedule::Newest() const {
  std::string origin;
  {
    MutexLock lock(mutex_);
    origin = origin_;
  }
  if (origin.empty()) return std::nullopt;
  // One from the future, of a clock that was wrong, is not in this list, and keeps no other from being made.
  const BackupFolder::Found found = folder_.ListOf(origin, options_.now());
  if (found.backups.empty()) return std::nullopt;
  return found.backups.back().time;
}

Micros BackupSchedule::UntilDue() const {
  const std::optional<Micros> newest = Newest();
  if (!newest.has_value()) return Micros(0);
  return options_.every - (options_.now() - *newest);
}

void BackupSchedule::Keep() {
  options_.lower_priority();
  ReadOrigin();
  Micros earliest = SteadyNow();
  while (!is_stopping_) {
    const Micros wait = std::max(UntilDue(), earliest - SteadyNow());
    if (wait > Micros(0)) {
      Wait(std::min(wait, options_.looks_every));
    } else {
      earliest = MakeOne() + SteadyNow();
    }
  }
}

void BackupSchedule::Wait(Micros time) {
  const auto until = std::chrono::steady_clock::now() + time;
  MutexLock lock(mutex_);
  while (!is_stopping_) {
    if (!stopped_.WaitUntil(mutex_, until)) return;
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
  for (const std::string& remark : made->remarks) options_.log(absl::StrCat("backup: ", remark));
  ReadOrigin();
  MutexLock lock(mutex_);
  ++state_.made;
  state_.bytes = made->bytes;
  state_.took = took;
  return std::min(options_.every, options_.looks_every);
}

}  // namespace flagfall::arena::backup
