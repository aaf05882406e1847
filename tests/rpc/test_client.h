#ifndef TESTS_RPC_TEST_CLIENT_H_
#define TESTS_RPC_TEST_CLIENT_H_

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::rpc {

using Fields = std::vector<std::pair<std::string, std::string>>;

// The first value of a field; "(none)" where there is none.
std::string ValueOf(const Fields& fields, absl::string_view name);

// The head of a gRPC call as every library sends it, followed by `more`.
Fields HeadOf(absl::string_view path = "/test.Service/Method", const Fields& more = {});

// What a client has heard of one of its calls.
struct HeardCall {
  Fields headers;
  // The fields of the HEADERS that end the stream; for Trailers-Only those are also `headers`.
  Fields trailers;
  std::string data;
  // The frames in the order in which they came: H(EADERS), D(ATA), R(ST_STREAM); in lower case with END_STREAM.
  std::string frames;
  // The whole messages in `data`.
  std::vector<std::string> messages;
  bool has_ended = false;
  // The code that the server reset the call with.
  std::optional<std::uint32_t> reset;

  // The value of grpc-status in the trailers, -1 where there is none.
  int Status() const;
  // The value of grpc-message, still percent-encoded.
  std::string Message() const { return ValueOf(trailers, "grpc-message"); }
};

struct ClientSettings {
  // Of each call, for what the server sends.
  std::uint32_t window = 65535;
  // False: the windows are refilled by Consume alone.
  bool refills = true;
  // What is told of the fields of an answer that are taken.
  std::uint32_t header_list_bytes_max = 0xffffffff;
};

// The client's end of an HTTP/2 connection without I/O, on nghttp2: bytes in, bytes out. It keeps the server's windows
// and limits, as a client's library does; what such a library would never say is said with SayRaw.
class TestClient {
 public:
  explicit TestClient(const ClientSettings& settings = {});
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  // Begins a call and returns its stream.
  std::int32_t Begin(const Fields& head = HeadOf(), bool half_close = false);
  // Any bytes as the call's next DATA.
  void Send(std::int32_t stream, absl::string_view bytes, bool half_close = false);
  void SendMessage(std::int32_t stream, absl::string_view message, bool half_close = false);
  void HalfClose(std::int32_t stream) { Send(stream, "", true); }
  // Ends the call's DATA with fields.
  void Trailers(std::int32_t stream, const Fields& fields);
  void Reset(std::int32_t stream, std::uint32_t code = NGHTTP2_CANCEL);
  void Ping();
  void GoAway(std::uint32_t code = NGHTTP2_NO_ERROR);
  // Where the client does not refill its windows: has worked off so many bytes of the call.
  void Consume(std::int32_t stream, std::size_t bytes);
  // Makes the window of a call larger.
  void Widen(std::int32_t stream, std::int32_t bytes);
  // Bytes between two frames of the session's own.
  void SayRaw(absl::string_view bytes);

  // All that is to be sent now.
  std::string TakeOutput();
  void Receive(absl::string_view bytes);

  HeardCall& Of(std::int32_t stream) { return calls_[stream]; }
  // The codes of the GOAWAYs, and the last stream of the last one.
  const std::vector<std::uint32_t>& goaways() const { return goaways_; }
  std::int32_t goaway_last_stream() const { return goaway_last_stream_; }
  // Values of the server's SETTINGS by their ids.
  const std::map<std::int32_t, std::uint32_t>& settings() const { return settings_; }
  int pings() const { return pings_; }
  int ping_answers() const { return ping_answers_; }
  int window_updates() const { return window_updates_; }
  // All bytes that have come.
  const std::string& heard() const { return heard_; }
  // What came was no HTTP/2.
  bool is_confused() const { return is_confused_; }
  // What of a call's DATA the server's windows keep back.
  std::size_t waiting_bytes(std::int32_t stream) { return outgoing_[stream].bytes.size(); }

 private:
  struct SessionDeleter {
    void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
  };
  struct Outgoing {
    std::string bytes;
    bool is_last = false;
  };

  static int OnHeader(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name,
                      std::size_t name_bytes, const std::uint8_t* value, std::size_t value_bytes, std::uint8_t flags,
                      void* user_data);
  static int OnFrame(nghttp2_session* session, const nghttp2_frame* frame, void* user_data);
  static int OnData(nghttp2_session* session, std::uint8_t flags, std::int32_t stream, const std::uint8_t* data,
                    std::size_t bytes, void* user_data);
  static ssize_t ReadData(nghttp2_session* session, std::int32_t stream, std::uint8_t* buffer, std::size_t size,
                          std::uint32_t* flags, nghttp2_data_source* source, void* user_data);
  void HearOfCall(const nghttp2_frame& frame);

  std::unique_ptr<nghttp2_session, SessionDeleter> session_;
  std::map<std::int32_t, Outgoing> outgoing_;
  std::map<std::int32_t, HeardCall> calls_;
  // Of the HEADERS that is coming in.
  Fields fields_;
  std::map<std::int32_t, std::size_t> parsed_;
  std::string raw_;
  std::vector<std::uint32_t> goaways_;
  std::int32_t goaway_last_stream_ = -1;
  std::map<std::int32_t, std::uint32_t> settings_;
  int pings_ = 0;
  int ping_answers_ = 0;
  int window_updates_ = 0;
  std::string heard_;
  bool is_confused_ = false;
};

}  // namespace flagfall::rpc

#endif  // TESTS_RPC_TEST_CLIENT_H_
