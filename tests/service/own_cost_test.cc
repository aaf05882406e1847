// Who pays when the host is late at a flag fall: a bot never gains by what it has the host do, by whatever connection,
// and never pays for what another does.
#include <gtest/gtest.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "referee/net/net_limits.h"
#include "referee/service/referee.h"
#include "tests/service/socket_client.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

using std::chrono::milliseconds;

// From the beginning of Red's clock.
constexpr milliseconds kStallsAfter(300);
constexpr milliseconds kFlagFallsAfter(1500);
constexpr milliseconds kStallEndsAfter(2800);
constexpr milliseconds kHostMayBeLate(600);

// Of the calling thread.
std::chrono::nanoseconds TimeOnCore() {
  timespec time{};
  EXPECT_EQ(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time), 0);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Red never answers its first decision. Somebody says a hello that is refused, and what the host does about it keeps
// its thread from everything else, beyond the fall of Red's flag.
class OwnCostTest : public testing::Test {
 protected:
  OwnCostTest() {
    RefereeOptions options;
    options.listen = {"unix:" + dir_.At("s"), "127.0.0.1:0"};
    RefereeObserver observer;
    observer.on_refused = [this](const std::string& bot, const std::string& /*why*/) {
      refused_ = bot;
      // By work of this thread, since what it sleeps is no cost but a standstill, and so is what the hypervisor takes
      // of a virtual machine's time.
      const auto work = *began_ + kStallEndsAfter - std::chrono::steady_clock::now();
      for (const auto began = TimeOnCore(); TimeOnCore() < began + work;) {
      }
    };
    referee_ = Referee::Start(options, observer).value();
    for (const char* bot : {"red", "blue", "green"}) referee_->Admit(bot, bot);
  }

  const std::string& unix_address() const { return referee_->Addresses()[0]; }
  const std::string& tcp_address() const { return referee_->Addresses()[1]; }

  static rpc::Fields PlayOf(const std::string& bot) {
    return rpc::HeadOf("/flagfall.v1.BotService/Play", {{"authorization", "Bearer " + bot}});
  }
  static std::string RefusedHello() {
    v1::PlayRequest request;
    *request.mutable_hello() = MakeHello();
    request.mutable_hello()->set_protocol_version(99);
    return request.SerializeAsString();
  }

  // Begins a call, so that the connection is that bot's, and says nothing further. False when the connection is closed
  // for it.
  static bool ShowToken(SocketClient& client, const std::string& bot) {
    client.http2().Begin(PlayOf(bot));
    // The public loop answers the first ping, in the turn in which it lets go of the connection, and the games' loop
    // the next.
    for (const int pings : {1, 2}) {
      client.http2().Ping();
      EXPECT_TRUE(client.Await([&] { return client.http2().ping_answers() == pings || client.socket().IsClosed(); }));
    }
    return client.http2().ping_answers() == 2;
  }
  // The call that ShowToken begins.
  static constexpr std::int32_t kFirstCall = 1;
  // Begins the game, in which Red plays by that connection. Returns Red's call.
  std::int32_t Begin(SocketClient& red) {
    v1::PlayRequest hello;
    *hello.mutable_hello() = MakeHello();
    const std::int32_t call = red.http2().Begin(PlayOf("red"));
    red.http2().SendMessage(call, hello.SerializeAsString());
    EXPECT_TRUE(red.AwaitAnswers(call, 1)) << "the welcome";
    blue_ = std::make_unique<TestBot>(tcp_address(), "blue");
    EXPECT_TRUE(blue_->SayHello());
    EXPECT_TRUE(blue_->HearUntil(v1::PlayResponse::kWelcome).has_value());
    MatchSpec spec;
    spec.game_id = "game";
    spec.ruleset.set_id("barrage");
    spec.seed = std::string(32, 's');
    spec.red.set_name("red");
    spec.blue.set_name("blue");
    spec.time_control.set_base_micros(60'000'000);
    spec.time_control.set_set_up_micros(Micros(kFlagFallsAfter).count());
    spec.policy.set_disconnect_grace_micros(60'000'000);
    spec.policy.set_host_delay_max_micros(Micros(kHostMayBeLate).count());
    EXPECT_THAT(referee_->StartGame(spec, [this](const v1::GameRecord& record) { over_.set_value(record.outcome()); }),
                IsOk());
    EXPECT_TRUE(red.AwaitAnswers(call, 2)) << "the first decision";
    began_ = std::chrono::steady_clock::now();
    std::mt19937_64 random(1);
    EXPECT_TRUE(blue_->HearUntil(v1::PlayResponse::kDecisionRequired).has_value());
    EXPECT_TRUE(blue_->Act("game", 1, BarrageSetUp(v1::SIDE_BLUE, random)));
    return call;
  }
  // Returns when it is time to stall the host.
  void AwaitStall() const {
    EXPECT_TRUE(WaitFor([&] { return std::chrono::steady_clock::now() >= *began_ + kStallsAfter; }));
  }
  // "RESULT REASON" of the game, which `bot` has stalled.
  std::string OutcomeWhenStalledBy(const std::string& bot) {
    const v1::Outcome outcome = over_.get_future().get();
    EXPECT_EQ(refused_, bot);
    return v1::Result_Name(outcome.result()) + " " + v1::Reason_Name(outcome.reason());
  }

  static constexpr char kLost[] = "RESULT_BLUE_WINS REASON_OUT_OF_TIME";
  static constexpr char kVoid[] = "RESULT_VOID REASON_HOST_LATE";

  TempDir dir_;
  std::string refused_;
  std::optional<std::chrono::steady_clock::time_point> began_;
  std::promise<v1::Outcome> over_;
  std::unique_ptr<Referee> referee_;
  std::unique_ptr<TestBot> blue_;
};

TEST_F(OwnCostTest, ABotThatStallsTheHostLoses_2_5) {
  SocketClient red(unix_address());
  Begin(red);
  AwaitStall();
  red.http2().SendMessage(red.http2().Begin(PlayOf("red")), RefusedHello());
  red.Exchange();
  EXPECT_EQ(OutcomeWhenStalledBy("red"), kLost);
}

// All in one piece, which is read in one turn.
TEST_F(OwnCostTest, ABotThatStallsTheHostAndLeavesInOneTurnLoses_2_5) {
  SocketClient red(unix_address());
  const std::int32_t call = Begin(red);
  AwaitStall();
  red.http2().SendMessage(red.http2().Begin(PlayOf("red")), RefusedHello());
  std::string said = red.http2().TakeOutput();
  red.http2().Reset(call);
  said += red.http2().TakeOutput();
  red.socket().Say(said);
  EXPECT_EQ(OutcomeWhenStalledBy("red"), kLost);
}

// The connection is at another address: each has its own by the Unix socket.
TEST_F(OwnCostTest, ABotThatStallsTheHostByAnotherConnectionLoses_2_5) {
  SocketClient red(unix_address());
  Begin(red);
  SocketClient other(unix_address());
  EXPECT_TRUE(ShowToken(other, "red"));
  AwaitStall();
  other.http2().SendMessage(kFirstCall, RefusedHello());
  other.Exchange();
  EXPECT_EQ(OutcomeWhenStalledBy("red"), kLost);
}

// What came by the connection before it was the bot's is handled in the moment in which it becomes the bot's.
TEST_F(OwnCostTest, ABotThatStallsTheHostByAConnectionThatComesInLoses_2_5) {
  SocketClient red(unix_address());
  Begin(red);
  SocketClient other(tcp_address());
  AwaitStall();
  other.http2().SendMessage(other.http2().Begin(PlayOf("red")), RefusedHello());
  other.Exchange();
  EXPECT_EQ(OutcomeWhenStalledBy("red"), kLost);
}

TEST_F(OwnCostTest, AnotherBotThatStallsTheHostFromTheSameAddressCostsNobodyTheGame_2_2) {
  SocketClient red(tcp_address());
  Begin(red);
  SocketClient green(tcp_address());
  EXPECT_TRUE(ShowToken(green, "green"));
  AwaitStall();
  green.http2().SendMessage(kFirstCall, RefusedHello());
  green.Exchange();
  EXPECT_EQ(OutcomeWhenStalledBy("green"), kVoid);
}

// Otherwise a bot could have its turn on a thousand connections, from a few addresses, in each round of the loop.
TEST_F(OwnCostTest, ABotHasNoMoreConnectionsAmongTheGamesThanAtASocketOfItsOwn) {
  std::vector<std::unique_ptr<SocketClient>> connections;
  const auto dial_in = [&]() -> SocketClient& {
    // By the Unix socket each comes from an address of its own.
    connections.push_back(std::make_unique<SocketClient>(unix_address()));
    return *connections.back();
  };
  for (int i = 0; i < limits::kConnectionsPerBot; ++i) EXPECT_TRUE(ShowToken(dial_in(), "red"));
  EXPECT_FALSE(ShowToken(dial_in(), "red"));
  EXPECT_TRUE(ShowToken(dial_in(), "green")) << "it is nobody else's trouble";
  connections.erase(connections.begin());
  EXPECT_TRUE(WaitFor([&] { return ShowToken(dial_in(), "red"); })) << "the place of one that has ended is free";
}

}  // namespace
}  // namespace flagfall
