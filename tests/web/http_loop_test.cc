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

#include "absl/strings/str_cat.h"
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
      if (request.path == "/download") return WebAnswer{.download = ThreePieces()};
      return WebAnswer{.content = ContentOf("text/plain", "x")};
    };
    loop_ = std::make_unique<HttpLoop>(*std::move(listener), limits_, watchers_, respond,
                                       [](const sockaddr_storage&) { return "ann"; });
  }
  // Its first piece comes at once, the others when the test says so.
  std::shared_ptr<const Download> ThreePieces() {
    auto download = std::make_shared<Download>();
    download->type = "text/plain";
    download->next = [this, made = std::make_shared<int>(0)]() -> absl::StatusOr<std::optional<std::string>> {
      while (*made > 0 && !is_released_) std::this_thread::yield();
      if (++*made == 3 && breaks_off_) return absl::DataLossError("a damaged game");
      if (*made > 3) return std::nullopt;
      return std::string(static_cast<std::size_t>(*made), 'x');
    };
    return download;
  }
  Wire Asking(const std::string& path) {
    Wire wire(loop_->address());
    wire.Get(path);
    return wire;
  }

  WebLimits limits_{.connections_of_one = kMany, .requests_of_one = kMany};
  std::atomic<std::size_t> watchers_ = 0;
  std::atomic<bool> is_released_ = false;
  std::atomic<bool> breaks_off_ = false;
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

// The rest of what the connection is sent, with the head of each chunk and without that of the answer.
std::string ChunksOf(Wire& wire) {
  std::string chunks;
  while (const std::optional<std::string> line = wire.ReadLine()) {
    absl::StrAppend(&chunks, *line, "|");
    if (*line == "0") break;
  }
  return chunks;
}

TEST_F(HttpLoopTest, ADownloadComesInPieces) {
  Start();
  Wire wire = Asking("/download");
  const WireAnswer head = wire.ReadAnswer(/*has_body=*/false);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("transfer-encoding"), "chunked");
  is_released_ = true;
  EXPECT_EQ(ChunksOf(wire), "1|x|2|xx|3|xxx|0|");
  EXPECT_EQ(wire.ReadLine(), "");
  wire.Get("/");
  EXPECT_EQ(wire.ReadAnswer().status, 200) << "the connection is good for another request";
}

TEST_F(HttpLoopTest, ADownloadThatCannotBeMadeToItsEndHasNoLastChunk) {
  breaks_off_ = true;
  Start();
  Wire wire = Asking("/download");
  EXPECT_EQ(wire.ReadAnswer(/*has_body=*/false).status, 200);
  is_released_ = true;
  EXPECT_EQ(ChunksOf(wire), "1|x|2|xx|");
}

TEST_F(HttpLoopTest, DownloadsOfOneAddressAndOfAll) {
  limits_.downloads = {.at_once = 3, .of_one = {.at_once = 1, .burst = 100, .per_second = 100}};
  Start();
  Wire first = Asking("/download");
  EXPECT_EQ(first.ReadAnswer(/*has_body=*/false).status, 200);
  const WireAnswer second = Asking("/download").ReadAnswer();
  EXPECT_EQ(second.status, 429);
  EXPECT_NE(second.body.find("1 at once"), std::string::npos);
  is_released_ = true;
  EXPECT_EQ(ChunksOf(first), "1|x|2|xx|3|xxx|0|");
  EXPECT_EQ(Asking("/download").ReadAnswer(/*has_body=*/false).status, 200);
  loop_.reset();
  limits_.downloads.at_once = 0;
  Start();
  EXPECT_EQ(Asking("/download").ReadAnswer().status, 503);
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
