#ifndef REFEREE_RPC_CALL_H_
#define REFEREE_RPC_CALL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/base/fifo.h"
#include "referee/base/micros.h"

namespace flagfall::rpc {

class Call;
class Connection;

// What a client says when it begins a call.
struct CallHead {
  // "/package.Service/Method".
  std::string path;
  // Fields by name, in lower case, in the order in which they came; without those that begin with a colon. The values
  // of fields whose name ends in "-bin" are decoded.
  std::vector<std::pair<std::string, std::string>> metadata;
  // When the client stops waiting, from `grpc-timeout`; absent when it names no time.
  std::optional<Micros> deadline;

  // The first value of that field; empty when there is none.
  absl::string_view Find(absl::string_view name) const;
};

// The server's side of one method's work for one call. A connection calls it on the thread that serves the connection.
// It may call its Call from within, and must not destroy the connection.
class CallHandler {
 public:
  virtual ~CallHandler() = default;

  // A whole message has come in; `message` is valid during the call only. False when the handler has kept it and cannot
  // take more for now: the client's window stays smaller by the message, with its prefix, until Call::Consumed.
  virtual bool OnMessage(absl::string_view message) = 0;
  // The client sends no more messages.
  virtual void OnHalfClosed() = 0;
  // Messages of this call were handed to the socket, or nothing but the client keeps them from it (its window, its
  // socket). Called after each flush that moved something of this call, with the time after it.
  virtual void OnFlushed(Micros /*now*/) {}
  // The call is over, in whatever way: the status is on its way, or the client has cancelled it or vanished. Nothing is
  // called after this, and the Call must not be used any more.
  virtual void OnEnded() = 0;
};

// Decides what becomes of a call whose head has come in.
class CallRouter {
 public:
  virtual ~CallRouter() = default;
  // The handler of the call. Null where the router has ended the call (Call::End), or where it leaves the call to
  // another router (Connection::Reroute): the call then holds what comes in.
  virtual std::shared_ptr<CallHandler> Route(Call& call) = 0;
};

// One call on a connection, the server's side. It belongs to the connection, which destroys it when it is over.
class Call {
 public:
  const CallHead& head() const { return head_; }

  // Queues a message after those before it. Without effect once End has been called.
  void Send(absl::string_view message);
  // Ends the call with that status, once all that was queued is sent; resets it when the client does not take that
  // within ConnectionOptions::linger. Nothing that the client says is heard any more. Without effect when it was called
  // before.
  void End(const absl::Status& status);
  // Drops what is queued, and resets the call: the client's library reports CANCELLED.
  void Reset();
  // The caller is trusted: the call counts in no budget of calls (Connection::calls_vouched_for).
  void Vouch();
  // The handler has worked off so many messages, of so many bytes together, that OnMessage returned false for.
  void Consumed(std::size_t messages, std::size_t bytes);

  // Messages are counted from 1: how many were queued, and of how many the last byte has left this machine (has been
  // taken by the socket).
  std::uint64_t queued_count() const { return queued_count_; }
  std::uint64_t left_count() const { return left_count_; }
  // Messages that wait because the client takes nothing, and their bytes.
  std::size_t waiting_messages() const { return outgoing_.size(); }
  std::size_t waiting_bytes() const { return waiting_bytes_; }
  bool is_ending() const { return end_status_.has_value(); }

 private:
  friend class Connection;
  friend class Http2Callbacks;

  // What is known of the head while it comes in, and of what follows from it.
  struct Reading {
    // Counts the fields as HTTP/2 does, also those that were not kept since there were too many.
    std::size_t head_bytes = 0;
    // What is wrong with the head, when something is: of the fields seen so far.
    std::optional<absl::Status> head_error = std::nullopt;
    // An HTTP status other than 200 that answers a head that is not gRPC at all.
    int http_error = 0;
    std::string encoding = {};
    bool is_post = false;
    bool is_grpc = false;
    bool has_te = false;
    bool is_complete = false;
  };

  Call(Connection& connection, std::int32_t stream) : connection_(connection), stream_(stream) {}

  Connection& connection_;
  const std::int32_t stream_;
  CallHead head_;
  std::shared_ptr<CallHandler> handler_;

  // ---- Of what comes in.
  Reading reading_;
  // The prefix and the message that have come in so far.
  std::string incoming_;
  // Messages that came before the call had a handler.
  std::vector<std::string> held_;
  bool is_half_closed_ = false;

  // ---- Of what goes out.
  // Messages with their prefixes; of the first one, `outgoing_sent_` bytes are in the session already.
  Fifo<std::string> outgoing_;
  std::size_t outgoing_sent_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t queued_count_ = 0;
  std::uint64_t left_count_ = 0;
  std::optional<absl::Status> end_status_;
  // When a call that is ending is reset.
  Micros end_by_{};
  bool has_responded_ = false;
  bool has_trailers_ = false;
  // A message was queued or has left since the last OnFlushed.
  bool has_moved_ = false;
};

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_CALL_H_
