#include "referee/rpc/http2_callbacks.h"

#include <memory>

#include "referee/base/check.h"

namespace flagfall::rpc {
namespace {

// Resets that a client may send in a row, and a second. Calls are budgeted by the server as well; this is nghttp2's own
// answer to rapid reset.
constexpr std::uint64_t kResetBurst = 256;
constexpr std::uint64_t kResetsPerSecond = 64;
// CONTINUATION frames of one head, entries of one SETTINGS frame, and answers to PING and SETTINGS that wait to be
// sent.
constexpr std::size_t kContinuationsMax = 8;
constexpr std::size_t kSettingsMax = 32;
constexpr std::size_t kAnswersMax = 256;

absl::string_view View(const std::uint8_t* data, std::size_t bytes) {
  return absl::string_view(reinterpret_cast<const char*>(data), bytes);
}

Call* CallOf(nghttp2_session* session, std::int32_t stream) {
  return static_cast<Call*>(nghttp2_session_get_stream_user_data(session, stream));
}

}  // namespace

nghttp2_session* Http2Callbacks::NewSession(Connection& connection) {
  nghttp2_session_callbacks* callbacks = nullptr;
  FLAGFALL_CHECK(nghttp2_session_callbacks_new(&callbacks) == 0);
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, OnBeginHeaders);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, OnHeader);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, OnFrameReceived);
  nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, OnInvalidFrame);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, OnData);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, OnStreamClosed);
  nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, OnFrameSent);

  nghttp2_option* options = nullptr;
  FLAGFALL_CHECK(nghttp2_option_new(&options) == 0);
  // What is not consumed is not refilled.
  nghttp2_option_set_no_auto_window_update(options, 1);
  nghttp2_option_set_no_closed_streams(options, 1);
  // "Bearer " without a token gets an answer in words, as all other wrong metadata does.
  nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(options, 1);
  nghttp2_option_set_stream_reset_rate_limit(options, kResetBurst, kResetsPerSecond);
  nghttp2_option_set_max_continuations(options, kContinuationsMax);
  nghttp2_option_set_max_settings(options, kSettingsMax);
  nghttp2_option_set_max_outbound_ack(options, kAnswersMax);

  nghttp2_session* session = nullptr;
  FLAGFALL_CHECK(nghttp2_session_server_new2(&session, callbacks, &connection, options) == 0);
  nghttp2_option_del(options);
  nghttp2_session_callbacks_del(callbacks);
  return session;
}

nghttp2_data_provider Http2Callbacks::DataOf(Call& call) {
  return {.source = {.ptr = &call}, .read_callback = ReadData};
}

int Http2Callbacks::OnBeginHeaders(nghttp2_session* session, const nghttp2_frame* frame, void* user_data) {
  if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
  Call& call = static_cast<Connection*>(user_data)->Begin(frame->hd.stream_id);
  nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, &call);
  return 0;
}

int Http2Callbacks::OnHeader(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name,
                             std::size_t name_bytes, const std::uint8_t* value, std::size_t value_bytes,
                             std::uint8_t /*flags*/, void* user_data) {
  // Trailers of a client mean nothing in gRPC.
  if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
  Connection& connection = *static_cast<Connection*>(user_data);
  Call* const call = CallOf(session, frame->hd.stream_id);
  if (call == nullptr) return 0;
  connection.TakeHeader(*call, View(name, name_bytes), View(value, value_bytes));
  // The rest of this head is still unpacked, as the state of the compression asks for, but no longer shown.
  return connection.is_deaf_ ? NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE : 0;
}

int Http2Callbacks::OnFrameReceived(nghttp2_session* session, const nghttp2_frame* frame, void* user_data) {
  // The first frame of a client that opens the connection as it should; nghttp2 takes no other.
  if (frame->hd.type == NGHTTP2_SETTINGS) static_cast<Connection*>(user_data)->deadlines_.Opened();
  if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
  Call* const call = CallOf(session, frame->hd.stream_id);
  if (call == nullptr) return 0;
  Connection& connection = *static_cast<Connection*>(user_data);
  if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) connection.TakeHead(*call);
  if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) connection.TakeHalfClose(*call);
  return 0;
}

int Http2Callbacks::OnInvalidFrame(nghttp2_session* /*session*/, const nghttp2_frame* /*frame*/, int /*error*/,
                                   void* user_data) {
  Connection& connection = *static_cast<Connection*>(user_data);
  if (++connection.invalid_frames_ > connection.options_.invalid_frames_max) {
    connection.EndSession(NGHTTP2_ENHANCE_YOUR_CALM, "too many invalid frames");
  }
  return 0;
}

int Http2Callbacks::OnData(nghttp2_session* session, std::uint8_t /*flags*/, std::int32_t stream,
                           const std::uint8_t* data, std::size_t bytes, void* user_data) {
  nghttp2_session_consume_connection(session, bytes);
  Call* const call = CallOf(session, stream);
  if (call != nullptr) static_cast<Connection*>(user_data)->TakeData(*call, View(data, bytes));
  return 0;
}

int Http2Callbacks::OnStreamClosed(nghttp2_session* /*session*/, std::int32_t stream, std::uint32_t /*error*/,
                                   void* user_data) {
  static_cast<Connection*>(user_data)->Close(stream);
  return 0;
}

int Http2Callbacks::OnFrameSent(nghttp2_session* session, const nghttp2_frame* frame, void* /*user_data*/) {
  if (frame->hd.type != NGHTTP2_HEADERS || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
  // The status is out. Who has not said that it is through is told that nobody listens any more (RFC 9113, 8.1); sent
  // from here, since a reset overtakes what is queued.
  const std::int32_t stream = frame->hd.stream_id;
  if (nghttp2_session_get_stream_remote_close(session, stream) != 0) return 0;
  nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, stream, NGHTTP2_NO_ERROR);
  return 0;
}

ssize_t Http2Callbacks::ReadData(nghttp2_session* /*session*/, std::int32_t /*stream*/, std::uint8_t* buffer,
                                 std::size_t size, std::uint32_t* flags, nghttp2_data_source* source, void* user_data) {
  return static_cast<Connection*>(user_data)->FillData(*static_cast<Call*>(source->ptr), buffer, size, flags);
}

}  // namespace flagfall::rpc
