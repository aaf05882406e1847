#ifndef ARENA_SERVER_ARENA_SERVER_H_
#define ARENA_SERVER_ARENA_SERVER_H_

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/accounts/submission.h"
#include "arena/runner/tournament_runner.h"
#include "arena/server/limits.h"
#include "arena/store/database.h"
#include "arena/web/web_server.h"
#include "referee/service/referee.h"

namespace flagfall::arena {

struct ServerOptions {
  // Where bots and callers dial in; see RefereeOptions.
  std::vector<std::string> listen;
  std::optional<TlsIdentity> tls;
  bool allows_plain_tcp = false;
  // How tournaments are played and bots taken in; what concerns the server's own parts it sets itself.
  RunOptions run;
  SubmissionOptions submissions;
  // The web report; none when absent.
  std::optional<WebOptions> web;
  // Where its visitors come in: "HOST:PORT" (port 0: one that is free) or "unix:/path".
  std::string web_listen;
  // When that cannot be had, there is no web report, and no error.
  bool is_web_optional = false;
  SiteFacts site;
  ServerLimits limits = {};
  // What is public of running games is so late.
  Micros public_delay{};
  // For the host's log, a line each.
  std::function<void(const std::string&)> log;
};

// A running arena: the referee, ArenaService on the same addresses, and what waits to be played and to be built.
class ArenaServer {
 public:
  // From now on bots dial in, and callers are heard. Errors as Referee's, also for `web_listen`. `database` must be
  // open for writing, and outlive the server; others use it under its access().
  static absl::StatusOr<std::unique_ptr<ArenaServer>> Start(Database& database, ServerOptions options);
  ~ArenaServer();

  // With real ports, in the order of the options.
  std::vector<std::string> Addresses() const;
  // Of the web report, with a real port; empty when there is none.
  std::string WebAddress() const;

  // Plays tournaments until `stop`. An error is the ledger's.
  absl::Status Run(const std::stop_token& stop);

 private:
  class Impl;
  explicit ArenaServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_ARENA_SERVER_H_
