#include "arena/runner/ledger_writer.h"

#include <utility>

#include "arena/base/second_player.h"
#include "arena/store/bots.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

LedgerWriter::LedgerWriter(store::Database& database, LedgerObserver observer)
    : database_(database), observer_(std::move(observer)), thread_([this] { Run(); }) {}

LedgerWriter::~LedgerWriter() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

void LedgerWriter::Add(Entry entry) {
  MutexLock lock(mutex_);
  while (waiting_.size() >= kWaitingMax) changed_.Wait(mutex_);
  waiting_.push_back(std::move(entry));
  changed_.NotifyAll();
}

std::vector<LedgerWriter::Entry> LedgerWriter::Take() {
  MutexLock lock(mutex_);
  while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
  changed_.NotifyAll();
  return std::exchange(waiting_, {});
}

void LedgerWriter::Run() {
  bool has_failed = false;
  for (std::vector<Entry> entries = Take(); !entries.empty(); entries = Take()) {
    if (has_failed) continue;
    const absl::Status status = Write(std::move(entries));
    if (status.ok()) continue;
    has_failed = true;
    observer_.on_failed(status);
  }
}

absl::Status LedgerWriter::Write(std::vector<Entry> entries) {
  std::vector<store::GameResult> results;
  std::vector<BotFault> faults;
  for (Entry& entry : entries) {
    if (store::GameResult* result = std::get_if<store::GameResult>(&entry)) {
      results.push_back(std::move(*result));
    } else {
      faults.push_back(std::get<BotFault>(std::move(entry)));
    }
  }
  const std::vector<absl::StatusOr<store::EncodedRecord>> encoded = store::EncodeResults(results);
  MutexLock lock(database_.access());
  if (!results.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Receipt> receipts, store::StoreResults(database_, results, encoded));
    observer_.on_stored(std::move(results), std::move(receipts));
  }
  for (const BotFault& fault : faults) {
    FLAGFALL_RETURN_IF_ERROR(
        store::CountFault(database_, EntryOfPlayer(fault.bot), fault.reason, fault.faults_max).status());
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::runner
