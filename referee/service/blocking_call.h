#ifndef REFEREE_SERVICE_BLOCKING_CALL_H_
#define REFEREE_SERVICE_BLOCKING_CALL_H_

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "referee/base/micros.h"
#include "referee/rpc/call.h"

namespace flagfall {

// A call as the worker thread sees it that serves it: reading and writing wait. Made by the server of the connection;
// all methods are for the worker's thread.
class BlockingCall {
 public:
  virtual ~BlockingCall() = default;

  virtual const rpc::CallHead& head() const = 0;
  // Where the caller's connection comes from: an IPv4 address or an IPv6 network; at a Unix socket for all, each
  // connection's own. Empty at a bot's own socket.
  virtual const std::string& peer_address() const = 0;

  // Waits for the next message. Absent when the client sends no more, or the call is over.
  std::optional<std::string> Read() { return ReadUntil(std::chrono::steady_clock::time_point::max()); }
  // Likewise, and absent from that time on, whatever has come: a client may send as slowly as it likes.
  virtual std::optional<std::string> ReadUntil(std::chrono::steady_clock::time_point time) = 0;
  // Queues a message; waits while more than limits::kWorkerCallWaitingBytes wait for the client. False when the call is
  // over. With BlockingMethod::answers_once it goes out when the method returns.
  virtual bool Write(std::string message) = 0;
  // Whether the client has cancelled, its time is up, its connection has ended or the call was interrupted. From any
  // thread.
  virtual bool IsCancelled() const = 0;
  // Has Read return nothing and Write fail from now on, while the call still ends with the status that the method
  // returns. From any thread.
  virtual void Interrupt() = 0;
  // The caller is one that the host trusts, as a worker or a host: the call counts in no budget of calls that begin
  // (limits::kCallBurst), so that nobody who waits for each answer is cut off for asking much. To be called before the
  // method returns.
  virtual void Vouch() = 0;
};

// A method that is served on a worker thread: returns the status with which the call ends.
struct BlockingMethod {
  // "/package.Service/Method".
  std::string path;
  std::function<absl::Status(BlockingCall& call)> serve;
  // Whether the client sends exactly one message, as for all methods whose request is no stream. A worker is taken for
  // the call when that message and the client's end are there (or a second message is); else when the first message is.
  bool takes_one_message = false;
  // Whether the call gets a worker also when all others are taken by calls that are not urgent. For methods that answer
  // at once, and on whose answers others depend.
  bool is_urgent = false;
  // Whether the method writes one message at most, just before it returns: it then goes out together with the status.
  bool answers_once = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BLOCKING_CALL_H_
