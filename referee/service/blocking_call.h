#ifndef REFEREE_SERVICE_BLOCKING_CALL_H_
#define REFEREE_SERVICE_BLOCKING_CALL_H_

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
  virtual std::optional<std::string> Read() = 0;
  // Queues a message; waits while more than limits::kWorkerCallWaitingBytes wait for the client. False when the call is
  // over.
  virtual bool Write(std::string message) = 0;
  // Whether the client has cancelled, its time is up or its connection has ended. From any thread.
  virtual bool IsCancelled() const = 0;
  // Has Read return nothing and Write fail from now on, and the call end as CANCELLED. From any thread.
  virtual void Cancel() = 0;
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
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BLOCKING_CALL_H_
