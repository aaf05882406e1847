#include "referee/rpc/call.h"

#include <algorithm>

#include "referee/rpc/connection.h"
#include "referee/rpc/grpc_wire.h"

namespace flagfall::rpc {

absl::string_view CallHead::Find(absl::string_view name) const {
  const auto found =
      std::find_if(metadata.begin(), metadata.end(), [&](const auto& field) { return field.first == name; });
  return found == metadata.end() ? absl::string_view() : absl::string_view(found->second);
}

void Call::Send(absl::string_view message) {
  if (is_ending()) return;
  outgoing_.push_back(WithPrefix(message));
  waiting_bytes_ += outgoing_.back().size();
  ++queued_count_;
  has_moved_ = true;
  connection_.Submit(*this);
}

void Call::End(const absl::Status& status) {
  if (is_ending()) return;
  end_status_ = status;
  end_by_ = connection_.now_ + connection_.options_.linger;
  // What has come in stays, since its messages may be in a handler's hands.
  held_.clear();
  connection_.SubmitEnd(*this);
}

void Call::Reset() {
  // What follows on the stream is dropped, so a message may end in the middle.
  outgoing_.clear();
  waiting_bytes_ = 0;
  if (!is_ending()) end_status_ = absl::CancelledError();
  nghttp2_submit_rst_stream(connection_.session_.get(), NGHTTP2_FLAG_NONE, stream_, NGHTTP2_CANCEL);
  connection_.on_output_();
}

void Call::Vouch() {
  ++connection_.calls_vouched_for_;
  connection_.on_output_();
}

void Call::Consumed(std::size_t messages, std::size_t bytes) {
  connection_.Consume(stream_, messages * kPrefixBytes + bytes);
  connection_.on_output_();
}

}  // namespace flagfall::rpc
