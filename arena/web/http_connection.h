#ifndef ARENA_WEB_HTTP_CONNECTION_H_
#define ARENA_WEB_HTTP_CONNECTION_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/event_stream.h"
#include "arena/web/http_message.h"
#include "arena/web/quota_place.h"
#include "arena/web/send_queue.h"
#include "arena/web/upload_rule.h"
#include "arena/web/web_limits.h"
#include "arena/web/workers.h"
#include "referee/base/descriptor.h"
#include "referee/net/peer_quotas.h"
#include "referee/net/refusal.h"
#include "referee/net/timer_queue.h"

namespace flagfall::arena::web {

class HttpConnection;

// The state that all connections of a loop share. It outlives them. Used on the loop's thread only.
struct HttpContext {
  HttpContext(const WebLimits& web_limits, int epoll, std::atomic<std::size_t>& watchers_now, Workers& answering)
      : limits(web_limits), poll(epoll), watchers(watchers_now), workers(answering) {}

  const WebLimits& limits;
  // The epoll instance. A connection's events bear its id.
  const int poll;
  // Streams of events that are open.
  std::atomic<std::size_t>& watchers;
  Workers& workers;
  // Has `job` called on the loop's thread with the connection of that id, unless that is closed by then. May be called
  // on any thread.
  std::function<void(std::uint64_t id, std::function<void(HttpConnection&)> job)> post = {};
  UploadRule upload_rule = {};
  OnRefusal on_refusal = [](const Refusal&) {};
  // Bodies of that length that are coming in, or being worked on.
  std::size_t uploads = 0;
  PeerQuotas connections_of{limits.connections_of_one};
  PeerQuotas requests_of{limits.requests_of_one};
  PeerQuotas watchers_of{limits.watchers_of_one};
  // Downloads that are under way.
  std::size_t downloads = 0;
  PeerQuotas downloads_of{limits.downloads.of_one};
  TimerQueue timers = {};
  // Bytes that the clients of all connections have not taken yet.
  std::size_t bytes_waiting = 0;
  // Connections that have been closed, for the loop to remove.
  std::vector<std::uint64_t> closed = {};
  bool is_stopping = false;
};

// A client's connection: it reads one request after the other, has each answered by a worker, and writes the answers;
// or it becomes a stream of events. It never waits: each call does what can be done now. A client that is slower than
// the limits allow, in asking or in taking the answer, is closed by a timer.
//
//   kReading ──► kAnswering ──► kWriting ──► kReading, or kLingering ──► kClosed
//                     ├───────► kStreaming ──► kWriting, once the stream has ended
//                     └───────► kDownloading ──► kWriting, with the last piece
//
// Owned by the loop, and used on its thread only. A connection that is closed only waits to be removed.
class HttpConnection {
 public:
  // `client`: for whom the connection counts, if for anybody; `place`: its place among that client's connections.
  HttpConnection(std::uint64_t id, Descriptor socket, std::optional<std::string> client, QuotaPlace place,
                 HttpContext& context);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  bool is_closed() const { return phase_ == Phase::kClosed; }
  // `events`: what epoll says of the socket.
  void OnSocketEvents(std::uint32_t events);
  // No further request is read. Unless one is being answered, the connection is closed at once.
  void Stop();

 private:
  enum class Phase { kReading, kAnswering, kWriting, kStreaming, kDownloading, kLingering, kClosed };

  void AwaitRequest();
  void Receive();
  // Answers the next request if it has come as a whole.
  void TryAnswer();
  void TryHead();
  // Whether the body, of which only the length has come, is taken; if not, why.
  absl::Status TakeBody(const HttpRequest& request);
  void Answer(HttpRequest request);
  void OnAnswer(const WebAnswer& answer);
  void StartStream(const WebAnswer& answer);
  void StartDownload(const WebAnswer& answer);
  // Has the next piece of the download made.
  void AwaitPiece();
  // Absent at the download's end.
  void OnPiece(const absl::StatusOr<std::optional<std::string>>& piece);
  // Null for the stream's end.
  void OnStreamBytes(EventStream::Bytes bytes);
  // Sends the error; the connection ends after it. `reason`: one of kRequestRefusals.
  void Refuse(absl::string_view reason, const absl::Status& status);
  void NoteRefusal(absl::string_view reason) const;

  // Whether so many more bytes may wait to be taken, among those of all connections.
  bool HasRoomFor(std::size_t bytes) const;
  // Begins to send what has been added to `out_`.
  void Send();
  void Flush();
  void Linger();
  void Close();
  // Has a worker ask whether the upload that is coming in may go on.
  void CheckUpload();
  void OnUploadCheck(const std::shared_ptr<const WebRequest>& upload, const absl::Status& status);
  // What was sent is not kept any more.
  void EndUpload();
  void ListenFor(std::uint32_t events);

  const std::uint64_t id_;
  const Descriptor socket_;
  const std::optional<std::string> client_;
  HttpContext& context_;
  const QuotaPlace connection_place_;

  Phase phase_ = Phase::kReading;
  // The events that epoll has been asked for.
  std::uint32_t listened_for_ = 0;
  Timer timer_;

  std::string in_;
  // No head ends in `in_` before this.
  std::size_t searched_ = 0;
  // Its head has come, and its body has not.
  std::optional<HttpRequest> awaiting_body_;
  SendQueue out_;
  // Bytes of `out_` that are counted in the context.
  std::size_t counted_ = 0;

  // The request that is being answered. Its client may be one for whom a proxy asks.
  WebRequest request_;
  std::optional<std::string> asking_client_;
  QuotaPlace request_place_;
  // The head of the upload that is coming in, or being worked on; null when there is none.
  std::shared_ptr<const WebRequest> upload_;
  Timer upload_check_;
  bool keeps_alive_ = true;

  // What is being sent that does not come at once, with its place among its client's. One of them is set, or none.
  struct LongAnswer {
    std::shared_ptr<EventStream> stream;
    std::shared_ptr<const Download> download;
    QuotaPlace place;
  };
  LongAnswer sending_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_HTTP_CONNECTION_H_
