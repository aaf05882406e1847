#ifndef ARENA_WEB_HTTP_LOOP_H_
#define ARENA_WEB_HTTP_LOOP_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/web/client_address.h"
#include "arena/web/http_connection.h"
#include "arena/web/web_limits.h"
#include "arena/web/workers.h"
#include "referee/base/descriptor.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/net/acceptor.h"
#include "referee/net/listener.h"
#include "referee/net/timer_queue.h"

namespace flagfall::arena::web {

// Serves HTTP: all connections live on one thread that waits for none of them, and answers are made by a few workers.
// So a client that sends or reads slowly holds a little memory for a while, and nothing else; a stream of events costs
// no thread. Constructed, destroyed and asked for its address by its owner's thread.
class HttpLoop {
 public:
  // `watchers` counts the streams of events that are open, and outlives the loop. `respond` is called on the workers'
  // threads. `client_of` tells for whom a connection counts; `on_refusal` is called on the loop's thread and must not
  // block.
  HttpLoop(
      Listener listener, const WebLimits& limits, std::atomic<std::size_t>& watchers, Workers::Respond respond,
      std::function<std::optional<std::string>(const sockaddr_storage&)> client_of = ClientOf,
      UploadRule upload_rule = {}, OnRefusal on_refusal = [](const Refusal&) {});
  // Stops accepting connections, and waits up to `limits.linger` for answers that are under way.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // With the real port.
  const std::string& address() const { return address_; }

 private:
  struct Job {
    std::uint64_t connection;
    std::function<void(HttpConnection&)> run;
  };

  void Post(Job job) ABSL_LOCKS_EXCLUDED(mutex_);

  // These run on the loop's thread.
  void Run();
  // False once the loop is to end.
  bool CheckStop() ABSL_LOCKS_EXCLUDED(mutex_);
  void OnEvent(std::uint64_t id, std::uint32_t events);
  void RunJobs() ABSL_LOCKS_EXCLUDED(mutex_);
  void RemoveClosed();
  void AcceptAt(int socket);
  // Whether epoll is to report who dials in.
  void WatchListener(bool is_watched);

  const WebLimits limits_;
  const std::size_t connections_max_;
  const std::string address_;
  const Descriptor poll_;
  // An eventfd that is written to wake the thread.
  const Descriptor wake_;
  const std::function<std::optional<std::string>(const sockaddr_storage&)> client_of_;

  Mutex mutex_;
  std::vector<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;

  // Touched on the loop's thread only, but for `post`, which the workers call.
  HttpContext context_;
  // Their threads post jobs until this is destroyed.
  Workers workers_;

  // Touched on the loop's thread only.
  std::optional<Listener> listener_;
  Acceptor acceptor_;
  // The listener is left alone until then, since there is no descriptor even to refuse anybody with.
  Timer accept_again_;
  std::map<std::uint64_t, HttpConnection> connections_;
  std::uint64_t last_id_;
  std::optional<Micros> stop_at_;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_HTTP_LOOP_H_
