#ifndef ARENA_SERVER_BOT_ALLOWLIST_H_
#define ARENA_SERVER_BOT_ALLOWLIST_H_

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/service/referee.h"

namespace flagfall::arena::server {

// Keeps the referee's list of remote bots that may dial in equal to the ledger's: bots that are not retired and have a
// good token. May be used by many threads.
class BotAllowlist {
 public:
  // For so long a game waits for a remote bot, which may be on its way back.
  static constexpr Micros kNoShowAfter = std::chrono::seconds(60);

  // The bots that may dial in, for the options of the referee that is about to start.
  absl::StatusOr<std::vector<AdmittedToken>> Begin(store::Database& reader, Micros now);

  // Updates this referee from now on, and at once: it was started with what Begin returned. With null, as at first,
  // there is none.
  absl::Status Serve(Referee* referee, store::Database& reader, Micros now);

  // Brings the referee to what the ledger says. Must be called whenever a token or a bot has changed. A bot that is no
  // longer allowed loses the games that it is playing.
  absl::Status Update(store::Database& reader, Micros now);

 private:
  // By bot, the SHA-256 of its token.
  using TokensByBot = std::map<std::string, std::string>;

  // As the ledger has them. A bot has one token; if there are several, the newest counts.
  static absl::StatusOr<TokensByBot> InLedger(store::Database& reader, Micros now);

  Mutex mutex_;
  Referee* referee_ ABSL_GUARDED_BY(mutex_) = nullptr;
  // What the referee knows.
  TokensByBot allowed_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_BOT_ALLOWLIST_H_
