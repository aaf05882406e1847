#ifndef TESTS_SERVICE_TEST_SERVER_H_
#define TESTS_SERVICE_TEST_SERVER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "referee/net/event_loop.h"
#include "referee/net/listener.h"
#include "referee/service/connection_server.h"

namespace flagfall {

inline constexpr Quota kWideQuota{.at_once = 100, .burst = 1000, .per_second = 1000};

// Under which nothing that an ordinary client does is too much.
inline ConnectionServer::Limits WideLimits() {
  return {.peer = kWideQuota, .all = kWideQuota, .call_burst = 10'000, .calls_per_second = 0};
}

// A server of connections on a loop and a thread of its own, whose calls answer each message with itself; but "busy N"
// after the thread was busy for N milliseconds, "say N" with N bytes, and a long message with "taken".
class TestServer {
 public:
  explicit TestServer(const ConnectionServer::Limits& limits = WideLimits())
      : server_(loop_, limits,
                [this](rpc::Call& call, ServedConnection& connection) { return Route(call, connection); }),
        thread_([this] { loop_.Run(); }) {}
  ~TestServer() {
    Do([this] { server_.DropAll(); });
    loop_.Stop();
    thread_.join();
  }

  // Listens there; returns the address.
  std::string Open(const std::string& at = "127.0.0.1:0", const TlsContext* tls = nullptr) {
    Listener listener = Listener::At(at).value();
    std::string address = listener.address();
    Do([&] { server_.Open(std::move(listener), {.bot = "", .tls = tls}); });
    return address;
  }
  // Runs `call` on the loop's thread, and waits for the end of the turn.
  void Do(const std::function<void()>& call) {
    std::latch done(1);
    loop_.Post(call);
    loop_.Post([&] { done.count_down(); });
    done.wait();
  }
  // Calls of other paths than this are left open, for another server.
  void ServeOnly(const std::string& path) { only_path_ = path; }

  ConnectionServer& server() { return server_; }
  EventLoop& loop() { return loop_; }
  std::thread& thread() { return thread_; }

  // How many messages came in, and their bytes.
  std::size_t messages() const { return messages_; }
  std::size_t bytes() const { return bytes_; }
  // The number of the connection that called last.
  std::uint64_t last_connection() const { return last_connection_; }

 private:
  static constexpr std::size_t kLongMessage = 1000;

  class TestCall final : public rpc::CallHandler {
   public:
    TestCall(TestServer& server, rpc::Call& call) : server_(server), call_(call) {}

    bool OnMessage(absl::string_view message) override {
      ++server_.messages_;
      server_.bytes_ += message.size();
      int number = 0;
      absl::string_view rest = message;
      if (absl::ConsumePrefix(&rest, "busy ") && absl::SimpleAtoi(rest, &number)) {
        const Micros until = SteadyNow() + std::chrono::milliseconds(number);
        while (SteadyNow() < until) {
        }
      }
      rest = message;
      const bool says = absl::ConsumePrefix(&rest, "say ") && absl::SimpleAtoi(rest, &number);
      call_.Send(says                            ? std::string(static_cast<std::size_t>(number), 'x')
                 : message.size() > kLongMessage ? "taken"
                                                 : std::string(message));
      return true;
    }
    void OnHalfClosed() override { call_.End(absl::OkStatus()); }
    void OnEnded() override {}

   private:
    TestServer& server_;
    rpc::Call& call_;
  };

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call, ServedConnection& connection) {
    last_connection_ = connection.number();
    if (!only_path_.empty() && call.head().path != only_path_) return nullptr;
    return std::make_shared<TestCall>(*this, call);
  }

  std::string only_path_;
  std::atomic<std::size_t> messages_ = 0;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> last_connection_ = 0;
  EventLoop loop_;
  ConnectionServer server_;
  std::thread thread_;
};

}  // namespace flagfall

#endif  // TESTS_SERVICE_TEST_SERVER_H_
