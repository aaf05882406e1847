#include "tests/rpc/test_client.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "referee/base/check.h"
#include "referee/rpc/grpc_wire.h"

namespace flagfall::rpc {

std::string ValueOf(const Fields& fields, absl::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
  return found == fields.end() ? "(none)" : found->second;
}

Fields HeadOf(absl::string_view path, const Fields& more) {
  Fields head{{":method", "POST"},         {":scheme", "http"}, {":path", std::string(path)},
              {":authority", "localhost"}, {"te", "trailers"},  {"content-type", "application/grpc"}};
  head.insert(head.end(), more.begin(), more.end());
  return head;
}

namespace {

std::vector<nghttp2_nv> NvOf(const Fields& fields) {
  std::vector<nghttp2_nv> nv;
  for (const auto& [name, value] : fields) {
    nv.push_back({.name = reinterpret_cast<std::uint8_t*>(const_cast<char*>(name.data())),
                  .value = reinterpret_cast<std::uint8_t*>(const_cast<char*>(value.data())),
                  .namelen = name.size(),
                  .valuelen = value.size(),
                  .flags = NGHTTP2_NV_FLAG_NONE});
  }
  return nv;
}

}  // namespace

int HeardCall::Status() const {
  const std::string value = ValueOf(trailers, "grpc-status");
  return value == "(none)" ? -1 : std::stoi(value);
}

TestClient::TestClient(const ClientSettings& settings) {
  nghttp2_session_callbacks* callbacks = nullptr;
  FLAGFALL_CHECK(nghttp2_session_callbacks_new(&callbacks) == 0);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, OnHeader);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, OnFrame);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, OnData);
  nghttp2_option* options = nullptr;
  FLAGFALL_CHECK(nghttp2_option_new(&options) == 0);
  nghttp2_option_set_no_auto_window_update(options, settings.refills ? 0 : 1);
  nghttp2_session* session = nullptr;
  FLAGFALL_CHECK(nghttp2_session_client_new2(&session, callbacks, this, options) == 0);
  nghttp2_option_del(options);
  nghttp2_session_callbacks_del(callbacks);
  session_.reset(session);
  const std::array<nghttp2_settings_entry, 3> entries{
      {{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.window},
       {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
       {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, settings.header_list_bytes_max}}};
  FLAGFALL_CHECK(nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, entries.data(), entries.size()) == 0);
}

std::int32_t TestClient::Begin(const Fields& head, bool half_close) {
  const std::vector<nghttp2_nv> fields = NvOf(head);
  const nghttp2_data_provider data{.source = {.ptr = this}, .read_callback = ReadData};
  const std::int32_t stream = nghttp2_submit_request(session_.get(), nullptr, fields.data(), fields.size(),
                                                     half_close ? nullptr : &data, nullptr);
  FLAGFALL_CHECK(stream > 0);
  return stream;
}

void TestClient::Send(std::int32_t stream, absl::string_view bytes, bool half_close) {
  Outgoing& outgoing = outgoing_[stream];
  outgoing.bytes.append(bytes.data(), bytes.size());
  outgoing.is_last = half_close;
  nghttp2_session_resume_data(session_.get(), stream);
}

void TestClient::SendMessage(std::int32_t stream, absl::string_view message, bool half_close) {
  Send(stream, WithPrefix(message), half_close);
}

void TestClient::Trailers(std::int32_t stream, const Fields& fields) {
  const std::vector<nghttp2_nv> nv = NvOf(fields);
  nghttp2_submit_trailer(session_.get(), stream, nv.data(), nv.size());
}

void TestClient::Reset(std::int32_t stream, std::uint32_t code) {
  nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, stream, code);
}

void TestClient::Ping() { nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr); }

void TestClient::GoAway(std::uint32_t code) {
  nghttp2_submit_goaway(session_.get(), NGHTTP2_FLAG_NONE, 0, code, nullptr, 0);
}

void TestClient::Consume(std::int32_t stream, std::size_t bytes) {
  nghttp2_session_consume(session_.get(), stream, bytes);
}

void TestClient::Widen(std::int32_t stream, std::int32_t bytes) {
  nghttp2_submit_window_update(session_.get(), NGHTTP2_FLAG_NONE, stream, bytes);
}

void TestClient::SayRaw(absl::string_view bytes) {
  raw_ = TakeOutput();
  raw_.append(bytes.data(), bytes.size());
}

std::string TestClient::TakeOutput() {
  std::string output = std::exchange(raw_, {});
  for (;;) {
    const std::uint8_t* piece = nullptr;
    const ssize_t bytes = nghttp2_session_mem_send(session_.get(), &piece);
    if (bytes <= 0) return output;
    output.append(reinterpret_cast<const char*>(piece), static_cast<std::size_t>(bytes));
  }
}

void TestClient::Receive(absl::string_view bytes) {
  heard_.append(bytes.data(), bytes.size());
  if (is_confused_) return;
  is_confused_ = nghttp2_session_mem_recv(session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                          bytes.size()) != static_cast<ssize_t>(bytes.size());
}

int TestClient::OnHeader(nghttp2_session* /*session*/, const nghttp2_frame* /*frame*/, const std::uint8_t* name,
                         std::size_t name_bytes, const std::uint8_t* value, std::size_t value_bytes,
                         std::uint8_t /*flags*/, void* user_data) {
  static_cast<TestClient*>(user_data)->fields_.emplace_back(
      std::string(reinterpret_cast<const char*>(name), name_bytes),
      std::string(reinterpret_cast<const char*>(value), value_bytes));
  return 0;
}

int TestClient::OnFrame(nghttp2_session* /*session*/, const nghttp2_frame* frame, void* user_data) {
  TestClient& client = *static_cast<TestClient*>(user_data);
  const bool is_answer = (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0;
  switch (frame->hd.type) {
    case NGHTTP2_SETTINGS:
      for (std::size_t i = 0; i < frame->settings.niv; ++i) {
        client.settings_[frame->settings.iv[i].settings_id] = frame->settings.iv[i].value;
      }
      break;
    case NGHTTP2_PING:
      ++(is_answer ? client.ping_answers_ : client.pings_);
      break;
    case NGHTTP2_GOAWAY:
      client.goaways_.push_back(frame->goaway.error_code);
      client.goaway_last_stream_ = frame->goaway.last_stream_id;
      break;
    case NGHTTP2_WINDOW_UPDATE:
      ++client.window_updates_;
      break;
    default:
      client.HearOfCall(*frame);
  }
  return 0;
}

void TestClient::HearOfCall(const nghttp2_frame& frame) {
  HeardCall& call = calls_[frame.hd.stream_id];
  const bool is_last = frame.hd.type != NGHTTP2_RST_STREAM && (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
  if (frame.hd.type == NGHTTP2_HEADERS) {
    const Fields fields = std::exchange(fields_, {});
    if (call.headers.empty()) call.headers = fields;
    if (is_last) call.trailers = fields;
  }
  if (frame.hd.type == NGHTTP2_RST_STREAM) call.reset = frame.rst_stream.error_code;
  const char letter = frame.hd.type == NGHTTP2_HEADERS ? 'H' : frame.hd.type == NGHTTP2_DATA ? 'D' : 'R';
  call.frames += is_last ? static_cast<char>(std::tolower(letter)) : letter;
  call.has_ended |= is_last;
}

int TestClient::OnData(nghttp2_session* /*session*/, std::uint8_t /*flags*/, std::int32_t stream,
                       const std::uint8_t* data, std::size_t bytes, void* user_data) {
  TestClient& client = *static_cast<TestClient*>(user_data);
  HeardCall& call = client.calls_[stream];
  call.data.append(reinterpret_cast<const char*>(data), bytes);
  std::size_t& parsed = client.parsed_[stream];
  while (call.data.size() >= parsed + kPrefixBytes) {
    const MessagePrefix prefix = ReadPrefix(absl::string_view(call.data).substr(parsed));
    if (call.data.size() < parsed + kPrefixBytes + prefix.length) break;
    call.messages.push_back(call.data.substr(parsed + kPrefixBytes, prefix.length));
    parsed += kPrefixBytes + prefix.length;
  }
  return 0;
}

ssize_t TestClient::ReadData(nghttp2_session* /*session*/, std::int32_t stream, std::uint8_t* buffer, std::size_t size,
                             std::uint32_t* flags, nghttp2_data_source* source, void* /*user_data*/) {
  Outgoing& outgoing = static_cast<TestClient*>(source->ptr)->outgoing_[stream];
  const std::size_t bytes = std::min(size, outgoing.bytes.size());
  std::copy_n(outgoing.bytes.data(), bytes, buffer);
  outgoing.bytes.erase(0, bytes);
  if (outgoing.bytes.empty() && outgoing.is_last) {
    *flags |= NGHTTP2_DATA_FLAG_EOF;
  } else if (bytes == 0) {
    return NGHTTP2_ERR_DEFERRED;
  }
  return static_cast<ssize_t>(bytes);
}

}  // namespace flagfall::rpc
