#include "arena/webhooks/http_sender.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::webhooks {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

// A receiver at a port of this machine that answers everything with the same bytes.
class Receiver {
 public:
  explicit Receiver(std::string answer) : answer_(std::move(answer)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Run(); });
  }
  ~Receiver() {
    is_ending_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }

  std::string Url(const std::string& host) const { return absl::StrCat("http://", host, ":", port_, "/a"); }
  int connections() const { return connections_; }
  // Of the newest request. To be read when its answer has come.
  const std::string& request() const { return request_; }

 private:
  void Run() {
    while (!is_ending_) {
      const int connection = ::accept(socket_, nullptr, nullptr);
      if (connection < 0) return;
      ++connections_;
      request_.clear();
      char bytes[4096];
      while (!absl::EndsWith(request_, "the body")) {
        const ssize_t count = ::recv(connection, bytes, sizeof bytes, 0);
        if (count <= 0) break;
        request_.append(bytes, static_cast<std::size_t>(count));
      }
      std::size_t sent = 0;
      while (sent < answer_.size()) {
        const ssize_t count = ::send(connection, answer_.data() + sent, answer_.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) break;
        sent += static_cast<std::size_t>(count);
      }
      // Where nothing is answered, the connection stays open until the sender gives up.
      if (answer_.empty()) static_cast<void>(::recv(connection, bytes, sizeof bytes, 0));
      ::close(connection);
    }
  }

  const std::string answer_;
  const int socket_;
  std::uint16_t port_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::atomic<int> connections_ = 0;
  std::string request_;
  std::thread thread_;
};

PostResult SendTo(const std::string& url, const SenderOptions& options, bool is_stopping = false) {
  return HttpSender(options).Send({.url = url, .headers = {"webhook-id: msg_1", "expect:"}, .body = "the body"},
                                  [is_stopping] { return is_stopping; });
}

SenderOptions AnyAddress() { return {.rule = {.allows_private = true}}; }

TEST(HttpSender, PostsAndTakesWhatIsAnswered) {
  Receiver receiver("HTTP/1.1 204 No Content\r\n\r\n");
  const PostResult result = SendTo(receiver.Url("localhost"), AnyAddress());
  EXPECT_EQ(result.status, 204u);
  EXPECT_EQ(result.trouble, "");
  EXPECT_THAT(receiver.request(), StartsWith("POST /a HTTP/1.1\r\n"));
  EXPECT_THAT(receiver.request(), HasSubstr("webhook-id: msg_1\r\n"));
}

TEST(HttpSender, NoConnectionIsMadeToAForbiddenAddress) {
  Receiver receiver("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  for (const char* host : {"localhost", "127.0.0.1", "2130706433"}) {
    std::string url = receiver.Url(host);
    url.replace(0, 4, "https");
    const PostResult result = SendTo(url, {});
    EXPECT_EQ(result.status, 0u) << url;
    EXPECT_THAT(result.trouble, HasSubstr("does not connect")) << url;
  }
  EXPECT_EQ(receiver.connections(), 0);
  // Without encryption not even the name is asked for.
  EXPECT_NE(SendTo("http://example.org/", {}).trouble, "");
}

TEST(HttpSender, TheEnvironmentsProxyIsNotAsked) {
  Receiver proxy("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  Receiver receiver("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
  ::setenv("http_proxy", proxy.Url("127.0.0.1").c_str(), 1);
  EXPECT_EQ(SendTo(receiver.Url("127.0.0.1"), AnyAddress()).status, 201u);
  ::unsetenv("http_proxy");
  EXPECT_EQ(proxy.connections(), 0);
}

TEST(HttpSender, NoRedirectIsFollowed) {
  Receiver other("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  Receiver receiver(
      absl::StrCat("HTTP/1.1 307 x\r\nLocation: ", other.Url("127.0.0.1"), "\r\nContent-Length: 0\r\n\r\n"));
  const PostResult result = SendTo(receiver.Url("127.0.0.1"), AnyAddress());
  EXPECT_EQ(result.status, 307u);
  EXPECT_THAT(result.trouble, HasSubstr("status 307"));
  EXPECT_EQ(other.connections(), 0);
}

TEST(HttpSender, AnAnswerWithoutEndIsNotRead) {
  Receiver receiver(absl::StrCat("HTTP/1.1 200 OK\r\n\r\n", std::string(8 << 20, 'x')));
  const PostResult result = SendTo(receiver.Url("127.0.0.1"), AnyAddress());
  EXPECT_EQ(result.status, 200u);
  EXPECT_EQ(result.trouble, "");
}

TEST(HttpSender, WhoDoesNotAnswerIsNotWaitedForLong) {
  Receiver receiver("");
  SenderOptions options = AnyAddress();
  options.within = milliseconds(200);
  EXPECT_THAT(SendTo(receiver.Url("127.0.0.1"), options).trouble, HasSubstr("Timeout"));
  EXPECT_NE(SendTo(receiver.Url("127.0.0.1"), AnyAddress(), /*is_stopping=*/true).trouble, "");
}

}  // namespace
}  // namespace flagfall::arena::webhooks
