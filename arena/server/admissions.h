#ifndef ARENA_SERVER_ADMISSIONS_H_
#define ARENA_SERVER_ADMISSIONS_H_

#include <chrono>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "arena/store/database.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/service/referee.h"

namespace flagfall::arena {

// Which remote bots may dial in: those of the ledger whose tokens are good, and which are not retired.
class Admissions {
 public:
  // So long a game waits for one of them: it may be on its way back.
  static constexpr Micros kNoShowAfter = std::chrono::seconds(60);

  // Admits to this referee from now on; null, with which it begins: to none. Brings it to what the ledger says.
  absl::Status Serve(Referee* referee, Database& reader, Micros now);

  // Brings the referee to what the ledger says: to be called whenever a token or a bot has changed. Who is admitted no
  // longer has lost the games that it plays.
  absl::Status Update(Database& reader, Micros now);

 private:
  Mutex mutex_;
  Referee* referee_ ABSL_GUARDED_BY(mutex_) = nullptr;
  // Bots and the SHA-256 of their tokens.
  std::map<std::string, std::string> admitted_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_ADMISSIONS_H_
