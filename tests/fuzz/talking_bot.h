#ifndef TESTS_FUZZ_TALKING_BOT_H_
#define TESTS_FUZZ_TALKING_BOT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/net/loop_turns.h"
#include "referee/rpc/connection.h"
#include "referee/service/bot_streams.h"
#include "tests/rpc/test_client.h"

namespace flagfall::fuzz {

// A loop whose time is the trial's.
class TrialLoop final : public LoopTurns {
 public:
  TrialLoop() : LoopTurns(std::chrono::hours(1)) {}

  Micros Now() override { return now_; }
  template <typename Call>
  void Take(const Call& call) {
    BeginTurn();
    SetThereSince(now_, StoodStill());
    call();
    EndTurn();
  }
  void Pass(Micros time) {
    now_ += time;
    FireDue();
  }
  void StandStill(Micros time) {
    now_ += time;
    BeginTurn();
    NoteStandstill(now_, time);
    EndTurn();
    FireDue();
  }

 private:
  void FireDue() {
    SetThereSince(now_, StoodStill());
    BeginTurn();
    timers().FireDue(now_, now_);
    EndTurn();
  }

  Micros now_ = std::chrono::hours(1);
};

// A bot with its connection to the referee's streams, and what it knows of its games. It says what it is told to.
class TalkingBot final : public rpc::CallRouter {
 public:
  // `loop` and `streams` outlive this. Its token is its name.
  TalkingBot(TrialLoop& loop, BotStreams& streams, const char* name) : loop_(loop), streams_(streams), name_(name) {}

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) override;

  // Opens a connection in place of the one before, and begins a call of Play there.
  void Dial(bool is_tcp);
  void Break();
  // Whether it takes what the referee sends.
  void SetReads(bool reads) { reads_ = reads; }
  void Say(absl::string_view message);
  void HalfClose();
  // What the bot was asked last in one of its games; null when it was asked nothing.
  const v1::DecisionRequired* Decision(std::size_t which) const;

  // What the client has to say comes in, in a turn of the loop.
  void Receive();
  // What the referee has to say goes out, at the end of a turn.
  void Flush();
  // The bot looks at what it was sent, all of which can be read.
  void Hear();

 private:
  bool IsThere() const { return client_ != nullptr; }
  void HearOf(const v1::PlayResponse& message);

  TrialLoop& loop_;
  BotStreams& streams_;
  const std::string name_;
  bool is_tcp_ = false;
  bool reads_ = true;
  std::unique_ptr<rpc::Connection> connection_;
  std::unique_ptr<rpc::TestClient> client_;
  std::int32_t stream_ = 0;
  // Output that the bot has not read, and how many bytes it has.
  std::string unread_;
  std::uint64_t left_ = 0;
  std::size_t heard_ = 0;
  std::map<std::string, v1::DecisionRequired> decisions_;
};

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_TALKING_BOT_H_
