// A bot's own socket: who may dial in there, and how often at once.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "referee/net/net_limits.h"
#include "referee/service/referee.h"
#include "tests/net/http2_bytes.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

class OwnSocketTest : public testing::Test {
 protected:
  void SetUp() override {
    auto referee = Referee::Start({}, {.on_connected = [](const std::string&, const v1::Hello&) {},
                                       .on_disconnected = [](const std::string&, const std::string&) {},
                                       .on_refused = [](const std::string&, const std::string&) {}});
    ASSERT_THAT(referee, IsOk());
    referee_ = *std::move(referee);
    for (const char* bot : {"anna", "bert"}) {
      ASSERT_THAT(referee_->ListenFor(bot, Path(bot)), IsOk());
      referee_->Admit(bot, std::string(bot) + "-token");
    }
  }

  std::string Path(const std::string& bot) const { return dir_.At(bot + ".sock"); }
  std::string Address(const std::string& bot) const { return "unix:" + Path(bot); }

  // A connection on which the client has said its preface, and nothing else.
  int Connect(const std::string& bot) {
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = Path(bot);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    EXPECT_EQ(::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0) << std::strerror(errno);
    const std::string preface = Preface();
    ::send(descriptor, preface.data(), preface.size(), MSG_NOSIGNAL);
    return descriptor;
  }

  // Whether the referee has closed it.
  static bool IsClosed(int descriptor) {
    char buffer[1024];
    for (;;) {
      const ssize_t count = ::recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
      if (count <= 0) return count == 0;
    }
  }
  // Whether the referee's server has it: HTTP/2 begins with the settings of both.
  static bool IsServed(int descriptor) {
    char byte = 0;
    return ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
  }

  TempDir dir_;
  std::unique_ptr<Referee> referee_;
};

TEST_F(OwnSocketTest, TheBotIsWelcomedThere) {
  TestBot anna(Address("anna"), "anna-token");
  ASSERT_TRUE(anna.SayHello());
  EXPECT_TRUE(anna.HearUntil(v1::PlayResponse::kWelcome).has_value());
}

TEST_F(OwnSocketTest, AnotherBotsTokenIsRefused) {
  TestBot bert(Address("anna"), "bert-token");
  bert.SayHello();
  const grpc::Status status = bert.End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), HasSubstr("this socket is another bot's"));
}

TEST_F(OwnSocketTest, OneConnectionMoreThanItMayIsClosed) {
  std::vector<int> connections;
  for (int i = 0; i < limits::kConnectionsPerBot; ++i) {
    connections.push_back(Connect("anna"));
    ASSERT_TRUE(WaitFor([&] { return IsServed(connections.back()); }));
  }
  const int one_more = Connect("anna");
  EXPECT_TRUE(WaitFor([&] { return IsClosed(one_more); }));
  ::close(one_more);
  // It is nobody else's trouble.
  TestBot bert(Address("bert"), "bert-token");
  ASSERT_TRUE(bert.SayHello());
  EXPECT_TRUE(bert.HearUntil(v1::PlayResponse::kWelcome).has_value());
  // And the place of one that has ended is free.
  ::close(connections.back());
  connections.pop_back();
  EXPECT_TRUE(WaitFor([&] {
    connections.push_back(Connect("anna"));
    return WaitFor([&] { return IsServed(connections.back()) || IsClosed(connections.back()); }) &&
           IsServed(connections.back());
  }));
  for (const int connection : connections) ::close(connection);
}

TEST_F(OwnSocketTest, AConnectionThatFloodsTheTransportIsEnded) {
  ASSERT_THAT(referee_->ListenFor("carl", Path("carl")), IsOk());
  // Calls without any header, each with one too many of the frames that are let pass ahead, and nothing else.
  std::string calls;
  for (int i = 0; i <= limits::kCallBurst; ++i) calls += Frame(kHeaders, 2 * i + 1, "");
  std::string frames;
  for (int i = 0; i <= 2 * limits::kFrameBurst; ++i) frames += Frame(kUnknownType, 0, "");
  for (const std::string& flood : {calls, frames}) {
    const int connection = Connect("carl");
    ::send(connection, flood.data(), flood.size(), MSG_NOSIGNAL);
    EXPECT_TRUE(WaitFor([&] { return IsClosed(connection); }));
    ::close(connection);
  }
}

TEST_F(OwnSocketTest, ConnectionsMadeOverAndOverAreClosedAsTheyCome) {
  // Each place is free again, and yet at last none is served.
  EXPECT_TRUE(WaitFor([&] {
    const int connection = Connect("anna");
    EXPECT_TRUE(WaitFor([&] { return IsServed(connection) || IsClosed(connection); }));
    const bool was_refused = !IsServed(connection);
    ::close(connection);
    return was_refused;
  }));
}

TEST_F(OwnSocketTest, IsGoneWithTheBot) {
  EXPECT_TRUE(std::filesystem::exists(Path("anna")));
  referee_->Dismiss("anna", "it is not needed");
  EXPECT_FALSE(std::filesystem::exists(Path("anna")));
}

TEST_F(OwnSocketTest, APathThatCannotBeHadIsNamed) {
  EXPECT_THAT(referee_->ListenFor("carl", Path("bert")), IsError(absl::StatusCode::kUnavailable, Path("bert")));
  EXPECT_THAT(referee_->ListenFor("carl", std::string(200, 'x')), IsError(absl::StatusCode::kUnavailable, "too long"));
}

}  // namespace
}  // namespace flagfall
