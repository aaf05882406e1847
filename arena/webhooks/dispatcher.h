#ifndef ARENA_WEBHOOKS_DISPATCHER_H_
#define ARENA_WEBHOOKS_DISPATCHER_H_

#include <atomic>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "arena/store/database.h"
#include "arena/store/webhook_deliveries.h"
#include "arena/webhooks/http_sender.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::webhooks {

struct DispatcherOptions {
  // Sends a request and waits for what comes of it; ends soon after `is_stopping` has become true. Called on several
  // threads.
  std::function<PostResult(const Post& post, const std::function<bool()>& is_stopping)> send;
  // Called once on each thread that sends.
  std::function<void()> lower_priority = [] {};
  // After how long a report is sent again that has failed so often. After the last it is given up.
  std::vector<Micros> pauses = DefaultPauses();
  // Since 1970.
  std::function<Micros()> now = WallNow;
  // Writes a line to the host's log.
  std::function<void(const std::string&)> log = [](const std::string&) {};

  // 10 s, 1 min, 5 min, 30 min, 2 h, 6 h.
  static std::vector<Micros> DefaultPauses();
};

// Makes deliveries of what happens in a ledger and sends them, several webhooks at once and one report at a time to
// each. One thread does everything on the ledger, for moments and at its constructor's priority, since games wait for
// the ledger; others send. What is pending when this ends, or when the program is killed, is sent by the next: a report
// may come twice, and has the same name then.
class Dispatcher {
 public:
  // `database`, whose access() others hold while they use it, outlives this.
  Dispatcher(store::Database& database, DispatcherOptions options);
  // Requests under way are broken off.
  ~Dispatcher();
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

 private:
  // So many requests are under way at once.
  static constexpr int kSenders = 4;

  struct Sent {
    store::DueDelivery delivery;
    PostResult result;
  };

  void Keep();
  // Takes a look at the ledger: stores what was sent, and has sent what is due. Returns whether there is more to do.
  absl::StatusOr<bool> Look() ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status Store(const Sent& sent);
  void Send();
  Post PostOf(const store::DueDelivery& delivery) const;

  store::Database& database_;
  const DispatcherOptions options_;
  std::atomic<bool> is_stopping_ = false;

  Mutex mutex_;
  CondVar changed_;
  std::deque<store::DueDelivery> due_ ABSL_GUARDED_BY(mutex_);
  std::deque<Sent> sent_ ABSL_GUARDED_BY(mutex_);
  // Webhooks to which something is sent, or whose result is not stored.
  std::set<std::int64_t> busy_ ABSL_GUARDED_BY(mutex_);

  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena::webhooks

#endif  // ARENA_WEBHOOKS_DISPATCHER_H_
