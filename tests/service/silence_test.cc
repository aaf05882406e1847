// What the referee does about connections on which nothing is said. Its times are a minute long, and what ends with
// them is told by what lasts longer.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

#include "tests/net/http2_bytes.h"
#include "tests/net/stranger.h"
#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

constexpr auto kPatience = std::chrono::seconds(180);

// Begins HTTP/2 and gives signs of life when it is asked for them, but never calls.
class Idler {
 public:
  explicit Idler(const std::string& address) : stranger_(address) { stranger_.Say(Preface()); }

  // Answers what has come by now. Whether the connection has been ended.
  bool IsEnded() {
    constexpr std::size_t kHead = 9;
    const std::string& heard = stranger_.Heard();
    while (heard.size() - read_ >= kHead) {
      const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(heard[read_ + at]); };
      const std::size_t size = byte(0) << 16 | byte(1) << 8 | byte(2);
      if (heard.size() - read_ < kHead + size) break;
      const bool is_question = (byte(4) & kAck) == 0;
      if (byte(3) == kPing && is_question) stranger_.Say(Frame(kPing, 0, heard.substr(read_ + kHead, size), kAck));
      pings_ += byte(3) == kPing && is_question;
      read_ += kHead + size;
    }
    return stranger_.IsClosed();
  }
  int pings() const { return pings_; }

 private:
  static constexpr char kPing = 6;
  static constexpr char kAck = 1;

  Stranger stranger_;
  std::size_t read_ = 0;
  int pings_ = 0;
};

TEST(Silence, ADeadConnectionIsGivenUpBeforeAnIdleOneAndABotStays) {
  TestHost host;
  host.referee().Admit("bot", "bot");
  TestBot bot(host.unix_address(), "bot");
  ASSERT_TRUE(bot.SayHello());
  ASSERT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());

  // gRPC's library answers signs of life readily where somebody reads.
  std::optional<v1::PlayResponse> pong;
  std::thread reader([&] { pong = bot.HearUntil(v1::PlayResponse::kPong); });

  Idler idler(host.unix_address());
  Stranger mute(host.unix_address());
  mute.Say(Preface());

  // limits::kKeepaliveTime, then kKeepaliveTimeout.
  EXPECT_TRUE(WaitFor([&] { return idler.IsEnded() || mute.IsClosed(); }, kPatience));
  EXPECT_TRUE(mute.IsClosed());
  EXPECT_FALSE(idler.IsEnded());
  EXPECT_GT(idler.pings(), 0);

  // limits::kIdleConnection.
  EXPECT_TRUE(WaitFor([&] { return idler.IsEnded(); }, kPatience));

  // The bot has said as little, but its call is open.
  EXPECT_TRUE(bot.SayPing(7));
  reader.join();
  EXPECT_TRUE(pong.has_value());
}

}  // namespace
}  // namespace flagfall
