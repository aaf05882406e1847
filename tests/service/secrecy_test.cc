// R9.2 over the wire: two games that differ only in what is hidden from Red, and have the same public events, send Red
// the same bytes, clock readings aside; also in answers to what is refused, and when Red comes back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

constexpr v1::PieceType F = v1::PIECE_TYPE_FLAG, S = v1::PIECE_TYPE_SPY, C = v1::PIECE_TYPE_SCOUT,
                        M = v1::PIECE_TYPE_MINER, G = v1::PIECE_TYPE_GENERAL, X = v1::PIECE_TYPE_MARSHAL,
                        B = v1::PIECE_TYPE_BOMB;

// On the eight squares from `first` on.
v1::Action ArmyAt(std::uint32_t first, const std::vector<v1::PieceType>& types) {
  v1::Action action;
  for (std::size_t i = 0; i < types.size(); ++i) {
    v1::Placement& placement = *action.mutable_set_up()->add_placements();
    placement.set_square(first + i);
    placement.set_type(types[i]);
  }
  return action;
}

v1::Action Ply(std::uint32_t from, std::uint32_t to) {
  v1::Action action;
  action.mutable_ply()->set_from(from);
  action.mutable_ply()->set_to(to);
  return action;
}

// Two pieces of each side go out and back in turn. By own decisions, from the second on.
const std::vector<v1::Action> kRedPlies = {Ply(31, 41), Ply(34, 44), Ply(41, 31),
                                           Ply(44, 34), Ply(31, 41), Ply(34, 44)};
const std::vector<v1::Action> kBluePlies = {Ply(65, 55), Ply(60, 50), Ply(55, 65),
                                            Ply(50, 60), Ply(65, 55), Ply(60, 50)};

void WithoutClocks(v1::DecisionRequired& decision) {
  decision.clear_red_clock_micros();
  decision.clear_blue_clock_micros();
}

// The bytes that Red is told, message by message.
class RedsStream {
 public:
  void Add(v1::PlayResponse response) {
    if (response.has_decision_required()) WithoutClocks(*response.mutable_decision_required());
    if (response.has_game_resumed() && response.game_resumed().has_decision_required()) {
      WithoutClocks(*response.mutable_game_resumed()->mutable_decision_required());
    }
    messages_.push_back(response.SerializeAsString());
  }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

// Hands its set-up in after Red, since the course of the game includes who was ready first.
void PlayBlue(TestBot& bot, const v1::Action& set_up, absl::Notification& red_is_ready) {
  bot.SayHello();
  red_is_ready.WaitForNotification();
  while (const auto response = bot.Hear()) {
    if (!response->has_decision_required()) continue;
    const v1::DecisionRequired& decision = response->decision_required();
    bot.Act("game", decision.decision(), decision.decision() == 1 ? set_up : kBluePlies[decision.decision() - 2]);
  }
}

// Answers until the decision `last` is open; tries something illegal before each ply.
void PlayRed(TestBot& bot, const v1::Hello& hello, std::uint32_t last, RedsStream& stream,
             absl::Notification& is_ready) {
  bot.SayHello(hello);
  bool has_tried = false;
  while (const auto response = bot.Hear()) {
    stream.Add(*response);
    if (response->has_pong()) is_ready.Notify();
    std::uint32_t open = 0;
    if (response->has_decision_required()) open = response->decision_required().decision();
    if (response->has_game_resumed()) open = response->game_resumed().decision_required().decision();
    if (response->has_game_error()) open = response->game_error().decision();
    if (open == 0) continue;
    if (open == last) return;
    if (open == 1) {
      bot.Act("game", 1, ArmyAt(30, {F, S, C, C, M, G, B, X}));
      bot.SayPing(1);
    } else {
      // A long ply of the Spy, past or onto what it cannot see.
      bot.Act("game", open, has_tried ? kRedPlies[open - 2] : Ply(31, 61));
      has_tried = !has_tried;
    }
  }
}

std::vector<std::string> StreamOfRed(const v1::Action& blue_set_up, bool wants_events_at_once) {
  TestHost host;
  host.referee().Admit("red", "red");
  host.referee().Admit("blue", "blue");
  MatchSpec spec = TestHost::Barrage("game");
  spec.policy.set_illegal_retries(20);
  host.Start(spec);
  TestBot blue(host.unix_address(), "blue");
  absl::Notification red_is_ready;
  std::thread blue_thread([&] { PlayBlue(blue, blue_set_up, red_is_ready); });
  RedsStream stream;
  v1::Hello hello = MakeHello();
  hello.set_wants_events_at_once(wants_events_at_once);
  {
    TestBot red(host.unix_address(), "red");
    PlayRed(red, hello, 5, stream, red_is_ready);
  }
  TestBot red(host.unix_address(), "red");
  PlayRed(red, hello, 8, stream, red_is_ready);
  blue.Cancel();
  blue_thread.join();
  return stream.messages();
}

TEST(Secrecy, SamePublicGameGivesTheSameBytes_R9_2) {
  const v1::Action world = ArmyAt(60, {X, F, B, C, C, G, M, S});
  const v1::Action other_world = ArmyAt(60, {G, B, C, F, M, S, C, X});
  for (const bool at_once : {false, true}) {
    const std::vector<std::string> stream = StreamOfRed(world, at_once);
    EXPECT_EQ(stream, StreamOfRed(other_world, at_once));
    EXPECT_GT(stream.size(), 15u);
  }
}

TEST(Secrecy, NothingToldBeforeTheEndNamesAHiddenType) {
  int hidden = 0;
  for (const std::string& bytes : StreamOfRed(ArmyAt(60, {X, F, B, C, C, G, M, S}), true)) {
    v1::PlayResponse response;
    ASSERT_TRUE(response.ParseFromString(bytes));
    for (const v1::PieceView& piece : response.game_resumed().view().board().pieces()) {
      if (piece.owner() != v1::SIDE_BLUE) continue;
      EXPECT_EQ(piece.type(), v1::PIECE_TYPE_UNSPECIFIED);
      ++hidden;
    }
    for (const v1::Event& event : response.events_occurred().events()) EXPECT_FALSE(event.has_piece_revealed());
  }
  EXPECT_EQ(hidden, 8);
}

}  // namespace
}  // namespace flagfall
