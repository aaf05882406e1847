#ifndef ARENA_CLUSTER_WORKER_WATCH_H_
#define ARENA_CLUSTER_WORKER_WATCH_H_

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "arena/cluster/worker_outliers.h"
#include "arena/store/database.h"
#include "arena/store/judged_workers.h"
#include "arena/store/readers.h"
#include "arena/store/second_games.h"
#include "arena/store/workers.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

// Looks after a server's workers, on a thread of its own: puts down in the ledger what happens to them beside their
// results, compares their results with those of other machines, and says which of them get no games. What a host says
// about a worker it finds in the ledger, within a second. After an error it goes on, and logs each that is new.
class WorkerWatch {
 public:
  struct Options {
    // Is told which workers get no games, and why: at the beginning, and whenever that has changed.
    std::function<void(std::map<store::WorkerName, std::string>)> set_suspected;
    // How sure it has to be.
    double alpha = OutlierTest().alpha;
    // How long it rests between two looks at least.
    Micros looks_every = std::chrono::seconds(1);
    // Takes lines for the host's log, from any thread.
    std::function<void(const std::string&)> log;
  };

  // `database` must be open for writing and outlive the watch; other users must hold its access().
  WorkerWatch(store::Database& database, Options options);
  // Puts down what was noted before.
  ~WorkerWatch();

  WorkerWatch(const WorkerWatch&) = delete;
  WorkerWatch& operator=(const WorkerWatch&) = delete;

  // From any thread; does not block.
  void Note(const store::WorkerNote& note) ABSL_LOCKS_EXCLUDED(mutex_);
  // Likewise what a second worker has handed in.
  void NoteSecondGame(store::SecondGame game) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns whether the watch goes on.
  bool Rest() ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status Look();
  // What is to be put down.
  struct Notes {
    std::map<store::WorkerName, store::WorkerNote> of_workers;
    std::vector<store::SecondGame> second_games;
  };
  // What cannot be put down yet is kept for the next time.
  absl::Status PutDownNotes() ABSL_LOCKS_EXCLUDED(mutex_);
  // After an error, `notes` has what is not in the ledger.
  absl::Status Write(Notes& notes);
  absl::Status TellSuspected(store::Database& reader);
  absl::Status Judge(store::Database& reader);
  absl::Status NoteLook(store::Database& reader, const store::JudgedWorker& worker,
                        const std::vector<Outlier>& outliers);

  store::Database& database_;
  const Options options_;
  store::Readers readers_;
  // Of the thread: as they were last told, the error that was last logged, and how long the last look has computed.
  std::map<store::WorkerName, std::string> suspected_;
  std::string trouble_;
  Micros look_time_{};

  Mutex mutex_;
  CondVar ending_;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  Notes notes_ ABSL_GUARDED_BY(mutex_);

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_WORKER_WATCH_H_
