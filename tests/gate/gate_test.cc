// Who comes in at the gate, and what passes there. The test plays the referee's server.
#include "referee/gate/gate.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>

#include "referee/gate/gate_limits.h"
#include "tests/gate/gate_fixture.h"
#include "tests/gate/raw_http2.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::size_t EntriesOf(const char* folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

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
  // With what the client says...
  tick_micros_ = 1000;
  stranger.Say(Frame(kData, 1, "act"));
  HeardByServer(0, Preface().size() + 12);
  EXPECT_GE(delay(), Micros(1000));
  // ...and with what was said to it before: the clock stands still again, so this is that part alone.
  const std::string answer = Frame(kData, 1, "answer");
  ::send(ServedAt(0), answer.data(), answer.size(), MSG_NOSIGNAL);
  EXPECT_TRUE(WaitFor([&] { return stranger.Heard() == answer; }));
  tick_micros_ = 0;
  stranger.Say(Frame(kData, 1, "act"));
  HeardByServer(0, 12);
  const Micros out = delay();
  EXPECT_GE(out, Micros(1000));
  // Acknowledgements are no messages: neither side's takes away what is known of its last.
  const std::string acknowledgement = Frame(kUnknown, 0, "ack");
  tick_micros_ = 100'000;
  ::send(ServedAt(0), acknowledgement.data(), acknowledgement.size(), MSG_NOSIGNAL);
  EXPECT_TRUE(WaitFor([&] { return stranger.Heard() == answer + acknowledgement; }));
  stranger.Say(acknowledgement);
  HeardByServer(0, acknowledgement.size());
  EXPECT_TRUE(WaitFor([&] { return delay() == out; }));
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
