#ifndef ARENA_SERVER_WEB_CALLS_H_
#define ARENA_SERVER_WEB_CALLS_H_

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/base/mutex.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// Calls of ArenaService's methods from within the program, for the web site: the same methods that clients call over
// gRPC, with the same roles and quotas, and messages as JSON. May be used by many threads. The methods run on threads
// of its own, which have the priority of whoever constructs this: the site's have a lower one, and a change holds the
// ledger while games wait for it.
class WebCalls {
 public:
  // Of all of ArenaService's methods, as its table has them.
  explicit WebCalls(std::vector<BlockingMethod> methods);
  // Nobody may call any more.
  ~WebCalls();
  WebCalls(const WebCalls&) = delete;
  WebCalls& operator=(const WebCalls&) = delete;

  // Has `work` done on one of the threads, and waits for it.
  absl::Status Run(const std::function<absl::Status()>& work) const ABSL_LOCKS_EXCLUDED(mutex_);
  // SubmitBot: the packed files of a bot. Returns the submission as JSON.
  absl::StatusOr<std::string> Submit(const std::string& archive, const std::string& owner,
                                     const std::string& token) const;
  // Errors as WebAccounts::call.
  absl::StatusOr<std::string> Call(const std::string& method, const std::string& request,
                                   const std::string& token) const;

 private:
  // So many calls are served at once: as many as the site has workers (arena/web/web_limits.h).
  static constexpr int kThreads = 3;

  void Work() ABSL_LOCKS_EXCLUDED(mutex_);

  // By their paths.
  std::map<std::string, BlockingMethod> methods_;

  mutable Mutex mutex_;
  mutable CondVar has_work_;
  mutable std::deque<std::packaged_task<absl::Status()>> waiting_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_WEB_CALLS_H_
