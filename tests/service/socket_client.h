#ifndef TESTS_SERVICE_SOCKET_CLIENT_H_
#define TESTS_SERVICE_SOCKET_CLIENT_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/net/http2_bytes.h"
#include "tests/net/stranger.h"
#include "tests/rpc/test_client.h"
#include "tests/support/wait.h"

namespace flagfall {

// A client that speaks gRPC at a socket, step by step as the test has it.
class SocketClient {
 public:
  explicit SocketClient(const std::string& address, bool over_tls = false, const rpc::ClientSettings& settings = {})
      : stranger_(address, over_tls), client_(settings) {}

  rpc::TestClient& http2() { return client_; }
  Stranger& socket() { return stranger_; }
  rpc::HeardCall& Of(std::int32_t stream) { return client_.Of(stream); }

  // Opens the connection's own window as wide as can be.
  void WidenConnection() {
    constexpr std::int32_t kAtFirst = 65535;
    client_.Widen(0, std::int32_t{kWidestWindow} - kAtFirst);
  }

  // Says what there is to be said, which waits for the server, and hears what has come.
  void Exchange() {
    if (const std::string said = client_.TakeOutput(); !said.empty()) stranger_.Say(said);
    Listen();
  }
  // Hears what has come, and says nothing.
  void Listen() {
    const std::string& heard = stranger_.Heard();
    client_.Receive(absl::string_view(heard).substr(heard_bytes_));
    heard_bytes_ = heard.size();
  }
  // Exchanges until that holds; false when it never does.
  bool Await(const std::function<bool()>& condition) {
    const bool holds = WaitFor([&] {
      Exchange();
      return condition();
    });
    // What came with the end of the connection.
    Listen();
    return holds;
  }
  // The same without a word.
  bool AwaitSilently(const std::function<bool()>& condition) {
    return WaitFor([&] {
      Listen();
      return condition();
    });
  }
  bool AwaitAnswers(std::int32_t stream, std::size_t count) {
    return Await([&] { return Of(stream).messages.size() >= count; });
  }
  bool AwaitClose() {
    const bool is_closed = AwaitSilently([&] { return stranger_.IsClosed(); });
    Listen();
    return is_closed;
  }
  // Whether the server answers a message on a call of the client's own; false when the connection has ended.
  bool IsServed() {
    const std::int32_t stream = client_.Begin();
    client_.SendMessage(stream, "echo", /*half_close=*/true);
    EXPECT_TRUE(Await([&] { return Of(stream).has_ended || stranger_.IsClosed(); }));
    return Of(stream).messages == std::vector<std::string>{"echo"};
  }

 private:
  Stranger stranger_;
  rpc::TestClient client_;
  std::size_t heard_bytes_ = 0;
};

}  // namespace flagfall

#endif  // TESTS_SERVICE_SOCKET_CLIENT_H_
