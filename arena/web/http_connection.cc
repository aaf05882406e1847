#include "arena/web/http_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/web/client_address.h"

namespace flagfall::arena::web {
namespace {

constexpr std::size_t kReadAtOnce = 16 * 1024;
constexpr char kEmptyLine[] = "\r\n\r\n";
constexpr std::size_t kHeadEndBytes = 4;
// How soon a browser connects again whose stream was broken off.
constexpr char kRetry[] = "retry: 2000\n\n";

}  // namespace

HttpConnection::HttpConnection(std::uint64_t id, Descriptor socket, std::optional<std::string> client, QuotaPlace place,
                               HttpContext& context)
    : id_(id),
      socket_(std::move(socket)),
      client_(std::move(client)),
      context_(context),
      connection_place_(std::move(place)),
      timer_(context.timers, [this](Micros) { Close(); }),
      upload_check_(context.timers, [this](Micros) { CheckUpload(); }) {
  const int on = 1;
  ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  epoll_event event{.events = 0, .data = {.u64 = id_}};
  ::epoll_ctl(context_.poll, EPOLL_CTL_ADD, socket_.get(), &event);
  AwaitRequest();
}

HttpConnection::~HttpConnection() {
  context_.bytes_waiting -= counted_;
  EndUpload();
  if (sending_.download != nullptr) --context_.downloads;
  if (sending_.stream == nullptr) return;
  sending_.stream->MarkClosed();
  --context_.watchers;
}

void HttpConnection::OnSocketEvents(std::uint32_t events) {
  // A connection that has ended in both directions is of no use any more.
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) return Close();
  if ((events & EPOLLIN) != 0) Receive();
  if ((events & EPOLLOUT) != 0 && !is_closed()) Flush();
}

void HttpConnection::Stop() {
  keeps_alive_ = false;
  if (phase_ != Phase::kAnswering && phase_ != Phase::kWriting) Close();
}

void HttpConnection::AwaitRequest() {
  phase_ = Phase::kReading;
  timer_.Set(SteadyNow() + (in_.empty() ? context_.limits.idle : context_.limits.head_within));
  ListenFor(EPOLLIN);
}

void HttpConnection::Receive() {
  char bytes[kReadAtOnce];
  const ssize_t count = ::recv(socket_.get(), bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return Close();
  // Nothing that comes after the last answer is looked at.
  if (phase_ == Phase::kLingering) return;
  const bool is_first = in_.empty();
  in_.append(bytes, static_cast<std::size_t>(count));
  if (phase_ == Phase::kStreaming) {
    if (in_.size() > context_.limits.head_bytes) Close();
    return;
  }
  if (is_first && !awaiting_body_.has_value()) timer_.Set(SteadyNow() + context_.limits.head_within);
  TryAnswer();
}

void HttpConnection::TryAnswer() {
  if (!awaiting_body_.has_value()) TryHead();
  if (phase_ != Phase::kReading || !awaiting_body_.has_value() || in_.size() < awaiting_body_->body_bytes) return;
  HttpRequest request = *std::exchange(awaiting_body_, std::nullopt);
  std::string rest = in_.substr(request.body_bytes);
  in_.resize(request.body_bytes);
  request.request.body = std::exchange(in_, std::move(rest));
  Answer(std::move(request));
}

void HttpConnection::TryHead() {
  const std::size_t end = in_.find(kEmptyLine, searched_);
  searched_ = in_.size() - std::min(in_.size(), kHeadEndBytes - 1);
  if (std::min(end, in_.size()) > context_.limits.head_bytes) {
    return Refuse(refusals::kTooLarge, absl::InvalidArgumentError(absl::StrCat("the head of a request may have ",
                                                                               context_.limits.head_bytes, " bytes")));
  }
  if (end == std::string::npos) return;
  absl::StatusOr<HttpRequest> request = ParseRequestHead(absl::string_view(in_).substr(0, end + kHeadEndBytes));
  in_.erase(0, end + kHeadEndBytes);
  searched_ = 0;
  if (!request.ok()) return Refuse(refusals::kProtocolError, request.status());
  if (!request->is_known_method) {
    return Refuse(refusals::kProtocolError, absl::UnimplementedError("only GET, HEAD and POST are answered here"));
  }
  if (const absl::Status taken = TakeBody(*request); !taken.ok()) {
    return Refuse(absl::IsUnavailable(taken) ? refusals::kBusy : refusals::kTooLarge, taken);
  }
  if (request->body_bytes > 0) {
    timer_.Set(SteadyNow() + (upload_ != nullptr ? context_.limits.upload.within : context_.limits.body.within));
  }
  awaiting_body_ = *std::move(request);
  if (upload_ != nullptr) CheckUpload();
}

absl::Status HttpConnection::TakeBody(const HttpRequest& request) {
  const WebLimits& limits = context_.limits;
  if (request.body_bytes <= limits.body.bytes) return absl::OkStatus();
  const bool may_upload = context_.upload_rule.may_begin(request.request);
  const std::size_t bytes_max = may_upload ? limits.upload.bytes : limits.body.bytes;
  if (request.body_bytes > bytes_max) {
    return absl::InvalidArgumentError(absl::StrCat("the body of this request may have ", bytes_max, " bytes"));
  }
  if (context_.uploads >= limits.upload.at_once) {
    return absl::UnavailableError("too many bots are being sent just now; try again in a moment");
  }
  ++context_.uploads;
  upload_ = std::make_shared<const WebRequest>(request.request);
  return absl::OkStatus();
}

void HttpConnection::CheckUpload() {
  // However many requests of the same client are being answered, this waits for none of them.
  context_.workers.Do(
      [id = id_, &context = context_, upload = upload_] {
        absl::Status status = context.upload_rule.check(*upload);
        context.post(id, [upload, status = std::move(status)](HttpConnection& connection) {
          connection.OnUploadCheck(upload, status);
        });
      },
      std::nullopt);
}

void HttpConnection::OnUploadCheck(const std::shared_ptr<const WebRequest>& upload, const absl::Status& status) {
  // Once the body is there, whoever takes it looks at its sender anew.
  if (upload_ != upload || !awaiting_body_.has_value()) return;
  if (status.ok()) return upload_check_.Set(SteadyNow() + context_.limits.upload.checked_every);
  awaiting_body_.reset();
  in_ = std::string();
  EndUpload();
  Refuse(refusals::kUnauthenticated, status);
}

void HttpConnection::EndUpload() {
  if (upload_ == nullptr) return;
  upload_ = nullptr;
  upload_check_.Clear();
  --context_.uploads;
}

void HttpConnection::Answer(HttpRequest request) {
  asking_client_ = client_.has_value() ? client_ : ForwardedClient(request.forwarded_for);
  std::optional<QuotaPlace> place = QuotaPlace::Take(context_.requests_of, asking_client_);
  if (!place.has_value()) {
    return Refuse(refusals::kRateLimit,
                  absl::ResourceExhaustedError("too many requests from your address; wait a moment"));
  }
  // The body is for the worker alone.
  std::string body = std::exchange(request.request.body, {});
  request_ = std::move(request.request);
  WebRequest asked = request_;
  asked.body = std::move(body);
  asked.client = asking_client_.value_or("");
  asked.is_from_here = !client_.has_value() && !request.is_forwarded;
  request_place_ = *std::move(place);
  keeps_alive_ = keeps_alive_ && request.keeps_alive;
  phase_ = Phase::kAnswering;
  timer_.Clear();
  ListenFor(0);
  const bool is_taken = context_.workers.Answer(
      std::move(asked), asking_client_, [id = id_, &context = context_](const WebAnswer& answer) {
        context.post(id, [answer](HttpConnection& connection) { connection.OnAnswer(answer); });
      });
  if (!is_taken) {
    Refuse(refusals::kBusy, absl::UnavailableError("the server has too much to do; try again in a moment"));
  }
}

void HttpConnection::OnAnswer(const WebAnswer& answer) {
  request_place_.Release();
  EndUpload();
  if (!answer.refusal.empty()) NoteRefusal(answer.refusal);
  if (answer.watch != nullptr && !request_.is_head) return StartStream(answer);
  if (answer.download != nullptr && !request_.is_head) return StartDownload(answer);
  HttpReply reply = ReplyOf(request_, answer, keeps_alive_);
  if (!HasRoomFor(reply.head.size() + reply.body.size())) {
    return Refuse(refusals::kBusy, absl::UnavailableError("the server has too much to send; try again in a moment"));
  }
  phase_ = Phase::kWriting;
  out_.Add(std::move(reply.head));
  out_.Add(answer.content, reply.body);
  Send();
}

void HttpConnection::StartStream(const WebAnswer& answer) {
  if (context_.is_stopping) return Refuse(refusals::kBusy, absl::UnavailableError("the server is being stopped"));
  if (context_.watchers >= context_.limits.watchers) {
    return Refuse(refusals::kBusy,
                  absl::ResourceExhaustedError(
                      absl::StrCat(context_.limits.watchers, " watch already; look again from time to time instead")));
  }
  std::optional<QuotaPlace> place = QuotaPlace::Take(context_.watchers_of, asking_client_);
  if (!place.has_value()) {
    return Refuse(refusals::kRateLimit,
                  absl::ResourceExhaustedError(absl::StrCat("too many streams of events for your address; it may have ",
                                                            context_.limits.watchers_of_one.at_once)));
  }
  sending_.place = *std::move(place);
  ++context_.watchers;
  phase_ = Phase::kStreaming;
  sending_.stream = std::make_shared<EventStream>([id = id_, &context = context_](EventStream::Bytes bytes) {
    context.post(id, [bytes = std::move(bytes)](HttpConnection& connection) { connection.OnStreamBytes(bytes); });
  });
  out_.Add(absl::StrCat(ReplyOf(request_, answer, /*keeps_alive=*/false).head, kRetry));
  Send();
  if (!is_closed()) answer.watch(sending_.stream);
}

void HttpConnection::OnStreamBytes(EventStream::Bytes bytes) {
  if (bytes == nullptr) {
    phase_ = Phase::kWriting;
    keeps_alive_ = false;
    return Flush();
  }
  // A browser connects again, and is then sent all that happened meanwhile.
  if (!HasRoomFor(bytes->size())) return Close();
  out_.Add(std::move(bytes));
  Send();
}

void HttpConnection::NoteRefusal(absl::string_view reason) const {
  const std::optional<std::string>& asking = asking_client_.has_value() ? asking_client_ : client_;
  context_.on_refusal({.is_connection = false, .reason = reason, .peer = asking.value_or("")});
}

void HttpConnection::Refuse(absl::string_view reason, const absl::Status& status) {
  NoteRefusal(reason);
  request_place_.Release();
  keeps_alive_ = false;
  phase_ = Phase::kWriting;
  out_.Add(ErrorBytes(status));
  Send();
}

bool HttpConnection::HasRoomFor(std::size_t bytes) const {
  return context_.bytes_waiting + bytes <= context_.limits.bytes_waiting;
}

void HttpConnection::Send() {
  const auto seconds = static_cast<std::int64_t>(out_.size() / context_.limits.taken_bytes_per_second);
  timer_.Set(SteadyNow() + context_.limits.taken_within + std::chrono::seconds(seconds));
  Flush();
}

void HttpConnection::Flush() {
  const bool is_open = out_.SendTo(socket_.get());
  context_.bytes_waiting += out_.size() - std::exchange(counted_, out_.size());
  if (!is_open) return Close();
  const bool is_streaming = phase_ == Phase::kStreaming;
  if (!out_.empty()) return ListenFor(is_streaming ? EPOLLIN | EPOLLOUT : EPOLLOUT);
  if (is_streaming) {
    timer_.Clear();
    sending_.stream->MarkTaken();
    return ListenFor(EPOLLIN);
  }
  if (phase_ == Phase::kDownloading) return AwaitPiece();
  if (!keeps_alive_) return Linger();
  AwaitRequest();
  if (!in_.empty()) TryAnswer();
}

// A socket that is closed while unread bytes lie in it takes back what was written to it last. So the client is told
// that nothing more comes, and gets a moment to end the connection itself.
void HttpConnection::Linger() {
  phase_ = Phase::kLingering;
  ::shutdown(socket_.get(), SHUT_WR);
  timer_.Set(SteadyNow() + context_.limits.linger);
  ListenFor(EPOLLIN);
}

void HttpConnection::Close() {
  if (is_closed()) return;
  phase_ = Phase::kClosed;
  timer_.Clear();
  if (sending_.stream != nullptr) sending_.stream->MarkClosed();
  context_.closed.push_back(id_);
}

void HttpConnection::ListenFor(std::uint32_t events) {
  if (std::exchange(listened_for_, events) == events) return;
  epoll_event event{.events = events, .data = {.u64 = id_}};
  ::epoll_ctl(context_.poll, EPOLL_CTL_MOD, socket_.get(), &event);
}

}  // namespace flagfall::arena::web
