#ifndef ARENA_RUNNER_LEDGER_WRITER_H_
#define ARENA_RUNNER_LEDGER_WRITER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// A fault of a bot, to be counted in the ledger: it did not start, did not come or died.
struct BotFault {
  std::string bot;
  std::string reason;
  std::uint32_t faults_max = 0;
};

// Is called on the writer's thread, and must not block.
struct LedgerObserver {
  // All of `results` are on the disk, except those whose receipt says otherwise.
  std::function<void(std::vector<store::GameResult> results, std::vector<store::Receipt> receipts)> on_stored;
  // The ledger takes no more. Results that were not acknowledged by on_stored are not in it, and the writer drops all
  // that come later.
  std::function<void(absl::Status)> on_failed;
};

// Writes a run's results and faults into the ledger, on a thread of its own, in the order in which they were put. What
// comes in during one transaction goes into the next one together: a commit waits for the disk, so many results at once
// cost little more than one. Put may be called from any thread.
class LedgerWriter {
 public:
  // Put blocks while so many entries wait to be written.
  static constexpr std::size_t kWaitingMax = 1024;

  // Any other user of `database` must hold its access() until the writer is destroyed. `database` must outlive it.
  LedgerWriter(store::Database& database, LedgerObserver observer);
  // Writes all that has been put before.
  ~LedgerWriter();

  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  void Put(store::GameResult result) { Add(std::move(result)); }
  void Put(BotFault fault) { Add(std::move(fault)); }

 private:
  using Entry = std::variant<store::GameResult, BotFault>;

  void Add(Entry entry);
  // Waits for entries and takes them all; empty at the end.
  std::vector<Entry> Take();
  void Run();
  absl::Status Write(std::vector<Entry> entries);

  store::Database& database_;
  const LedgerObserver observer_;

  Mutex mutex_;
  CondVar changed_;
  std::vector<Entry> waiting_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // The last member, because it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_LEDGER_WRITER_H_
