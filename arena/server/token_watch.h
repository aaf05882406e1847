#ifndef ARENA_SERVER_TOKEN_WATCH_H_
#define ARENA_SERVER_TOKEN_WATCH_H_

#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "referee/base/mutex.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// Ends calls that are open when their token is no longer good: revoked, expired, or that of a user who was removed. It
// looks whenever it is told that tokens have changed, and every two seconds. May be used by many threads.
class TokenWatch {
  struct Entry {
    std::string token;
    BlockingCall* call = nullptr;
    // Why the call was ended.
    std::optional<absl::Status> ended = std::nullopt;
  };

 public:
  static constexpr std::chrono::seconds kLooksEvery{2};

  // `check` says whether a token is good: UNAUTHENTICATED when it is not. Called on any thread.
  explicit TokenWatch(std::function<absl::Status(const std::string& token)> check);
  ~TokenWatch();
  TokenWatch(const TokenWatch&) = delete;
  TokenWatch& operator=(const TokenWatch&) = delete;

  // Serves the call by `serve`, and breaks it off when the token is no longer good. Returns what `serve` does, or else
  // UNAUTHENTICATED with the reason. The caller has looked at the token already: asking the ledger costs as much as a
  // short call itself. A caller without a token has an empty one, and is not watched.
  absl::Status Serve(BlockingCall& call, const std::string& token, const std::function<absl::Status()>& serve)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Looks at all tokens now. Calls whose token is bad are interrupted when this returns.
  void Look() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const std::function<absl::Status(const std::string& token)> check_;

  Mutex mutex_;
  CondVar ending_;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_TOKEN_WATCH_H_
