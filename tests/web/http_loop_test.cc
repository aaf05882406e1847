// Goes one over each limit that does not count connections from this machine, with a loop that takes them for a
// client's.
#include "arena/web/http_loop.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#include <atomic>
#include <string>
#include <thread>

#include "referee/net/net_limits.h"
#include "tests/support/wait.h"
#include "tests/web/wire.h"

namespace flagfall::arena::web {
namespace {

constexpr Quota kMany{.at_once = 100, .burst = 1000, .per_second = 1000};

class HttpLoopTest : public testing::Test {
 protected:
  ~HttpLoopTest() override { is_released_ = true; }

  // All connections count for one client. /slow is answered when the test says so.
  void Start() {
    absl::StatusOr<Listener> listener = Listener::At("127.0.0.1:0");
    ASSERT_TRUE(listener.ok());
    const auto respond = [this](const WebRequest& request) {
      if (request.path == "/slow") {
        ++begun_;
        while (!is_released_) std::this_thread::yield();
      }
      return WebAnswer{.content = ContentOf("text/plain", "x")};
    };
    loop_ = std::make_unique<HttpLoop>(*std::move(listener), limits_, watchers_, respond,
                                       [](const sockaddr_storage&) { return "ann"; });
  }
  Wire Asking(const std::string& path) {
    Wire wire(loop_->address());
    wire.Get(path);
    return wire;
  }

  WebLimits limits_{.connections_of_one = kMany, .requests_of_one = kMany};
  std::atomic<std::size_t> watchers_ = 0;
  std::atomic<bool> is_released_ = false;
  std::atomic<int> begun_ = 0;
  std::unique_ptr<HttpLoop> loop_;
};

TEST_F(HttpLoopTest, ConnectionsOfOneAddress) {
  limits_.connections_of_one.at_once = 2;
  Start();
  Wire first = Asking("/"), second = Asking("/");
  EXPECT_EQ(first.ReadAnswer().status, 200);
  EXPECT_EQ(second.ReadAnswer().status, 200);
  Wire third(loop_->address());
  EXPECT_EQ(third.ReadAnswer().status, 503);
  EXPECT_TRUE(third.WaitForEnd());
}

TEST_F(HttpLoopTest, RequestsOfOneAddressAtOnce) {
  limits_.requests_of_one.at_once = 1;
  Start();
  Wire slow = Asking("/slow");
  EXPECT_TRUE(WaitFor([this] { return begun_ == 1; }));
  EXPECT_EQ(Asking("/").ReadAnswer().status, 429);
  is_released_ = true;
  EXPECT_EQ(slow.ReadAnswer().status, 200);
  EXPECT_EQ(Asking("/").ReadAnswer().status, 200);
}

// What all threads of the process have had of a core.
Micros CpuOfProcess() {
  timespec time{};
  EXPECT_EQ(::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time), 0);
  return std::chrono::seconds(time.tv_sec) + std::chrono::duration_cast<Micros>(std::chrono::nanoseconds(time.tv_nsec));
}

// Whoever dials in can then not even be turned away, and waits.
TEST_F(HttpLoopTest, WithoutAnyDescriptorItLooksAwayForAWhile) {
  Start();
  EXPECT_EQ(Asking("/").ReadAnswer().status, 200);
  const Descriptor waiting(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string& address = loop_->address();
  name.sin_port = htons(static_cast<in_port_t>(std::stoi(address.substr(address.rfind(':') + 1))));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 3;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const Micros began = SteadyNow();
  const Micros cpu_before = CpuOfProcess();
  EXPECT_EQ(::connect(waiting.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  EXPECT_TRUE(WaitFor([&] { return SteadyNow() - began > 4 * ::flagfall::limits::kAcceptAgainAfter; }));
  EXPECT_LT(CpuOfProcess() - cpu_before, (SteadyNow() - began) / 4) << "it looks again and again";
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(Asking("/").ReadAnswer().status, 200);
}

}  // namespace
}  // namespace flagfall::arena::web
