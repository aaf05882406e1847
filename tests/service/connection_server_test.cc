// Who comes in at the server that joins sockets, budgets and gRPC's state machine, and who does not.
#include "referee/service/connection_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tests/net/http2_bytes.h"
#include "tests/service/socket_client.h"
#include "tests/service/test_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

ConnectionServer::Limits OfPeer(const Quota& quota) {
  ConnectionServer::Limits limits = WideLimits();
  limits.peer = quota;
  return limits;
}
ConnectionServer::Limits OfAll(const Quota& quota) {
  ConnectionServer::Limits limits = WideLimits();
  limits.all = quota;
  return limits;
}

const TlsContext& Tls() {
  static const auto* const context = TlsContext::Make(MakeTlsIdentity()).value().release();
  return *context;
}

// In the clear, and over TLS.
class ConnectionServerTest : public testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }

  void Serve(const ConnectionServer::Limits& limits = WideLimits()) {
    server_ = std::make_unique<TestServer>(limits);
    address_ = server_->Open("127.0.0.1:0", GetParam() ? &Tls() : nullptr);
  }
  std::unique_ptr<SocketClient> DialIn() const { return std::make_unique<SocketClient>(address_, GetParam()); }
  bool IsLetIn() const { return DialIn()->IsServed(); }

  std::unique_ptr<TestServer> server_;
  std::string address_;
};

TEST_P(ConnectionServerTest, ServesCallsOneAfterTheOtherAndAtOnce) {
  Serve();
  const auto client = DialIn();
  EXPECT_TRUE(client->IsServed());
  const std::int32_t first = client->http2().Begin();
  const std::int32_t second = client->http2().Begin();
  client->http2().SendMessage(first, "one");
  client->http2().SendMessage(second, "two");
  EXPECT_TRUE(client->AwaitAnswers(first, 1) && client->AwaitAnswers(second, 1));
  EXPECT_EQ(client->Of(first).messages[0], "one");
  EXPECT_EQ(client->Of(second).messages[0], "two");
}

TEST_P(ConnectionServerTest, OneConnectionMoreThanAPeerMayHaveIsClosedAndItsPlaceIsFreeAgain) {
  Serve(OfPeer({.at_once = 2, .burst = 1000, .per_second = 1000}));
  auto first = DialIn();
  const auto second = DialIn();
  EXPECT_TRUE(first->IsServed() && second->IsServed());
  EXPECT_FALSE(IsLetIn());
  EXPECT_TRUE(first->IsServed() && second->IsServed()) << "those that are in stay";
  first.reset();
  EXPECT_TRUE(WaitFor([&] { return IsLetIn(); }));
}

TEST_P(ConnectionServerTest, APeerThatDialsInTooOftenIsLetInAgainWithTime) {
  Serve(OfPeer({.at_once = 100, .burst = 2, .per_second = 0.5}));
  EXPECT_TRUE(IsLetIn());
  EXPECT_TRUE(WaitFor([&] { return !IsLetIn(); })) << "sooner or later";
  EXPECT_TRUE(WaitFor([&] { return IsLetIn(); }));
}

TEST_P(ConnectionServerTest, OneMoreThanThereMayBeInAllIsClosedAndItsPlaceIsFreeAgain) {
  Serve(OfAll({.at_once = 1, .burst = 1000, .per_second = 1000}));
  auto first = DialIn();
  EXPECT_TRUE(first->IsServed());
  EXPECT_FALSE(IsLetIn());
  EXPECT_TRUE(first->IsServed());
  first.reset();
  EXPECT_TRUE(WaitFor([&] { return IsLetIn(); }));
}

TEST_P(ConnectionServerTest, OneThatComesTooSoonAfterAllOthersIsClosed) {
  Serve(OfAll({.at_once = 100, .burst = 2, .per_second = 0}));
  const auto first = DialIn();
  EXPECT_TRUE(first->IsServed());
  EXPECT_TRUE(IsLetIn());
  EXPECT_FALSE(IsLetIn());
  EXPECT_TRUE(first->IsServed());
}

// A connection that all together may not have is none of its peer's either.
TEST_P(ConnectionServerTest, ThoseThatAreRefusedTakeNobodysPlace) {
  ConnectionServer::Limits limits = OfAll({.at_once = 100, .burst = 3, .per_second = 0.5});
  limits.peer.at_once = 3;
  Serve(limits);
  EXPECT_TRUE(WaitFor([&] { return !IsLetIn(); }));
  EXPECT_TRUE(WaitFor([&] { return IsLetIn(); }));
}

TEST_P(ConnectionServerTest, WhoDoesNotOpenInTimeIsClosed) {
  ConnectionServer::Limits limits = WideLimits();
  limits.connection.opening_within = milliseconds(1500);
  Serve(limits);
  Stranger silent(address_, GetParam());
  Stranger slow(address_, GetParam());
  slow.Say(Preface().substr(0, 10));
  // Without the settings that belong to it.
  Stranger half(address_, GetParam());
  half.Say(Preface().substr(0, 24));
  const auto quick = DialIn();
  const std::int32_t stream = quick->http2().Begin();
  quick->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(quick->AwaitAnswers(stream, 1));
  EXPECT_TRUE(WaitFor([&] { return silent.IsClosed() && slow.IsClosed() && half.IsClosed(); }));
  EXPECT_EQ(silent.Heard() + slow.Heard(), "");
  EXPECT_THAT(half.Heard(), HasSubstr("no settings came after the preface"));
  quick->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(quick->AwaitAnswers(stream, 2));
}

TEST_P(ConnectionServerTest, ByAUnixSocketEachIsAPeerOfItsOwn) {
  const TempDir dir;
  TestServer server(OfPeer({.at_once = 1, .burst = 1, .per_second = 0}));
  const std::string address = server.Open("unix:" + dir.At("s"));
  SocketClient first(address);
  SocketClient second(address);
  EXPECT_TRUE(first.IsServed() && second.IsServed());
}

TEST_P(ConnectionServerTest, LeavesNothingBehind) {
  const auto descriptors = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  const auto before = descriptors();
  {
    Serve();
    Stranger silent(address_, GetParam());
    auto gone = DialIn();
    const auto served = DialIn();
    EXPECT_TRUE(gone->IsServed() && served->IsServed());
    gone.reset();
    server_.reset();
    EXPECT_TRUE(WaitFor([&] { return silent.IsClosed(); }));
    EXPECT_TRUE(served->AwaitClose());
  }
  EXPECT_EQ(descriptors(), before);
}

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, ConnectionServerTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

TEST(ConnectionServerOpening, WhoSpeaksSomethingElseIsToldSo) {
  TestServer server;
  const std::string address = server.Open();
  for (const std::string& opening : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string("\x16\x03\x01\x02\x00", 5)}) {
    Stranger stranger(address);
    stranger.Say(opening);
    EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
    EXPECT_THAT(stranger.Heard(), StartsWith("HTTP/1.1 400"));
    EXPECT_THAT(stranger.Heard(), HasSubstr("This port speaks gRPC over HTTP/2"));
  }
}

TEST(ConnectionServerOpening, OverTlsAsWell) {
  TestServer server;
  const std::string address = server.Open("127.0.0.1:0", &Tls());
  Stranger stranger(address, /*over_tls=*/true);
  stranger.Say("GET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
  EXPECT_THAT(stranger.Heard(), HasSubstr("This port speaks gRPC over HTTP/2"));
  // In the clear where TLS is spoken there are no words for it.
  Stranger clear(address);
  clear.Say(Preface());
  EXPECT_TRUE(WaitFor([&] { return clear.IsClosed(); }));
}

TEST(ConnectionServerOpening, AHandshakeThatDoesNotEndIsEnded) {
  ConnectionServer::Limits limits = WideLimits();
  limits.connection.opening_within = milliseconds(100);
  TestServer server(limits);
  Stranger begun(server.Open("127.0.0.1:0", &Tls()));
  // A record that says it has 512 bytes, and a few of them.
  begun.Say(std::string("\x16\x03\x01\x02\x00\x01\x00", 7));
  EXPECT_TRUE(WaitFor([&] { return begun.IsClosed(); }));
}

// While it lives, the process may have no more descriptors than those that it has, and so many more.
class FewDescriptors {
 public:
  explicit FewDescriptors(int further) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    // The lowest free number; there may be free ones between those that are used.
    Descriptor next(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    few.rlim_cur = static_cast<rlim_t>(std::max(next.get() + further, 0));
    next = Descriptor();
    ::setrlimit(RLIMIT_NOFILE, &few);
    // So all below the limit are used.
    for (int i = 0; i < kMost; ++i) {
      Descriptor used(::open("/dev/null", O_RDONLY | O_CLOEXEC));
      if (!used.is_valid()) break;
      used_.push_back(std::move(used));
    }
    for (int i = 0; i < further && !used_.empty(); ++i) used_.pop_back();
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  static constexpr int kMost = 1000;
  rlimit before_{};
  std::vector<Descriptor> used_;
};

// A listener of which the test sees whether somebody waits there.
class ExhaustedTest : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "UBSan opens a pipe to look at an object, and takes it for a broken one where it gets none";
#endif
    Listener listener = Listener::At("127.0.0.1:0").value();
    address_ = listener.address();
    waiting_ = Descriptor(::dup(listener.sockets()[0].get()));
    ConnectionServer::Limits limits = WideLimits();
    limits.connection.keepalive_time = milliseconds(400);
    server_ = std::make_unique<TestServer>(limits);
    server_->Do([&] { server_->server().Open(std::move(listener), {.bot = "", .tls = nullptr}); });
    inside_ = std::make_unique<SocketClient>(address_);
    EXPECT_TRUE(inside_->IsServed());
  }

  void Connect(const Descriptor& socket) const {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    name.sin_port = htons(static_cast<in_port_t>(std::stoi(address_.substr(address_.rfind(':') + 1))));
    ASSERT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  }
  bool SomebodyWaits() const {
    pollfd polled{.fd = waiting_.get(), .events = POLLIN, .revents = 0};
    return ::poll(&polled, 1, 0) == 1;
  }
  // What the loop's thread has had of a core.
  Micros CpuOfLoop() const {
    clockid_t clock{};
    ::pthread_getcpuclockid(server_->thread().native_handle(), &clock);
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) +
           std::chrono::duration_cast<Micros>(std::chrono::nanoseconds(time.tv_nsec));
  }

  std::string address_;
  Descriptor waiting_;
  std::unique_ptr<TestServer> server_;
  std::unique_ptr<SocketClient> inside_;
};

TEST_F(ExhaustedTest, AConnectionForWhichThereIsNoDescriptorIsClosedAndOthersGoOn) {
  {
    // The client's own socket takes the last.
    const FewDescriptors few(1);
    Stranger refused(address_);
    EXPECT_TRUE(WaitFor([&] { return refused.IsClosed(); }));
    EXPECT_FALSE(SomebodyWaits());
    EXPECT_TRUE(inside_->IsServed());
  }
  EXPECT_TRUE(SocketClient(address_).IsServed());
}

// The number of the descriptor in reserve is above the limit by now, so that even it cannot be had again.
TEST_F(ExhaustedTest, OneThatCannotEvenBeRefusedWaitsAndKeepsNobodyBusy) {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  std::unique_ptr<Stranger> late;
  {
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit none = before;
    none.rlim_cur = 3;
    ::setrlimit(RLIMIT_NOFILE, &none);
    Connect(socket);
    late = std::make_unique<Stranger>(std::move(socket));
    const Micros began = SteadyNow();
    const Micros cpu_before = CpuOfLoop();
    // The server asks for a sign of life after a while, which is how the test knows that a while has passed.
    EXPECT_TRUE(inside_->AwaitSilently([&] { return inside_->http2().pings() > 0; }));
    EXPECT_TRUE(SomebodyWaits());
    EXPECT_LT(CpuOfLoop() - cpu_before, (SteadyNow() - began) / 4) << "it looks again and again";
    EXPECT_TRUE(inside_->IsServed());
    ::setrlimit(RLIMIT_NOFILE, &before);
  }
  late->Say(Preface());
  EXPECT_TRUE(WaitFor([&] { return !late->Heard().empty(); }));
  EXPECT_TRUE(SocketClient(address_).IsServed());
}

}  // namespace
}  // namespace flagfall
