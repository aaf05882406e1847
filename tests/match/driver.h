#ifndef TESTS_MATCH_DRIVER_H_
#define TESTS_MATCH_DRIVER_H_

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/match.h"
#include "referee/match/referee_again.h"
#include "referee/match/time_control.h"
#include "tests/support/counting_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

inline constexpr v1::Side kRed = v1::SIDE_RED;
inline constexpr v1::Side kBlue = v1::SIDE_BLUE;

// A counting game of 10 s a side, 20 ms of margin and 5 s for the set-up; grace 2 s, host delay up to 250 ms.
inline MatchSpec CountingSpec(absl::string_view time_control = "10 setup=5") {
  MatchSpec spec;
  spec.game_id = "game-1";
  spec.ruleset.set_id("counting");
  spec.seed = std::string(32, 's');
  spec.red.set_name("ada");
  spec.red.set_version("1");
  spec.blue.set_name("bob");
  spec.time_control = *ParseTimeControl(time_control);
  spec.policy.set_disconnect_grace_micros(2'000'000);
  spec.policy.set_host_delay_max_micros(250'000);
  spec.start_time = Micros(1'700'000'000'123'456);
  return spec;
}

// Drives a match from a test: keeps the time, sends decisions at once (unless told not to), sorts the messages by seat
// and checks the invariants after every call.
class Driver {
 public:
  explicit Driver(MatchSpec spec = CountingSpec(), bool writes_messages = true) : spec_(std::move(spec)) {
    auto match = Match::Create(spec_, NewCountingGame, now, writes_messages);
    EXPECT_THAT(match, IsOk());
    match_ = *std::move(match);
  }

  // Both bots come; their game_started and first decisions are taken off the inboxes.
  void Begin(SeatPreferences red = {}, SeatPreferences blue = {}) {
    Connect(kRed, red);
    Connect(kBlue, blue);
    EXPECT_EQ(Take(kRed).size(), 2u);
    EXPECT_EQ(Take(kBlue).size(), 2u);
  }

  // Begins and hands in both set-ups at once; Red's first ply is open, and both inboxes are empty.
  void BeginPlay(SeatPreferences red = {}, SeatPreferences blue = {}) {
    Begin(red, blue);
    SetUp(kRed);
    SetUp(kBlue);
    Take(kRed);
    Take(kBlue);
  }

  void Connect(v1::Side side, SeatPreferences preferences = {}) {
    match_->Connected(side, preferences, now);
    Settle();
  }
  void Disconnect(v1::Side side, bool for_good = false) {
    match_->Disconnected(side, for_good, now);
    Settle();
  }
  void SlowReader(v1::Side side) {
    match_->SlowReader(side, now);
    Settle();
  }
  void Act(v1::Side side, std::uint32_t decision, const v1::Action& action, Micros host_delay = Micros(0),
           const std::string& comment = "") {
    v1::Act act;
    act.set_game_id(spec_.game_id);
    act.set_decision(decision);
    *act.mutable_action() = action;
    act.set_comment(comment);
    Act(side, act, host_delay);
  }
  void Act(v1::Side side, const v1::Act& act, Micros host_delay = Micros(0)) {
    match_->Acted(side, act, now, host_delay);
    Settle();
  }
  void SetUp(v1::Side side) { Act(side, 1, CountingGame::Placing(v1::PIECE_TYPE_MINER)); }
  // The ply that is due, by whoever's turn it is; `step` 1 to 3.
  void Ply(std::uint32_t step = 1, Micros host_delay = Micros(0)) {
    const v1::Side side = plies_ % 2 == 0 ? kRed : kBlue;
    const v1::Action action = CountingGame::Count(count_, count_ + step);
    count_ += step;
    Act(side, 2 + plies_++ / 2, action, host_delay);
  }
  void Resign(v1::Side side, Micros host_delay = Micros(0)) {
    match_->Resigned(side, now, host_delay);
    Settle();
  }
  void Offer(v1::Side side, Micros host_delay = Micros(0)) {
    match_->OfferedDraw(side, now, host_delay);
    Settle();
  }
  void Accept(v1::Side side, Micros host_delay = Micros(0)) {
    match_->AcceptedDraw(side, now, host_delay);
    Settle();
  }
  void TimePassed(Micros host_delay = Micros(0)) {
    match_->TimePassed(now, host_delay);
    Settle();
  }
  // Time passes in which the host stands still.
  void StandStill(Micros stood) {
    now += stood;
    match_->HostStoodStill(now, stood);
    Settle();
  }
  void Abort(v1::Result result, v1::Reason reason) {
    v1::Outcome outcome;
    outcome.set_result(result);
    outcome.set_reason(reason);
    match_->Aborted(outcome, now);
    Settle();
  }
  // The message of the open decision is written now, where `hands_over` was false; or it waits for the bot alone.
  void Sent(v1::Side side, std::uint32_t decision, Micros round_trip = Micros(0), bool has_left = true) {
    match_->DecisionSent(side, decision, now, round_trip, has_left);
    Settle();
  }
  void WaitsForBot(v1::Side side, std::uint32_t decision, Micros round_trip = Micros(0)) {
    Sent(side, decision, round_trip, /*has_left=*/false);
  }
  void Left(v1::Side side, std::uint32_t decision) {
    match_->DecisionLeft(side, decision);
    Settle();
  }

  // Moves the messages for the seat out.
  std::vector<v1::PlayResponse> Take(v1::Side side) { return std::exchange(inboxes_[side], {}); }
  // The only message for the seat.
  v1::PlayResponse TakeOne(v1::Side side) {
    std::vector<v1::PlayResponse> messages = Take(side);
    EXPECT_EQ(messages.size(), 1u);
    return messages.empty() ? v1::PlayResponse() : messages.back();
  }
  // The code of the only message, a game_error.
  v1::GameError::Code TakeError(v1::Side side) {
    const v1::PlayResponse message = TakeOne(side);
    EXPECT_TRUE(message.has_game_error()) << message.ShortDebugString();
    return message.game_error().code();
  }

  // Checks the result, that the record tells the same and can be refereed again to the same end.
  void ExpectOver(v1::Result result, v1::Reason reason) {
    ASSERT_TRUE(match_->IsOver());
    EXPECT_EQ(match_->Record().outcome().result(), result) << match_->Record().outcome().ShortDebugString();
    EXPECT_EQ(match_->Record().outcome().reason(), reason) << match_->Record().outcome().ShortDebugString();
    EXPECT_FALSE(match_->NextDeadline().has_value());
    EXPECT_THAT(RefereeAgain(match_->Record(), NewCountingGame), IsOk());
  }

  const v1::GameRecord& Record() const { return match_->Record(); }
  const v1::RecordEntry& LastEntry() const { return Record().entries(Record().entries_size() - 1); }
  Match& match() { return *match_; }

  // The time; tests add to it.
  Micros now = seconds(1000);
  // Whether the message of a decision leaves as soon as it arises.
  bool hands_over = true;

 private:
  void Settle() {
    EXPECT_THAT(match_->CheckInvariants(), IsOk());
    std::vector<SeatMessage> messages;
    match_->TakeMessages(messages);
    for (SeatMessage& message : messages) {
      if (message.decision > 0 && hands_over) match_->DecisionSent(message.side, message.decision, now);
      inboxes_[message.side].push_back(std::move(message.message));
    }
    EXPECT_THAT(match_->CheckInvariants(), IsOk());
  }

  MatchSpec spec_;
  std::unique_ptr<Match> match_;
  std::map<v1::Side, std::vector<v1::PlayResponse>> inboxes_;
  std::uint32_t plies_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace flagfall

#endif  // TESTS_MATCH_DRIVER_H_
