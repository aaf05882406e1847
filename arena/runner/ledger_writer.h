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

namespace flagfall::arena {

// A bot did not start, did not come or died.
struct BotFault {
  std::string bot;
  std::string reason;
  std::uint32_t faults_max = 0;
};

// Called on the writer's thread: must not block.
struct LedgerObserver {
  // All of `results` are on the disk, save those whose receipt says otherwise.
  std::function<void(std::vector<GameResult> results, std::vector<Receipt> receipts)> on_stored;
  // The ledger takes no more; what was not acknowledged is not in it. The writer drops all that comes after.
  std::function<void(absl::Status)> on_failed;
};

// Writes what a run has to tell the ledger, on a thread of its own. Whatever has come in while the last transaction was
// under way goes into the next one together: a commit waits for the disk, so that many at once cost little more than
// one.
class LedgerWriter {
 public:
  // More than this may not wait to be written; a run that keeps its games below it never blocks.
  static constexpr std::size_t kWaitingMax = 1024;

  // Others who use `database` before the writer is destroyed hold its access().
  LedgerWriter(Database& database, LedgerObserver observer);
  // Writes all that has come in.
  ~LedgerWriter();

  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  void Put(GameResult result) { Add(std::move(result)); }
  void Put(BotFault fault) { Add(std::move(fault)); }

 private:
  using Entry = std::variant<GameResult, BotFault>;

  void Add(Entry entry);
  // Waits for entries and takes them all; empty at the end.
  std::vector<Entry> Take();
  void Run();
  absl::Status Write(std::vector<Entry> entries);

  Database& database_;
  const LedgerObserver observer_;

  Mutex mutex_;
  CondVar changed_;
  std::vector<Entry> waiting_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_LEDGER_WRITER_H_
