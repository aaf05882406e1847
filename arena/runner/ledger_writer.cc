#include "arena/runner/ledger_writer.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/second_player.h"
#include "arena/store/bots.h"
#include "arena/store/errors.h"

namespace flagfall::arena::runner {

absl::Status WriteEntries(store::Database& database, std::vector<LedgerEntry>& entries,
                          const LedgerObserver& observer) {
  std::vector<store::GameResult> results;
  std::vector<BotFault> faults;
  for (LedgerEntry& entry : std::exchange(entries, {})) {
    if (store::GameResult* result = std::get_if<store::GameResult>(&entry)) {
      results.push_back(std::move(*result));
    } else {
      faults.push_back(std::get<BotFault>(std::move(entry)));
    }
  }
  const std::vector<absl::StatusOr<store::EncodedRecord>> encoded = store::EncodeResults(results);
  MutexLock lock(database.access());
  absl::Status status;
  if (!results.empty()) {
    absl::StatusOr<std::vector<store::Receipt>> receipts = store::StoreResults(database, results, encoded);
    status = receipts.status();
    if (receipts.ok()) {
      observer.on_stored(std::exchange(results, {}), *std::move(receipts));
    }
  }
  auto fault = faults.begin();
  for (; status.ok() && fault != faults.end(); fault += status.ok() ? 1 : 0) {
    status = store::CountFault(database, EntryOfPlayer(fault->bot), fault->reason, fault->faults_max).status();
  }
  entries.insert(entries.end(), std::move_iterator(results.begin()), std::move_iterator(results.end()));
  entries.insert(entries.end(), std::move_iterator(fault), std::move_iterator(faults.end()));
  return status;
}

LedgerWriter::LedgerWriter(store::Database& database, LedgerObserver observer, std::chrono::milliseconds gathers_for,
                           RunMeter* meter, std::optional<std::chrono::milliseconds> tries_again_after)
    : database_(database),
      observer_(std::move(observer)),
      gathers_for_(gathers_for),
      meter_(meter),
      tries_again_after_(tries_again_after),
      thread_([this] { Run(); }) {}

LedgerWriter::~LedgerWriter() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    changed_.NotifyAll();
    has_gathered_.NotifyAll();
  }
  thread_.join();
}

void LedgerWriter::Add(LedgerEntry entry) {
  MutexLock lock(mutex_);
  while (waiting_.size() >= kWaitingMax) changed_.Wait(mutex_);
  waiting_.push_back(std::move(entry));
  Count(1);
  changed_.NotifyAll();
  if (waiting_.size() == kWaitingMax) has_gathered_.NotifyAll();
}

std::vector<LedgerEntry> LedgerWriter::Take(std::chrono::steady_clock::time_point gathers_until) {
  MutexLock lock(mutex_);
  while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
  while (waiting_.size() < kWaitingMax && !is_ending_) {
    if (!has_gathered_.WaitUntil(mutex_, gathers_until)) break;
  }
  changed_.NotifyAll();
  return std::exchange(waiting_, {});
}

void LedgerWriter::Count(std::int64_t entries) {
  if (meter_ != nullptr) meter_->waiting_for_ledger += entries;
}

bool LedgerWriter::AwaitRoom() {
  const auto until = std::chrono::steady_clock::now() + *tries_again_after_;
  MutexLock lock(mutex_);
  while (!is_ending_) {
    if (!has_gathered_.WaitUntil(mutex_, until)) return !is_ending_;
  }
  return false;
}

absl::Status LedgerWriter::WriteWhenThereIsRoom(std::vector<LedgerEntry> entries) {
  const std::size_t count = entries.size();
  absl::Status status = WriteEntries(database_, entries, observer_);
  if (!store::IsDiskFull(status) || !tries_again_after_.has_value()) return status;
  observer_.on_notice(absl::StrCat(status.message(), "; until then ", count,
                                   count == 1 ? " result waits" : " results wait", " in memory, and more will"));
  while (store::IsDiskFull(status) && AwaitRoom()) status = WriteEntries(database_, entries, observer_);
  if (status.ok()) observer_.on_notice("there is room on the disk again: all results that waited are stored");
  return status;
}

void LedgerWriter::Run() {
  bool has_failed = false;
  std::chrono::steady_clock::time_point gathers_until{};
  for (std::vector<LedgerEntry> entries = Take(gathers_until); !entries.empty(); entries = Take(gathers_until)) {
    const auto taken = std::chrono::steady_clock::now();
    gathers_until = entries.size() > 1 ? taken + gathers_for_ : taken;
    const auto count = static_cast<std::int64_t>(entries.size());
    const absl::Status status = has_failed ? absl::OkStatus() : WriteWhenThereIsRoom(std::move(entries));
    Count(-count);
    if (status.ok()) continue;
    has_failed = true;
    observer_.on_failed(status);
  }
}

}  // namespace flagfall::arena::runner
