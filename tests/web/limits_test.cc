// Goes one over each limit, on real sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>

#include "absl/strings/str_cat.h"
#include "tests/support/wait.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr char kFrom7[] = "X-Forwarded-For: 203.0.113.7\r\n";
constexpr char kFrom8[] = "X-Forwarded-For: 203.0.113.8\r\n";

class LimitsTest : public testing::Test {
 protected:
  // Watches for as long as the wire lives; returns the status of the answer.
  int Watch(Wire& wire, const std::string& headers = "") {
    wire.Get("/api/v1/status/events", headers);
    return wire.ReadAnswer().status;
  }

  Site site_{RulesetOf("duel")};
};

TEST_F(LimitsTest, RequestsOfOneAddress) {
  site_.limits.requests_of_one = {.at_once = 4, .burst = 3, .per_second = 1e-9};
  site_.Start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(site_.Get("/api/v1/site", kFrom7).status, 200);
  const WireAnswer refused = site_.Get("/api/v1/site", kFrom7);
  EXPECT_EQ(refused.status, 429);
  EXPECT_FALSE(refused.headers.at("retry-after").empty());
  EXPECT_THAT(refused.body, HasSubstr("RESOURCE_EXHAUSTED"));
  EXPECT_EQ(site_.Get("/api/v1/site", kFrom8).status, 200) << "others are not harmed";
  EXPECT_EQ(site_.Get("/api/v1/site").status, 200);
}

TEST_F(LimitsTest, TheBodyOfAPost) {
  site_.limits.body.bytes = 100;
  site_.limits.body.within = milliseconds(200);
  site_.Start();
  const auto post = [](std::size_t bytes) {
    return absl::StrCat("POST /api/v1/site HTTP/1.1\r\nContent-Length: ", bytes, "\r\n\r\n");
  };
  Wire whole(site_.address());
  // In two pieces, and with the next request behind it.
  whole.Send(post(100) + std::string(60, 'x'));
  whole.Send(std::string(40, 'x') + "GET /api/v1/site HTTP/1.1\r\n\r\n");
  EXPECT_EQ(whole.ReadAnswer().status, 405) << "the API is only read";
  EXPECT_EQ(whole.ReadAnswer().status, 200);
  Wire large(site_.address());
  large.Send(post(101));
  const WireAnswer refused = large.ReadAnswer();
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("100 bytes"));
  Wire slow(site_.address());
  slow.Send(post(100) + "x");
  EXPECT_TRUE(slow.WaitForEnd());
}

TEST_F(LimitsTest, WatchersOfOneAddress) {
  site_.limits.watchers_of_one = {.at_once = 2, .burst = 100, .per_second = 1};
  site_.Start();
  Wire first(site_.address()), third(site_.address()), other(site_.address());
  EXPECT_EQ(Watch(first, kFrom7), 200);
  {
    Wire second(site_.address());
    EXPECT_EQ(Watch(second, kFrom7), 200);
    EXPECT_EQ(Watch(third, kFrom7), 429);
    EXPECT_EQ(Watch(other, kFrom8), 200);
  }
  // The server learns a moment later that the second has gone.
  EXPECT_TRUE(WaitFor([&] {
    Wire again(site_.address());
    return Watch(again, kFrom7) == 200;
  }));
}

TEST_F(LimitsTest, WatchersInAll) {
  site_.limits.watchers = 3;
  site_.Start();
  std::vector<std::unique_ptr<Wire>> wires;
  for (int i = 0; i < 3; ++i) {
    wires.push_back(std::make_unique<Wire>(site_.address()));
    EXPECT_EQ(Watch(*wires.back()), 200);
  }
  Wire one_more(site_.address());
  one_more.Get("/api/v1/status/events");
  const WireAnswer refused = one_more.ReadAnswer();
  EXPECT_EQ(refused.status, 429);
  EXPECT_TRUE(refused.headers.contains("retry-after"));
  EXPECT_TRUE(refused.headers.contains("content-security-policy"));
  EXPECT_THAT(refused.body, HasSubstr("3 watch already"));
  const v1::HostStatus status = site_.Read<v1::HostStatus>("status");
  EXPECT_EQ(status.watchers(), 3u);
  EXPECT_EQ(status.watchers_max(), 3u);
  wires.clear();
  EXPECT_TRUE(WaitFor([&] { return site_.Read<v1::HostStatus>("status").watchers() == 0; }));
}

TEST_F(LimitsTest, ConnectionsInAll) {
  site_.limits.connections = 3;
  site_.Start();
  std::vector<std::unique_ptr<Wire>> wires;
  for (int i = 0; i < 3; ++i) {
    wires.push_back(std::make_unique<Wire>(site_.address()));
    EXPECT_EQ(Watch(*wires.back()), 200);
  }
  Wire one_more(site_.address());
  const WireAnswer refused = one_more.ReadAnswer();
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("too many connections"));
  EXPECT_TRUE(one_more.WaitForEnd());
  wires.clear();
  EXPECT_TRUE(WaitFor([&] { return site_.Get("/").status == 200; }));
}

TEST_F(LimitsTest, ConnectionsLeaveDescriptorsToBots) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{.rlim_cur = 200, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  site_.Start();
  std::vector<std::unique_ptr<Wire>> wires;
  for (int i = 0; i < 50; ++i) {
    wires.push_back(std::make_unique<Wire>(site_.address()));
    wires.back()->Get("/");
    EXPECT_EQ(wires.back()->ReadAnswer().status, 200) << i;
  }
  Wire one_more(site_.address());
  EXPECT_TRUE(one_more.WaitForEnd()) << "a quarter of 200 are in";
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(LimitsTest, TheHeadOfARequest) {
  site_.limits.head_bytes = 1000;
  site_.Start();
  const std::string small = absl::StrCat("X: ", std::string(900, 'a'), "\r\n");
  EXPECT_EQ(site_.Get("/", small).status, 200);
  const WireAnswer refused = site_.Get("/", absl::StrCat("X: ", std::string(1000, 'a'), "\r\n"));
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("1000 bytes"));
  Wire endless(site_.address());
  endless.Send(std::string(2000, 'a'));
  EXPECT_EQ(endless.ReadAnswer().status, 400);
  EXPECT_TRUE(endless.WaitForEnd());
}

TEST_F(LimitsTest, AWatcherThatSendsTooMuchIsDisconnected) {
  site_.limits.head_bytes = 1000;
  site_.Start();
  Wire wire(site_.address());
  EXPECT_EQ(Watch(wire), 200);
  EXPECT_TRUE(WaitFor([&] { return !wire.Send(std::string(100, 'a')); }));
}

TEST_F(LimitsTest, ASlowSenderIsDisconnected) {
  site_.limits.head_within = milliseconds(50);
  site_.Start();
  Wire slow(site_.address());
  slow.Send("GET / HTTP/1.1\r\nHost:");
  EXPECT_TRUE(slow.WaitForEnd());
  EXPECT_EQ(site_.Get("/").status, 200);
}

TEST_F(LimitsTest, AnIdleConnectionIsClosed) {
  site_.limits.idle = milliseconds(50);
  site_.Start();
  Wire silent(site_.address());
  EXPECT_TRUE(silent.WaitForEnd());
}

TEST_F(LimitsTest, AClientThatDoesNotReadIsDisconnected) {
  site_.limits.taken_within = milliseconds(50);
  site_.limits.taken_bytes_per_second = 1 << 30;
  // This is more than the kernel holds for a connection.
  site_.files["large.txt"] = ContentOf("text/plain", std::string(32 << 20, 'a'), /*is_packed=*/false);
  site_.Start();
  Wire wire(site_.address());
  wire.Get("/large.txt");
  // Sending fails once the server has closed the connection.
  EXPECT_TRUE(WaitFor([&] { return !wire.Get("/"); }));
}

TEST_F(LimitsTest, BytesThatAreNotTakenYet) {
  site_.limits.bytes_waiting = 1 << 20;
  site_.files["large.txt"] = ContentOf("text/plain", std::string(2 << 20, 'a'), /*is_packed=*/false);
  site_.Start();
  const WireAnswer refused = site_.Get("/large.txt");
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(refused.headers.contains("retry-after"));
  EXPECT_EQ(site_.Get("/").status, 200);
}

TEST_F(LimitsTest, EventsCountAmongBytesThatAreNotTakenYet) {
  const PlayedMatch match = PlayRandomMatch(RulesetOf("duel"), 7, 60);
  site_.Begin(match, match.entries.size());
  const auto watching = [this] {
    Wire wire(site_.address());
    wire.Get("/api/v1/games/1-7/events");
    EXPECT_EQ(wire.ReadAnswer().status, 200);
    return wire;
  };
  site_.Start();
  EXPECT_TRUE(watching().ReadEvent().has_value());
  site_.Stop();
  site_.limits.bytes_waiting = 2000;
  site_.Start();
  Wire wire = watching();
  EXPECT_FALSE(wire.ReadEvent().has_value());
  EXPECT_TRUE(wire.WaitForEnd());
}

TEST_F(LimitsTest, RequestsThatWait) {
  site_.limits.requests_waiting = 0;
  site_.Start();
  const WireAnswer refused = site_.Get("/");
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("UNAVAILABLE"));
}

TEST_F(LimitsTest, AConnectionCarriesManyRequestsAlsoAheadOfTheAnswers) {
  site_.Start();
  Wire wire(site_.address());
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += "GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\n\r\n";
  wire.Send(requests);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(wire.ReadAnswer().status, 200) << i;
  // In pieces, too.
  for (const char c : std::string("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    wire.Send(std::string(1, c));
  EXPECT_EQ(wire.ReadAnswer(/*has_body=*/false).status, 200);
  EXPECT_TRUE(wire.WaitForEnd());
}

TEST_F(LimitsTest, TheBodyOfAnotherMethodIsNotRead) {
  site_.Start();
  Wire wire(site_.address());
  wire.Send(absl::StrCat("PUT /api/v1/site HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
                         std::string(5000, 'a')));
  EXPECT_EQ(wire.ReadAnswer().status, 405);
  EXPECT_TRUE(wire.WaitForEnd());
}

}  // namespace
}  // namespace flagfall::arena::web
