// Who comes in at the gate, how often, and what passes there. The test plays the referee's server.
#include "referee/service/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "referee/service/limits.h"
#include "tests/service/raw_http2.h"
#include "tests/service/stranger.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tls_identities.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr Gate::Limits kWide{.peer = {100, 100, 100}, .all = {100, 100, 100}};

std::size_t EntriesOf(const char* folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

class GateTest : public testing::Test {
 protected:
  ~GateTest() override { EndServing(); }

  // A gate at a port of its own.
  std::string Open(const Gate::Limits& limits = kWide, const TlsContext* tls = nullptr) {
    gate_ = std::make_unique<Gate>(
        limits, visitors_,
        [this](int connection) {
          MutexLock lock(mutex_);
          served_.emplace_back(connection);
        },
        [this] { return Micros(now_micros_ += tick_micros_); });
    Listener listener = Listener::At("127.0.0.1:0").value();
    std::string address = listener.address();
    gate_->Open(std::move(listener), {.bot = "", .is_guarded = true, .tls = tls});
    return address;
  }

  std::size_t Served() {
    MutexLock lock(mutex_);
    return served_.size();
  }
  // The server's descriptor of the connection that was handed over as that one.
  int ServedAt(std::size_t number) {
    EXPECT_TRUE(WaitFor([&] { return Served() > number; }));
    MutexLock lock(mutex_);
    return served_[number].get();
  }
  // The server ends all that it has.
  void EndServing() {
    MutexLock lock(mutex_);
    served_.clear();
  }
  // What the server has been told once it is `size` bytes.
  std::string HeardByServer(std::size_t number, std::size_t size) {
    const int descriptor = ServedAt(number);
    std::string heard;
    EXPECT_TRUE(WaitFor([&] {
      char buffer[4096];
      const ssize_t count = ::recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
      if (count > 0) heard.append(buffer, static_cast<std::size_t>(count));
      return heard.size() >= size;
    }));
    return heard;
  }
  // Moves the clock, and has the gate look at it.
  void Pass(Micros time, const std::string& address) {
    now_micros_ += time.count();
    const Stranger waker(address);
  }

  Visitors visitors_;
  std::atomic<std::int64_t> now_micros_ = 1'000'000'000;
  // By which the clock goes on whenever the gate looks at it.
  std::atomic<std::int64_t> tick_micros_ = 0;
  Mutex mutex_;
  std::vector<Descriptor> served_;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GateTest, WhatIsSaidPassesBothWays) {
  const std::string address = Open();
  Stranger stranger(address);
  ASSERT_TRUE(stranger.Say(Preface()));
  EXPECT_EQ(HeardByServer(0, Preface().size()), Preface());
  const auto origin = visitors_.At(ServedAt(0));
  ASSERT_TRUE(origin.has_value());
  EXPECT_EQ(origin->bot, "");
  EXPECT_TRUE(origin->is_tcp);
  ::send(ServedAt(0), "answer", 6, MSG_NOSIGNAL);
  EXPECT_TRUE(WaitFor([&] { return stranger.Heard() == "answer"; }));
  EXPECT_FALSE(stranger.IsClosed());
}

TEST_F(GateTest, HowLateItIsItselfIsKnownOfTheConnection) {
  Stranger stranger(Open());
  stranger.Say(Preface());
  const auto delay = [&] { return visitors_.At(ServedAt(0))->gate_delay->load(); };
  EXPECT_EQ(delay(), Micros(0));
  tick_micros_ = 1000;
  stranger.Say(Frame(kUnknown, 0, "act"));
  HeardByServer(0, Preface().size() + 12);
  const Micros in = delay();
  EXPECT_GE(in, Micros(1000));
  ::send(ServedAt(0), "answer", 6, MSG_NOSIGNAL);
  EXPECT_TRUE(WaitFor([&] { return stranger.Heard() == "answer"; }));
  stranger.Say(Frame(kUnknown, 0, "act"));
  HeardByServer(0, 12);
  EXPECT_GE(delay(), in + Micros(1000));
}

TEST_F(GateTest, WhatIsSaidOverTlsPassesInTheClear) {
  const auto tls = TlsContext::Make(MakeTlsIdentity()).value();
  Stranger stranger(Open(kWide, tls.get()), /*over_tls=*/true);
  ASSERT_TRUE(stranger.Say(Preface()));
  EXPECT_EQ(HeardByServer(0, Preface().size()), Preface());
  ::send(ServedAt(0), "answer", 6, MSG_NOSIGNAL);
  EXPECT_TRUE(WaitFor([&] { return stranger.Heard() == "answer"; }));
}

TEST_F(GateTest, WhatTheServerSaidLastStillArrives) {
  Stranger stranger(Open());
  ASSERT_TRUE(stranger.Say(Preface()));
  const std::string last(100'000, 'x');
  ASSERT_EQ(::send(ServedAt(0), last.data(), last.size(), MSG_NOSIGNAL), 100'000);
  EndServing();
  gate_->Stop();
  EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
  EXPECT_EQ(stranger.Heard(), last);
}

TEST_F(GateTest, TheServerLearnsThatAConnectionHasEndedAfterAllThatCameByIt) {
  const std::string address = Open();
  auto stranger = std::make_unique<Stranger>(address);
  ASSERT_TRUE(stranger->Say(Preface() + Frame(kUnknown, 0, "last")));
  stranger.reset();
  EXPECT_THAT(HeardByServer(0, Preface().size() + 13), testing::EndsWith("last"));
  char byte = 0;
  EXPECT_TRUE(WaitFor([&] { return ::recv(ServedAt(0), &byte, 1, MSG_DONTWAIT) == 0; }));
  EXPECT_TRUE(WaitFor([&] { return !visitors_.At(ServedAt(0)).has_value(); }));
}

TEST_F(GateTest, OneConnectionMoreThanAnAddressMayHaveIsClosedAndItsPlaceIsFreeAgain) {
  const std::string address = Open({.peer = {2, 100, 100}, .all = {100, 100, 100}});
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
  const std::string address = Open({.peer = {100, 2, 1}, .all = {100, 100, 100}});
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
  const std::string address = Open({.peer = {100, 100, 100}, .all = {1, 100, 100}});
  Stranger first(address);
  first.Say(Preface());
  ServedAt(0);
  Stranger second(address);
  EXPECT_TRUE(WaitFor([&] { return second.IsClosed(); }));
  EXPECT_FALSE(first.IsClosed());
}

TEST_F(GateTest, OneThatComesTooSoonAfterAllOthersIsClosed) {
  const std::string address = Open({.peer = {100, 100, 100}, .all = {100, 1, 1}});
  Stranger first(address);
  first.Say(Preface());
  ServedAt(0);
  Stranger second(address);
  EXPECT_TRUE(WaitFor([&] { return second.IsClosed(); }));
}

// Byte by byte, or nothing at all.
TEST_F(GateTest, WhoDoesNotComeToThePointInTimeIsNeverHandedOver) {
  const std::string address = Open();
  Stranger silent(address);
  Stranger slow(address);
  slow.Say(Preface().substr(0, 10));
  Stranger quick(address);
  quick.Say(Preface());
  ServedAt(0);
  Pass(limits::kOpeningWithin - Micros(1), address);
  slow.Say(Preface().substr(10, 1));
  EXPECT_FALSE(silent.IsClosed());
  EXPECT_FALSE(slow.IsClosed());
  Pass(Micros(1), address);
  EXPECT_TRUE(WaitFor([&] { return silent.IsClosed() && slow.IsClosed(); }));
  EXPECT_FALSE(quick.IsClosed());
  EXPECT_EQ(Served(), 1U);
}

TEST_F(GateTest, AHandshakeThatDoesNotEndIsEnded) {
  const auto tls = TlsContext::Make(MakeTlsIdentity()).value();
  const std::string address = Open(kWide, tls.get());
  Stranger begun(address);
  // A record that says it has 512 bytes, and a few of them.
  begun.Say(std::string("\x16\x03\x01\x02\x00\x01\x00", 7));
  Stranger shaken(address, /*over_tls=*/true);
  Pass(limits::kOpeningWithin, address);
  EXPECT_TRUE(WaitFor([&] { return begun.IsClosed() && shaken.IsClosed(); }));
  EXPECT_EQ(Served(), 0U);
}

TEST_F(GateTest, WhoDoesNotSpeakHttp2IsToldSo) {
  const std::string address = Open();
  for (const std::string& opening : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string("\x16\x03\x01\x02\x00", 5)}) {
    Stranger stranger(address);
    stranger.Say(opening);
    EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
    EXPECT_THAT(stranger.Heard(), StartsWith("HTTP/1.1 400"));
    EXPECT_THAT(stranger.Heard(), HasSubstr("speaks gRPC"));
  }
  EXPECT_EQ(Served(), 0U);
}

TEST_F(GateTest, WhoSpeaksInTheClearWhereTlsIsSpokenIsClosed) {
  const auto tls = TlsContext::Make(MakeTlsIdentity()).value();
  Stranger stranger(Open(kWide, tls.get()));
  stranger.Say(Preface());
  EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
  EXPECT_EQ(Served(), 0U);
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
  const std::string address = Open({.peer = {1, 100, 100}, .all = {100, 100, 100}});
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
  const std::string address = Open({.peer = {100, 100, 100}, .all = {100, 100, 100}, .call_burst = 8});
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

TEST_F(GateTest, LeavesNothingBehind) {
  const std::size_t descriptors = EntriesOf("/proc/self/fd");
  const std::size_t threads = EntriesOf("/proc/self/task");
  {
    const std::string address = Open();
    Stranger silent(address);
    Stranger served(address);
    served.Say(Preface());
    ServedAt(0);
    EndServing();
    gate_.reset();
    EXPECT_TRUE(WaitFor([&] { return silent.IsClosed() && served.IsClosed(); }));
  }
  EXPECT_EQ(EntriesOf("/proc/self/fd"), descriptors);
  EXPECT_EQ(EntriesOf("/proc/self/task"), threads);
}

TEST_F(GateTest, NothingIsHandedOverOnceItIsClosed) {
  const std::string address = Open();
  Stranger stranger(address);
  stranger.Say(Preface().substr(0, 10));
  gate_->Close();
  stranger.Say(Preface().substr(10));
  EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
  EXPECT_EQ(Served(), 0U);
}

}  // namespace
}  // namespace flagfall
