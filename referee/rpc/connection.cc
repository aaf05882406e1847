#include "referee/rpc/connection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/rpc/grpc_wire.h"
#include "referee/rpc/http2_callbacks.h"

namespace flagfall::rpc {
namespace {

// The 24 bytes that a client says first (RFC 9113, 3.4).
constexpr absl::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
// For browsers and those who look around; and who speaks TLS where it is spoken in the clear is told so by his library.
constexpr absl::string_view kNotHttp2 =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    "This port speaks gRPC over HTTP/2, and nothing else.\n";

// What clients take of the fields of an answer unless they say that it is less (PROTOCOL-HTTP2.md, Responses).
constexpr std::uint32_t kAnswerFieldBytesMax = 8 * 1024;

nghttp2_nv Field(absl::string_view name, absl::string_view value) {
  const auto bytes = [](absl::string_view text) {
    return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(text.data()));
  };
  return {.name = bytes(name),
          .value = bytes(value),
          .namelen = name.size(),
          .valuelen = value.size(),
          .flags = NGHTTP2_NV_FLAG_NONE};
}

// The value of grpc-message: all of the status's message, or what the client takes of it beside the fields, among which
// grpc-message is still empty.
std::string MessageBeside(const nghttp2_nv* fields, std::size_t count, const absl::Status& status,
                          nghttp2_session* session) {
  const std::uint32_t told = nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE);
  std::size_t left = std::min(told, kAnswerFieldBytesMax);
  for (std::size_t i = 0; i < count; ++i) {
    left -= std::min(left, fields[i].namelen + fields[i].valuelen + kFieldOverhead);
  }
  return PercentEncoded(status.message(), left);
}

}  // namespace

Connection::Connection(CallRouter& router, const ConnectionOptions& options, std::function<void()> on_output,
                       Micros now)
    : router_(&router),
      options_(options),
      on_output_(std::move(on_output)),
      session_(Http2Callbacks::NewSession(*this)),
      now_(now),
      deadlines_(options, now) {
  // A message is consumed when it is complete, and nghttp2 refills a window when half of it has been consumed. So the
  // other half holds the largest message with its prefix.
  const std::uint32_t window = 2 * static_cast<std::uint32_t>(options_.message_bytes_max + kPrefixBytes);
  const std::array<nghttp2_settings_entry, 4> settings{{
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, options_.calls_at_once_max},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, static_cast<std::uint32_t>(options_.metadata_bytes_max)},
      {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
  }};
  FLAGFALL_CHECK(nghttp2_submit_settings(session_.get(), NGHTTP2_FLAG_NONE, settings.data(), settings.size()) == 0);
}

Connection::~Connection() { Break(); }

void Connection::Receive(absl::string_view bytes, Micros now) {
  now_ = now;
  deadlines_.Heard(now);
  if (is_deaf_) return;
  if (!has_opened_) {
    const absl::string_view expected = kPreface.substr(preface_bytes_, bytes.size());
    if (!absl::StartsWith(bytes, expected)) return RefusePreface();
    preface_bytes_ += expected.size();
    has_opened_ = preface_bytes_ == kPreface.size();
  }
  const ssize_t taken =
      nghttp2_session_mem_recv(session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (taken < 0) {
    // Nothing that nghttp2 could answer: too many answers wait already, or too many frames of one head.
    return Break();
  }
  if (nghttp2_session_want_read(session_.get()) != 0) return;
  is_deaf_ = true;
  deadlines_.Ends(now);
}

void Connection::RefusePreface() {
  last_words_ = std::string(kNotHttp2);
  Break();
}

void Connection::EndSession(std::uint32_t http2_error, absl::string_view why) {
  if (is_deaf_) return;
  is_deaf_ = true;
  deadlines_.Ends(now_);
  nghttp2_session* const session = session_.get();
  nghttp2_submit_goaway(session, NGHTTP2_FLAG_NONE, nghttp2_session_get_last_proc_stream_id(session), http2_error,
                        reinterpret_cast<const std::uint8_t*>(why.data()), why.size());
  on_output_();
}

void Connection::Break() {
  is_deaf_ = true;
  is_broken_ = true;
  while (!calls_.empty()) Close(calls_.begin()->first);
}

bool Connection::TakeOutput(std::string& out, std::size_t bytes_max) {
  if (!last_words_.empty()) {
    output_bytes_ += last_words_.size();
    out += std::exchange(last_words_, {});
  }
  if (is_broken_ || !has_opened_) return false;
  const std::size_t until = out.size() + bytes_max;
  while (out.size() < until) {
    const std::uint64_t messages_before = leaving_.size();
    const std::uint8_t* piece = nullptr;
    const ssize_t bytes = nghttp2_session_mem_send(session_.get(), &piece);
    if (bytes < 0) Break();
    if (bytes <= 0) return false;
    out.append(reinterpret_cast<const char*>(piece), static_cast<std::size_t>(bytes));
    output_bytes_ += static_cast<std::uint64_t>(bytes);
    // The messages that this frame holds the last byte of.
    for (std::size_t i = messages_before; i < leaving_.size(); ++i) leaving_[i].first = output_bytes_;
  }
  return true;
}

void Connection::Flushed(std::uint64_t bytes, Micros now) {
  now_ = now;
  deadlines_.Left(bytes, bytes < output_bytes_ || nghttp2_session_want_write(session_.get()) != 0, now);
  while (!leaving_.empty() && leaving_.front().first <= bytes) {
    if (const auto found = calls_.find(leaving_.front().second); found != calls_.end()) {
      ++found->second->left_count_;
      found->second->has_moved_ = true;
    }
    leaving_.pop_front();
  }
  for (const auto& [stream, call] : calls_) {
    if (std::exchange(call->has_moved_, false) && call->handler_ != nullptr) call->handler_->OnFlushed(now);
  }
}

Micros Connection::NextLook() const {
  Micros next = deadlines_.NextLook();
  for (const auto& [stream, call] : calls_) {
    if (call->is_ending()) {
      next = std::min(next, call->end_by_);
    } else if (call->head_.deadline) {
      next = std::min(next, *call->head_.deadline);
    }
  }
  return next;
}

void Connection::OnTime(Micros now) {
  now_ = now;
  if (is_broken_) return;
  switch (deadlines_.Next(now)) {
    case ConnectionDeadlines::Due::kNothing:
      break;
    case ConnectionDeadlines::Due::kPing:
      nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr);
      break;
    case ConnectionDeadlines::Due::kOpening:
      // Before the preface nobody is there who could be told.
      if (!has_opened_) return Break();
      EndSession(NGHTTP2_SETTINGS_TIMEOUT, "no settings came after the preface");
      break;
    case ConnectionDeadlines::Due::kIdle:
      EndSession(NGHTTP2_NO_ERROR, "no call for a while");
      break;
    case ConnectionDeadlines::Due::kGone:
      return Break();
  }
  for (const auto& [stream, call] : calls_) {
    if (call->is_ending()) {
      if (now < call->end_by_) continue;
      // It does not take what is still to be said.
      call->end_by_ = Micros::max();
      call->Reset();
    } else if (call->head_.deadline && now >= *call->head_.deadline) {
      call->End(absl::DeadlineExceededError("the time that the caller has given (grpc-timeout) is over"));
    }
  }
  on_output_();
}

void Connection::Reroute(CallRouter& router, std::function<void()> on_output, Micros now) {
  router_ = &router;
  on_output_ = std::move(on_output);
  now_ = now;
  for (const auto& [stream, call] : calls_) {
    // A head that is still coming in is routed when it is complete.
    if (!call->reading_.is_complete || call->handler_ != nullptr || call->is_ending()) continue;
    Route(*call);
    if (call->handler_ == nullptr && !call->is_ending()) continue;
    const std::vector<std::string> held = std::exchange(call->held_, {});
    for (const std::string& message : held) {
      const bool is_done = call->is_ending() || call->handler_->OnMessage(message);
      if (is_done) Consume(stream, kPrefixBytes + message.size());
    }
    if (call->is_half_closed_ && !call->is_ending() && call->handler_ != nullptr) call->handler_->OnHalfClosed();
  }
  on_output_();
}

bool Connection::HasUnroutedCall() const {
  return std::any_of(calls_.begin(), calls_.end(), [](const auto& entry) {
    const Call& call = *entry.second;
    return call.reading_.is_complete && call.handler_ == nullptr && !call.is_ending();
  });
}

void Connection::GoAway() {
  if (is_broken_) return;
  if (!has_opened_) return Break();
  is_going_away_ = true;
  nghttp2_submit_goaway(session_.get(), NGHTTP2_FLAG_NONE, nghttp2_session_get_last_proc_stream_id(session_.get()),
                        NGHTTP2_NO_ERROR, nullptr, 0);
  on_output_();
}

void Connection::EndCalls(const absl::Status& status, Micros now) {
  now_ = now;
  for (const auto& [stream, call] : calls_) call->End(status);
}

void Connection::RefuseFlood(Micros now) {
  if (is_broken_) return;
  // Before the preface nobody is there who could be told.
  if (!has_opened_) return Break();
  constexpr absl::string_view kWhy = "this connection says too much: frames, calls or records beyond every budget";
  EndCalls(absl::ResourceExhaustedError(kWhy), now);
  EndSession(NGHTTP2_ENHANCE_YOUR_CALM, kWhy);
}

bool Connection::IsOver() const {
  if (!last_words_.empty()) return false;
  if (is_broken_) return true;
  const bool hears = !is_deaf_ && nghttp2_session_want_read(session_.get()) != 0;
  return !hears && nghttp2_session_want_write(session_.get()) == 0;
}

void Connection::Submit(Call& call) {
  on_output_();
  if (std::exchange(call.has_responded_, true)) {
    nghttp2_session_resume_data(session_.get(), call.stream_);
    return;
  }
  const std::array<nghttp2_nv, 3> head{Field(":status", "200"), Field("content-type", "application/grpc"),
                                       Field("grpc-accept-encoding", "identity")};
  const nghttp2_data_provider data = Http2Callbacks::DataOf(call);
  nghttp2_submit_response(session_.get(), call.stream_, head.data(), head.size(), &data);
}

void Connection::SubmitEnd(Call& call) {
  on_output_();
  if (call.has_responded_) {
    // The trailers follow the last message; FillData submits them. With no message left it may not be called again:
    // where the client's window is used up, for one. They need no window.
    if (call.outgoing_.empty()) return SubmitTrailers(call);
    nghttp2_session_resume_data(session_.get(), call.stream_);
    return;
  }
  call.has_responded_ = true;
  if (call.reading_.http_error != 0) {
    const std::string status = absl::StrCat(call.reading_.http_error);
    const std::array<nghttp2_nv, 1> head{Field(":status", status)};
    nghttp2_submit_response(session_.get(), call.stream_, head.data(), head.size(), nullptr);
    return;
  }
  const std::string code = absl::StrCat(call.end_status_->raw_code());
  std::array<nghttp2_nv, 5> head{Field(":status", "200"), Field("content-type", "application/grpc"),
                                 Field("grpc-accept-encoding", "identity"), Field("grpc-status", code),
                                 Field("grpc-message", "")};
  const std::string message = MessageBeside(head.data(), head.size(), *call.end_status_, session_.get());
  head.back() = Field("grpc-message", message);
  nghttp2_submit_response(session_.get(), call.stream_, head.data(), head.size() - (message.empty() ? 1 : 0), nullptr);
}

ssize_t Connection::FillData(Call& call, std::uint8_t* buffer, std::size_t size, std::uint32_t* flags) {
  std::size_t filled = 0;
  while (!call.outgoing_.empty() && filled < size) {
    const std::string& message = call.outgoing_.front();
    const std::size_t bytes = std::min(size - filled, message.size() - call.outgoing_sent_);
    std::copy_n(message.data() + call.outgoing_sent_, bytes, buffer + filled);
    filled += bytes;
    call.outgoing_sent_ += bytes;
    call.waiting_bytes_ -= bytes;
    if (call.outgoing_sent_ < message.size()) break;
    call.outgoing_.pop_front();
    call.outgoing_sent_ = 0;
    ++messages_out_;
    leaving_.push_back({0, call.stream_});
  }
  // Only a client that takes nothing is not waited for.
  if (call.is_ending() && filled > 0) call.end_by_ = now_ + options_.linger;
  if (!call.outgoing_.empty()) return static_cast<ssize_t>(filled);
  if (call.is_ending()) {
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    SubmitTrailers(call);
  } else if (filled == 0) {
    return NGHTTP2_ERR_DEFERRED;
  }
  return static_cast<ssize_t>(filled);
}

void Connection::SubmitTrailers(Call& call) {
  if (std::exchange(call.has_trailers_, true)) return;
  const std::string code = absl::StrCat(call.end_status_->raw_code());
  std::array<nghttp2_nv, 2> trailers{Field("grpc-status", code), Field("grpc-message", "")};
  const std::string message = MessageBeside(trailers.data(), trailers.size(), *call.end_status_, session_.get());
  trailers.back() = Field("grpc-message", message);
  nghttp2_submit_trailer(session_.get(), call.stream_, trailers.data(), trailers.size() - (message.empty() ? 1 : 0));
}

void Connection::Consume(std::int32_t stream, std::size_t bytes) {
  if (bytes > 0) nghttp2_session_consume_stream(session_.get(), stream, bytes);
}

}  // namespace flagfall::rpc
