#ifndef ARENA_WEB_HTTP_LOOP_H_
#define ARENA_WEB_HTTP_LOOP_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/web/limits.h"
#include "arena/web/outlet.h"
#include "arena/web/visitor.h"
#include "arena/web/workers.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/gate/acceptor.h"
#include "referee/gate/descriptor.h"
#include "referee/gate/listener.h"
#include "referee/gate/peer_quotas.h"
#include "referee/gate/timer_queue.h"

namespace flagfall::arena {

// All connections of the site, on one thread that waits for none of them. It reads a request's head, hands it to a
// worker once it is whole, and writes what comes back; a stream of events stays with it. So neither who sends slowly
// nor who reads slowly holds more than a little memory, for a while.
class HttpLoop {
 public:
  // `watchers` counts those who hold a stream of events open, and outlives the loop. `visitor_of`: whom a connection
  // counts for.
  HttpLoop(Listener listener, const WebLimits& limits, std::atomic<std::size_t>& watchers, Exchange::Respond respond,
           std::function<std::optional<std::string>(const sockaddr_storage&)> visitor_of = VisitorOf);
  // Nobody is let in any more; what is being answered is still sent, for a moment.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // With the real port.
  const std::string& address() const { return address_; }

 private:
  enum class Phase { kReading, kServing, kWriting, kWatching, kLeaving };
  struct Connection;

  void Post(std::function<void()> job) ABSL_LOCKS_EXCLUDED(mutex_);
  void Run();
  bool GoesOn();
  void RunJobs() ABSL_LOCKS_EXCLUDED(mutex_);

  void Accept(int socket);
  void OnEvent(Connection& connection, std::uint32_t events);
  // False when it was removed.
  bool Read(Connection& connection);
  void TryServe(Connection& connection);
  void OnReply(std::uint64_t id, const Reply& reply);
  void Watch(Connection& connection, const std::optional<std::string>& asker, const Reply& reply);
  void OnSent(std::uint64_t id, absl::string_view bytes);
  // The answer is to be written, and the connection ends after it.
  void Refuse(Connection& connection, const absl::Status& status);
  void Write(Connection& connection, absl::string_view bytes);
  void Flush(Connection& connection);
  void Leave(Connection& connection);
  void EndRequest(Connection& connection);
  void WaitForRequest(Connection& connection);
  void Ask(Connection& connection, std::uint32_t events);
  void Remove(std::uint64_t id);

  const WebLimits limits_;
  const std::size_t connections_max_;
  const std::string address_;
  const Descriptor poll_;
  // Written to wake the thread.
  const Descriptor wake_;
  std::atomic<std::size_t>& watchers_;
  const std::function<std::optional<std::string>(const sockaddr_storage&)> visitor_of_;

  // Touched on the loop's thread only.
  std::optional<Listener> listener_;
  Acceptor acceptor_;
  PeerQuotas connections_of_;
  PeerQuotas requests_of_;
  PeerQuotas watchers_of_;
  TimerQueue timers_;
  std::map<std::uint64_t, std::unique_ptr<Connection>> connections_;
  std::uint64_t last_id_;
  std::size_t bytes_waiting_ = 0;
  std::optional<Micros> stop_at_;

  Mutex mutex_;
  std::vector<std::function<void()>> jobs_ ABSL_GUARDED_BY(mutex_);
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;

  // They use the above.
  std::unique_ptr<Workers> workers_;
  std::thread thread_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_HTTP_LOOP_H_
