// The part of Connection that takes what a client says in its calls.
#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/counted.h"
#include "referee/rpc/connection.h"
#include "referee/rpc/grpc_wire.h"

namespace flagfall::rpc {
namespace {

// How many times the metadata that a call may have ends the connection while it comes.
constexpr std::size_t kMetadataTimesMax = 8;

absl::Status TooMuchMetadata(std::size_t bytes_max) {
  return absl::ResourceExhaustedError(absl::StrCat("the call's metadata is too long: at most ", bytes_max,
                                                   " bytes, counted as names, values and 32 for each field"));
}

}  // namespace

Call& Connection::Begin(std::int32_t stream) {
  std::unique_ptr<Call>& call = calls_[stream];
  call.reset(new Call(*this, stream));
  deadlines_.CallBegan();
  return *call;
}

void Connection::TakeHeader(Call& call, absl::string_view name, absl::string_view value) {
  call.reading_.head_bytes += name.size() + value.size() + kFieldOverhead;
  // Binary values that were joined on the way become fields of their own (PROTOCOL-HTTP2.md, Custom-Metadata).
  if (absl::EndsWith(name, "-bin")) {
    const auto joins = static_cast<std::size_t>(std::count(value.begin(), value.end(), ','));
    call.reading_.head_bytes += joins * (name.size() + kFieldOverhead);
  }
  if (call.reading_.head_bytes > kMetadataTimesMax * options_.metadata_bytes_max) {
    return EndSession(NGHTTP2_ENHANCE_YOUR_CALM, "a call with far too much metadata");
  }
  if (call.reading_.head_bytes > options_.metadata_bytes_max) {
    call.reading_.head_error = TooMuchMetadata(options_.metadata_bytes_max);
    return;
  }
  if (name == ":path") {
    call.head_.path = std::string(value);
  } else if (name == ":method") {
    call.reading_.is_post = value == "POST";
  } else if (name == "content-type") {
    call.reading_.is_grpc = IsGrpcContentType(value);
  } else if (name == "te") {
    call.reading_.has_te = absl::EqualsIgnoreCase(value, "trailers");
  } else if (name == "grpc-encoding") {
    call.reading_.encoding = std::string(value);
  } else if (name == "grpc-timeout") {
    const std::optional<Micros> timeout = ParseTimeout(value);
    if (timeout) call.head_.deadline = now_ + *timeout;
    if (!timeout) call.reading_.head_error = absl::InternalError(absl::StrCat("grpc-timeout '", value, "' is no time"));
  } else if (absl::EndsWith(name, "-bin")) {
    for (const absl::string_view part : absl::StrSplit(value, ',')) {
      call.head_.metadata.emplace_back(std::string(name), DecodeBinary(part).value_or(std::string()));
    }
  } else if (!absl::StartsWith(name, ":")) {
    call.head_.metadata.emplace_back(std::string(name), std::string(value));
  }
}

void Connection::TakeHead(Call& call) {
  call.reading_.is_complete = true;
  // A call may end while its head comes in, by its deadline or with all others.
  if (is_deaf_ || call.is_ending()) return;
  if (is_going_away_) {
    // The GOAWAY that waits to be sent tells the client that this call was not begun.
    call.end_status_ = absl::UnavailableError("the server takes no more calls");
    call.end_by_ = Micros::max();
    nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, call.stream_, NGHTTP2_REFUSED_STREAM);
    return;
  }
  if (!call.reading_.head_error && !call.reading_.is_post) call.reading_.http_error = 405;
  if (!call.reading_.head_error && call.reading_.is_post && !call.reading_.is_grpc) call.reading_.http_error = 415;
  if (call.reading_.http_error != 0) return call.End(absl::InternalError("no call of gRPC"));
  if (call.reading_.head_error) return call.End(*call.reading_.head_error);
  if (!call.reading_.has_te) {
    return call.End(absl::InternalError(
        "the call has no 'te: trailers': something between the client and this server does not speak gRPC"));
  }
  Route(call);
}

void Connection::Route(Call& call) { call.handler_ = router_->Route(call); }

void Connection::TakeData(Call& call, absl::string_view bytes) {
  if (call.is_ending()) return Consume(call.stream_, bytes.size());
  if (call.incoming_.empty()) {
    bytes.remove_prefix(TakeMessages(call, bytes));
    if (!call.is_ending()) call.incoming_.append(bytes.data(), bytes.size());
    return;
  }
  call.incoming_.append(bytes.data(), bytes.size());
  call.incoming_.erase(0, TakeMessages(call, call.incoming_));
}

std::size_t Connection::TakeMessages(Call& call, absl::string_view bytes) {
  std::size_t taken = 0;
  while (!call.is_ending() && bytes.size() - taken >= kPrefixBytes) {
    const MessagePrefix prefix = ReadPrefix(bytes.substr(taken));
    if (prefix.flags != 0) {
      const bool names_none = call.reading_.encoding.empty() || call.reading_.encoding == "identity";
      call.End(prefix.flags > 1 ? absl::InternalError("a message begins with neither 0 nor 1")
               : names_none
                   ? absl::InternalError("a message is marked as compressed, but grpc-encoding names no compression")
                   : absl::UnimplementedError(absl::StrCat("messages compressed with '", call.reading_.encoding,
                                                           "' are not taken; send them as they are (identity)")));
      break;
    }
    if (prefix.length > options_.message_bytes_max) {
      call.End(absl::ResourceExhaustedError(
          absl::StrCat("the message is too long, in bytes: ", prefix.length, " vs. ", options_.message_bytes_max)));
      break;
    }
    if (bytes.size() - taken < kPrefixBytes + prefix.length) break;
    TakeMessage(call, bytes.substr(taken + kPrefixBytes, prefix.length));
    taken += kPrefixBytes + prefix.length;
  }
  return taken;
}

void Connection::TakeMessage(Call& call, absl::string_view message) {
  if (call.handler_ == nullptr) {
    // Nothing is consumed, not even the prefix, so that the window limits how many empty messages are held.
    call.held_.emplace_back(message);
    return;
  }
  const std::shared_ptr<CallHandler> handler = call.handler_;
  if (handler->OnMessage(message)) Consume(call.stream_, kPrefixBytes + message.size());
}

void Connection::TakeHalfClose(Call& call) {
  call.is_half_closed_ = true;
  if (call.is_ending()) return;
  if (!call.incoming_.empty()) {
    return call.End(absl::InternalError(
        absl::StrCat("the call ends within a message, of which ", Counted(call.incoming_.size(), "byte"), " came")));
  }
  if (call.handler_ != nullptr) call.handler_->OnHalfClosed();
}

void Connection::Close(std::int32_t stream) {
  const auto found = calls_.find(stream);
  if (found == calls_.end()) return;
  // Out of the list first, since the handler may do anything but use its call.
  const std::unique_ptr<Call> call = std::move(found->second);
  calls_.erase(found);
  if (calls_.empty()) deadlines_.LastCallEnded(now_);
  if (call->handler_ != nullptr) call->handler_->OnEnded();
}

}  // namespace flagfall::rpc
