#ifndef REFEREE_RPC_CONNECTION_H_
#define REFEREE_RPC_CONNECTION_H_

#include <nghttp2/nghttp2.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/base/fifo.h"
#include "referee/base/micros.h"
#include "referee/rpc/call.h"
#include "referee/rpc/connection_deadlines.h"
#include "referee/rpc/connection_options.h"

namespace flagfall::rpc {

// The server's end of one HTTP/2 connection that carries gRPC calls: a state machine without I/O on top of nghttp2.
// Bytes and the time go in, bytes come out. It holds no more of what the client sends than the windows that it has
// given the client: for each call two messages of the largest size.
//
// To be used by one thread at a time; between two calls it may be handed to another thread. None of its methods may be
// called from a CallHandler, whose Call has all that a handler may do.
class Connection {
 public:
  // `router` gets each call whose head has come in. `on_output` is called whenever something may have to be sent, also
  // from within calls of handlers; it must only take note.
  Connection(CallRouter& router, const ConnectionOptions& options, std::function<void()> on_output, Micros now);
  // Ends all calls.
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The client said that. What has to be answered is there to be taken after it, also when nothing more may be read.
  void Receive(absl::string_view bytes, Micros now);
  // The client has ended the connection, or it is broken: all calls end.
  void Break();

  // Appends what is to be sent now to `out`, about `bytes_max` at most. True when there may be more.
  bool TakeOutput(std::string& out, std::size_t bytes_max);
  // The first `bytes` of all the output that was taken have left this machine; the rest waits for the client. Tells the
  // handlers (CallHandler::OnFlushed).
  void Flushed(std::uint64_t bytes, Micros now);

  // The time at which OnTime has something to do next.
  Micros NextLook() const;
  void OnTime(Micros now);

  // Other routers and another owner from now on. Calls that the router before left open get their handlers and what has
  // come in for them.
  void Reroute(CallRouter& router, std::function<void()> on_output, Micros now);
  // Whether a call waits for Reroute.
  bool HasUnroutedCall() const;

  // Takes no new calls, and is over as soon as those that run have ended; before the preface, at once.
  void GoAway();
  // Ends all calls with that status.
  void EndCalls(const absl::Status& status, Micros now);
  // Ends the connection for a flood; the client is told so (ENHANCE_YOUR_CALM).
  void RefuseFlood(Micros now);

  // Whether nothing more is to be read.
  bool IsDeaf() const { return is_deaf_; }
  // Whether nothing more is to be read, and nothing to be sent but what was taken already.
  bool IsOver() const;
  // Whether it ended in the middle: by the client, or for something that is no HTTP/2.
  bool IsBroken() const { return is_broken_; }
  std::size_t calls() const { return calls_.size(); }
  // How many messages went out, for budgets.
  std::uint64_t messages_out() const { return messages_out_; }
  // How many calls are to count in no budget (Call::Vouch).
  std::uint64_t calls_vouched_for() const { return calls_vouched_for_; }

 private:
  friend class Call;
  friend class Http2Callbacks;

  struct SessionDeleter {
    void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
  };

  // Says "not HTTP/2" as HTTP/1 does, or ends the session with a reason that the client is told.
  void RefusePreface();
  void EndSession(std::uint32_t http2_error, absl::string_view why);

  // ---- Of calls.
  Call& Begin(std::int32_t stream);
  void TakeHeader(Call& call, absl::string_view name, absl::string_view value);
  void TakeHead(Call& call);
  void Route(Call& call);
  void TakeData(Call& call, absl::string_view bytes);
  // Takes whole messages off the front of `bytes`; returns how many bytes they have.
  std::size_t TakeMessages(Call& call, absl::string_view bytes);
  void TakeMessage(Call& call, absl::string_view message);
  void TakeHalfClose(Call& call);
  void Close(std::int32_t stream);

  void Submit(Call& call);
  void SubmitEnd(Call& call);
  void SubmitTrailers(Call& call);
  // Fills a DATA frame, as nghttp2_data_source_read_callback.
  ssize_t FillData(Call& call, std::uint8_t* buffer, std::size_t size, std::uint32_t* flags);
  void Consume(std::int32_t stream, std::size_t bytes);

  CallRouter* router_;
  const ConnectionOptions options_;
  std::function<void()> on_output_;
  std::unique_ptr<nghttp2_session, SessionDeleter> session_;
  std::map<std::int32_t, std::unique_ptr<Call>> calls_;

  // The time of the call that is under way.
  Micros now_;
  ConnectionDeadlines deadlines_;

  // How much of the preface has come.
  std::size_t preface_bytes_ = 0;
  bool has_opened_ = false;
  bool is_deaf_ = false;
  // GoAway was called; it may still wait to be sent.
  bool is_going_away_ = false;
  bool is_broken_ = false;
  int invalid_frames_ = 0;
  // What is said besides the session's output, at its end.
  std::string last_words_;

  // All output that was taken, in bytes; and where in it the messages end that have not left yet, with their calls.
  std::uint64_t output_bytes_ = 0;
  Fifo<std::pair<std::uint64_t, std::int32_t>> leaving_;
  std::uint64_t messages_out_ = 0;
  std::uint64_t calls_vouched_for_ = 0;
};

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_CONNECTION_H_
