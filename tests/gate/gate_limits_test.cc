// How many come in at the gate how often, and how much each may say there. The test plays the referee's server.
#include <poll.h>

#include "referee/gate/gate_limits.h"
#include "tests/gate/gate_fixture.h"
#include "tests/gate/raw_http2.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

TEST_F(GateTest, OneConnectionMoreThanAnAddressMayHaveIsClosedAndItsPlaceIsFreeAgain) {
  const std::string address = Open(OfPeer({2, 100, 100}));
  auto first = std::make_unique<Stranger>(address);
  Stranger second(address);
  for (Stranger* stranger : {first.get(), &second}) stranger->Say(Preface());
  ServedAt(1);
  Stranger third(address);
  EXPECT_TRUE(WaitFor([&] { return third.IsClosed(); }));
  first.reset();
  EXPECT_TRUE(WaitFor([&] {
    Stranger again(address);
    again.Say(Preface());
    EXPECT_TRUE(WaitFor([&] { return again.IsClosed() || Served() == 3; }));
    return Served() == 3;
  }));
}

TEST_F(GateTest, AnAddressThatDialsInTooOftenIsLetInAgainWithTime) {
  const std::string address = Open(OfPeer({100, 2, 1}));
  for (int i = 0; i < 2; ++i) {
    Stranger stranger(address);
    stranger.Say(Preface());
    ServedAt(static_cast<std::size_t>(i));
  }
  Stranger third(address);
  EXPECT_TRUE(WaitFor([&] { return third.IsClosed(); }));
  now_micros_ += 1'000'000;
  Stranger fourth(address);
  fourth.Say(Preface());
  ServedAt(2);
}

TEST_F(GateTest, OneMoreThanThereMayBeInAllIsClosed) {
  const std::string address = Open(OfAll({1, 100, 100}));
  Stranger first(address);
  first.Say(Preface());
  ServedAt(0);
  Stranger second(address);
  EXPECT_TRUE(WaitFor([&] { return second.IsClosed(); }));
  EXPECT_FALSE(first.IsClosed());
}

TEST_F(GateTest, OneThatComesTooSoonAfterAllOthersIsClosed) {
  const std::string address = Open(OfAll({100, 1, 1}));
  Stranger first(address);
  first.Say(Preface());
  ServedAt(0);
  Stranger second(address);
  EXPECT_TRUE(WaitFor([&] { return second.IsClosed(); }));
}

TEST_F(GateTest, WhatTheServerDoesNotReadWaitsInTheClientAndHoldsUpNobody) {
  const std::string address = Open();
  Stranger pusher(address);
  pusher.Say(Preface());
  ServedAt(0);
  // Large frames are no flood; nobody reads them, and so at last they are not taken.
  const std::string frame = Frame(kUnknown, 0, std::string(60'000, 'x'));
  std::size_t taken = 0;
  while (pusher.SayNow(frame)) {
    taken += frame.size();
    ASSERT_LT(taken, 100U << 20);
    now_micros_ += 100'000;
  }
  Stranger other(address);
  other.Say(Preface());
  EXPECT_EQ(HeardByServer(1, Preface().size()), Preface());
}

TEST_F(GateTest, WhatIsMoreThanThePaceWaitsForItsTime) {
  const std::string address = Open();
  Stranger pusher(address);
  pusher.Say(Preface());
  const int server = ServedAt(0);
  std::size_t heard = 0;
  const auto hear = [&] {
    std::string buffer(1 << 20, '\0');
    for (ssize_t count = 1; count > 0;) {
      count = ::recv(server, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (count > 0) heard += static_cast<std::size_t>(count);
    }
    return heard;
  };
  const std::string frame = Frame(kUnknown, 0, std::string(60'000, 'x'));
  while (pusher.SayNow(frame)) hear();
  EXPECT_TRUE(WaitFor([&] { return hear() >= limits::kBytesAhead; }));
  // And the piece with which the limit was passed.
  EXPECT_LE(hear(), limits::kBytesAhead + (16 << 10));
  const std::size_t before = heard;
  Pass(std::chrono::seconds(1), address);
  EXPECT_TRUE(WaitFor([&] { return hear() > before; }));
}

TEST_F(GateTest, WhoTakesNothingKeepsNoPlaceWhenTheServerHasEnded) {
  const std::string address = Open(OfPeer({1, 100, 100}));
  Stranger silent(address);
  silent.Say(Preface());
  const int server = ServedAt(0);
  const std::string words(60'000, 'x');
  pollfd room{.fd = server, .events = POLLOUT, .revents = 0};
  while (::poll(&room, 1, 100) > 0) ::send(server, words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  EndServing();
  const auto is_let_in = [&] {
    Stranger other(address);
    other.Say(Preface());
    EXPECT_TRUE(WaitFor([&] { return other.IsClosed() || Served() == 1; }));
    return Served() == 1;
  };
  EXPECT_FALSE(is_let_in());
  EXPECT_TRUE(WaitFor([&] {
    now_micros_ += Micros(limits::kLinger).count();
    return is_let_in();
  }));
}

TEST_F(GateTest, FloodsOfFramesAndCallsEndTheirConnection) {
  const auto tls = TlsContext::Make(MakeTlsIdentity()).value();
  for (const TlsContext* spoken :
       {static_cast<const TlsContext*>(nullptr), static_cast<const TlsContext*>(tls.get())}) {
    const std::string address = Open(kWide, spoken);
    std::string frames;
    for (int i = 0; i <= limits::kFrameBurst; ++i) frames += Frame(kUnknown, 0, "");
    for (const std::string& flood : {CallsTakenBack(static_cast<int>(limits::kCallBurst) + 1, 1), frames}) {
      Stranger stranger(address, spoken != nullptr);
      stranger.Say(Preface());
      EXPECT_TRUE(WaitFor([&] { return Served() == 1; }));
      stranger.Say(flood);
      EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
      EndServing();
    }
  }
}

TEST_F(GateTest, OneCallMoreThanAllTogetherMayBeginEndsTheConnectionThatMakesIt) {
  const std::string address = Open(CallsOfAll(8));
  Stranger first(address);
  first.Say(Preface() + CallsTakenBack(5, 1));
  ServedAt(0);
  Stranger second(address);
  second.Say(Preface() + CallsTakenBack(3, 1));
  ServedAt(1);
  second.Say(CallsTakenBack(1, 7));
  EXPECT_TRUE(WaitFor([&] { return second.IsClosed(); }));
  EXPECT_FALSE(first.IsClosed());
}

// From each new connection a few calls, and no connection that has made too many itself.
TEST_F(GateTest, OneCallMoreThanAnAddressMayBeginEndsTheConnectionThatMakesIt) {
  constexpr int kCallsEach = static_cast<int>(limits::kCallBurst);
  constexpr int kConnections = static_cast<int>(limits::kCallBurstOfPeer) / kCallsEach;
  const std::string address = Open();
  std::vector<std::unique_ptr<Stranger>> strangers;
  for (int i = 0; i < kConnections; ++i) {
    strangers.push_back(std::make_unique<Stranger>(address));
    const std::string said = Preface() + CallsTakenBack(kCallsEach, 1);
    strangers.back()->Say(said);
    HeardByServer(static_cast<std::size_t>(i), said.size());
  }
  Stranger last(address);
  last.Say(Preface() + CallsTakenBack(1, 1));
  EXPECT_TRUE(WaitFor([&] { return last.IsClosed(); }));
  for (const auto& stranger : strangers) EXPECT_FALSE(stranger->IsClosed());
}

}  // namespace
}  // namespace flagfall
