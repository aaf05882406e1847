// What is a flood on a connection, and what is not.
#include "referee/net/connection_guard.h"

#include <gtest/gtest.h>

#include <string>

#include "referee/net/pace.h"
#include "referee/net/peer_quotas.h"
#include "tests/net/http2_bytes.h"

namespace flagfall {
namespace {

constexpr Micros kNow = std::chrono::seconds(1000);

class ConnectionGuardTest : public testing::Test {
 protected:
  ConnectionGuardTest() { EXPECT_TRUE(MaySay(Preface())); }

  bool MaySay(const std::string& bytes, Micros now = kNow) { return guard_.FromClient(bytes, now); }
  // How many times that may be said.
  int Allowed(const std::string& bytes, int most) {
    int count = 0;
    while (count < most && MaySay(bytes)) ++count;
    return count;
  }

  Budget calls_of_peer_{1000, 0, kNow};
  ConnectionGuard guard_{calls_of_peer_, kNow};
};

TEST_F(ConnectionGuardTest, CallsTakenBackAreCounted) {
  EXPECT_EQ(Allowed(CallsTakenBack(1, 1), 10'000), static_cast<int>(limits::kCallBurst));
  EXPECT_TRUE(MaySay(CallsTakenBack(1, 1), kNow + std::chrono::seconds(1)));
}

TEST_F(ConnectionGuardTest, SmallFramesAreCountedAndAnswersGiveThemBack) {
  const int burst = static_cast<int>(limits::kFrameBurst);
  EXPECT_EQ(Allowed(Frame(kUnknownType, 0, ""), 10'000), burst - 1) << "one was the settings'";
  for (int answers = 1; answers <= 2; ++answers) {
    guard_.ToClient(answers);
    EXPECT_EQ(Allowed(Frame(kUnknownType, 0, ""), 10'000), limits::kFramesForOne);
  }
  guard_.ToClient(2);
  EXPECT_FALSE(MaySay(Frame(kUnknownType, 0, "")));
}

TEST_F(ConnectionGuardTest, RecordsBelowAreCountedAsFrames) {
  EXPECT_TRUE(guard_.FromClientBelow(static_cast<int>(limits::kFrameBurst) - 1, kNow));
  EXPECT_FALSE(guard_.FromClientBelow(1, kNow));
}

TEST_F(ConnectionGuardTest, AnUploadOfAnySizeIsNoFlood) {
  EXPECT_EQ(Allowed(Frame(kData, 1, std::string(16'384, 'x')), 10'000), 10'000) << "160 MiB";
  EXPECT_LT(Allowed(Frame(kData, 1, "x"), 10'000), 10'000);
}

TEST_F(ConnectionGuardTest, CallsOfTrustedCallersAreGivenBack) {
  const int calls = 10 * static_cast<int>(limits::kCallBurstOfPeer);
  for (int call = 1; call <= calls; ++call) {
    ASSERT_TRUE(MaySay(CallsTakenBack(1, 1))) << call;
    guard_.Trust(static_cast<std::uint64_t>(call));
    guard_.ToClient(static_cast<std::uint64_t>(call));
  }
  EXPECT_EQ(Allowed(CallsTakenBack(1, 1), calls), static_cast<int>(limits::kCallBurst)) << "the others still count";
}

TEST(Pace, IsKeptInTheLongRun) {
  Pace pace(1000, 100);
  pace.Read(1000, kNow);
  EXPECT_LE(pace.ReadOnAt(), kNow) << "ahead";
  pace.Read(200, kNow);
  EXPECT_EQ(pace.ReadOnAt(), kNow + std::chrono::seconds(2));
  // Who has been away for long is no farther ahead than who has just come.
  const Micros later = kNow + std::chrono::hours(1);
  pace.Read(1100, later);
  EXPECT_EQ(pace.ReadOnAt(), later + std::chrono::seconds(1));
}

TEST(PeerQuotas, ForgetsThoseWhoHaveGone) {
  PeerQuotas peers({.at_once = 1, .burst = 1, .per_second = 1});
  ASSERT_TRUE(peers.Enter("stays", kNow));
  Micros now = kNow;
  for (int i = 0; i < 10'000; ++i) {
    const std::string peer = std::to_string(i);
    ASSERT_TRUE(peers.Enter(peer, now));
    EXPECT_FALSE(peers.Enter(peer, now));
    peers.Leave(peer);
    now += std::chrono::milliseconds(100);
  }
  EXPECT_LT(peers.size(), 200U);
  EXPECT_FALSE(peers.Enter("stays", now)) << "it is still there";
  EXPECT_FALSE(peers.Enter("9999", now)) << "it has just been there";
}

}  // namespace
}  // namespace flagfall
