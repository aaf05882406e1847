#ifndef ARENA_SERVER_SERVER_METRICS_H_
#define ARENA_SERVER_SERVER_METRICS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/backup/backup_schedule.h"
#include "arena/metrics/abuse_log.h"
#include "arena/metrics/registry.h"
#include "arena/runner/run_meter.h"
#include "arena/store/readers.h"
#include "arena/store/tallies.h"
#include "arena/web/live_games.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/net/refusal.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// Where a server's figures come from. The functions are called while the text is made, on any thread.
struct MetricsSources {
  std::string ledger_path;
  // The one in which it lies.
  std::string folder;
  std::string version;
  // These two outlive the metrics.
  web::LiveGames& live;
  const runner::RunMeter& runs;
  std::function<std::size_t()> bots_connected;
  // Whether no game begins since the disk has too little room.
  std::function<bool()> held;
  // Absent where no backups are made.
  std::function<std::optional<backup::BackupState>()> backups;
  // Takes lines for the host's log.
  std::function<void(const std::string&)> log;
};

// What a server counts and measures for its host: the families of metrics that arena/README.md lists. No label has a
// value that others can choose. May be used by many threads.
class ServerMetrics {
 public:
  explicit ServerMetrics(MetricsSources sources);

  // In Prometheus' text format. Reads what the ledger has that is new.
  absl::StatusOr<std::string> Text() ABSL_LOCKS_EXCLUDED(mutex_);

  // The same as a message.
  absl::StatusOr<v1::GetServerStatusResponse> Status() ABSL_LOCKS_EXCLUDED(mutex_);

  // Counts it, and has it written to the log.
  void NoteRefusal(const Refusal& refusal);
  void NoteHostDelay(Micros delay);
  // `kind`: one of peer_kinds.
  void NotePeerCost(absl::string_view kind, Micros cost);
  // Has calls of a method counted that are refused.
  BlockingMethod Watched(BlockingMethod method);

 private:
  using Samples = std::vector<metrics::Sample>;

  absl::Status ReadLedger() ABSL_LOCKS_EXCLUDED(mutex_);
  void AddGames();
  void AddTournaments();
  void AddQueues();
  void AddHost();
  void AddProcess();
  Samples RunningByState() ABSL_LOCKS_EXCLUDED(mutex_);
  Samples WorkersByState() ABSL_LOCKS_EXCLUDED(mutex_);

  const MetricsSources sources_;
  store::Readers readers_;
  metrics::AbuseLog abuse_log_;
  metrics::Registry registry_;
  metrics::Counter& connections_refused_;
  metrics::Counter& requests_refused_;
  metrics::Histogram& host_delays_;
  // In microseconds, by the kind of peer.
  metrics::Counter peer_costs_;

  Mutex mutex_;
  store::GamesTally games_ ABSL_GUARDED_BY(mutex_);
  store::LedgerTally ledger_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SERVER_METRICS_H_
