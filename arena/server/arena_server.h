#ifndef ARENA_SERVER_ARENA_SERVER_H_
#define ARENA_SERVER_ARENA_SERVER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/accounts/submission.h"
#include "arena/backup/backup_schedule.h"
#include "arena/runner/tournament_runner.h"
#include "arena/server/server_limits.h"
#include "arena/store/database.h"
#include "arena/web/web_server.h"
#include "arena/webhooks/http_sender.h"
#include "referee/service/referee.h"

namespace flagfall::arena::server {

struct ServerOptions {
  // The addresses where bots and callers dial in; see RefereeOptions.
  std::vector<std::string> listen;
  std::optional<TlsIdentity> tls;
  bool allows_plain_tcp = false;
  bool serves_reflection = false;
  // How tournaments are played and bots taken in. The server sets the options that concern its own parts.
  runner::RunOptions run;
  accounts::SubmissionOptions submissions;
  // The web report; none when absent.
  std::optional<web::WebOptions> web;
  // The address of the web report: "HOST:PORT" (port 0: one that is free) or "unix:/path".
  std::string web_listen;
  // Whether the server starts without a web report, instead of failing, when it cannot listen there.
  bool is_web_optional = false;
  web_pages::SiteFacts site;
  // Where visitors of the report can sign in; empty for its address, if that is this machine's own.
  std::string site_url;
  // How reports are sent to webhooks; none are when absent.
  std::optional<webhooks::SenderOptions> webhooks;
  // How backups of the ledger are made; none are when absent. The server sets the priority and the log.
  std::optional<backup::BackupScheduleOptions> backups;
  ServerLimits limits = {};
  // No game begins while less is free on the ledger's disk, in bytes; 0 for no limit.
  std::uint64_t free_space_min = 0;
  // The web report shows running games so late.
  Micros public_delay{};
  // That of this program, which workers must have too.
  std::string version;
  // How often a worker keeps its lease.
  Micros worker_heartbeat = std::chrono::seconds(10);
  // Which share of the pairs that a worker has played a second one plays too, from 0 to 1.
  double second_share = 0.01;
  // Takes lines for the host's log, from any thread.
  std::function<void(const std::string&)> log;
};

// A running arena: the referee, ArenaService on the same addresses, and what waits to be played and to be built.
class ArenaServer {
 public:
  // Starts a server, which bots and callers can reach from now on. Errors as Referee's, also for `web_listen`.
  // `database` must be open for writing and outlive the server; others must hold its access() while they use it.
  static absl::StatusOr<std::unique_ptr<ArenaServer>> Start(store::Database& database, ServerOptions options);
  ~ArenaServer();

  // The addresses with real ports, in the order of the options.
  std::vector<std::string> Addresses() const;
  // The web report's address with a real port; empty when there is no report.
  std::string WebAddress() const;

  // Plays tournaments until `stop`. An error is the ledger's.
  absl::Status Run(const std::stop_token& stop);

 private:
  class Impl;
  explicit ArenaServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_ARENA_SERVER_H_
