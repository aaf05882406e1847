// R9.2 from the match to the replay: two matches that look alike to spectators, in which everything hidden differs,
// illegal attempts and comments included, give spectators the same bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/replay/running_replay.h"
#include "referee/match/match_spec.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

constexpr v1::PieceType F = v1::PIECE_TYPE_FLAG, S = v1::PIECE_TYPE_SPY, C = v1::PIECE_TYPE_SCOUT,
                        M = v1::PIECE_TYPE_MINER, G = v1::PIECE_TYPE_GENERAL, X = v1::PIECE_TYPE_MARSHAL,
                        B = v1::PIECE_TYPE_BOMB;

// What the spectator cannot see.
struct Hidden {
  // From a4 and from a7 on.
  std::vector<v1::PieceType> red;
  std::vector<v1::PieceType> blue;
  // Tried before each ply, and illegal.
  bool tries_in_vain = false;
  std::string comment;
};

v1::Action SetUpAt(std::uint32_t first, const std::vector<v1::PieceType>& types) {
  v1::Action action;
  for (std::size_t i = 0; i < types.size(); ++i) {
    v1::Placement& placement = *action.mutable_set_up()->add_placements();
    placement.set_square(first + i);
    placement.set_type(types[i]);
  }
  return action;
}

v1::Action PlyOf(std::uint32_t from, std::uint32_t to) {
  v1::Action action;
  action.mutable_ply()->set_from(from);
  action.mutable_ply()->set_to(to);
  return action;
}

// One match of barrage, and its replay after each entry.
class HiddenMatch {
 public:
  explicit HiddenMatch(Hidden hidden) : hidden_(std::move(hidden)) {
    MatchSpec spec;
    spec.game_id = "1-1";
    spec.ruleset.set_id("barrage");
    spec.seed = std::string(32, 's');
    spec.time_control.set_base_micros(60'000'000);
    spec.time_control.set_set_up_micros(60'000'000);
    spec.policy.set_illegal_retries(50);
    spec.policy.set_disconnect_grace_micros(60'000'000);
    match_ = *Match::Create(std::move(spec), now_);
    match_->KeepPublic();
    running_.emplace(*RunningReplay::Create(SpectatorHeaderOf(match_->Spec()), 1));
  }

  std::vector<std::string> Play() {
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) match_->Connected(side, {}, now_);
    HandOver();
    Act(v1::SIDE_RED, SetUpAt(30, hidden_.red));
    Act(v1::SIDE_BLUE, SetUpAt(60, hidden_.blue));
    // Two pieces of each side go out and back; then b4 attacks f7's neighbour.
    for (const auto& [red, blue] : std::vector<std::pair<v1::Action, v1::Action>>{{PlyOf(31, 41), PlyOf(65, 55)},
                                                                                  {PlyOf(34, 44), PlyOf(60, 50)},
                                                                                  {PlyOf(41, 31), PlyOf(55, 65)},
                                                                                  {PlyOf(44, 34), PlyOf(50, 60)},
                                                                                  {PlyOf(31, 41), PlyOf(65, 55)},
                                                                                  {PlyOf(34, 44), PlyOf(60, 50)}}) {
      Act(v1::SIDE_RED, red);
      Act(v1::SIDE_BLUE, blue);
    }
    return documents_;
  }

 private:
  void Act(v1::Side side, const v1::Action& action) {
    const bool is_set_up = action.has_set_up();
    // A ply onto an own piece: it is refused whatever that piece is.
    if (hidden_.tries_in_vain) Send(side, is_set_up ? v1::Action() : PlyOf(36, 37));
    Send(side, action);
  }

  void Send(v1::Side side, const v1::Action& action) {
    now_ += Micros(hidden_.tries_in_vain ? 5'000 : 10'000);
    v1::Act act;
    act.set_game_id("1-1");
    act.set_decision(decisions_[side == v1::SIDE_BLUE]);
    *act.mutable_action() = action;
    act.set_comment(hidden_.comment);
    match_->Acted(side, act, now_, Micros(0));
    HandOver();
    std::vector<SpectatorEntry> entries;
    match_->TakePublic(entries);
    for (const SpectatorEntry& entry : entries) {
      ASSERT_THAT(running_->Add(entry), IsOk());
      documents_.push_back(running_->From(0, entry.at).SerializeAsString());
    }
  }

  void HandOver() {
    std::vector<SeatMessage> messages;
    match_->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      decisions_[message.side == v1::SIDE_BLUE] = message.decision;
      match_->DecisionSent(message.side, message.decision, now_);
    }
  }

  const Hidden hidden_;
  Micros now_ = std::chrono::seconds(1000);
  std::unique_ptr<Match> match_;
  std::optional<RunningReplay> running_;
  std::array<std::uint32_t, 2> decisions_{};
  std::vector<std::string> documents_;
};

TEST(MatchSecrets, R9_2_WhatIsHiddenChangesNoByte) {
  const std::vector<std::string> first = HiddenMatch({.red = {F, S, C, C, M, G, B, X},
                                                      .blue = {X, F, B, C, C, G, M, S},
                                                      .tries_in_vain = false,
                                                      .comment = "winning"})
                                             .Play();
  const std::vector<std::string> second = HiddenMatch({.red = {B, X, F, C, S, M, C, G},
                                                       .blue = {G, B, C, F, M, S, C, X},
                                                       .tries_in_vain = true,
                                                       .comment = "losing"})
                                              .Play();
  EXPECT_EQ(first, second);
  EXPECT_GT(first.size(), 25u);
}

// The test above can fail: what is public does change the bytes.
TEST(MatchSecrets, WhatIsPublicChangesThem) {
  const Hidden hidden{.red = {F, S, C, C, M, G, B, X}, .blue = {X, F, B, C, C, G, M, S}, .comment = ""};
  std::vector<std::string> documents = HiddenMatch(hidden).Play();
  for (std::size_t i = 1; i < documents.size(); ++i) EXPECT_NE(documents[i], documents[i - 1]);
}

}  // namespace
}  // namespace flagfall::arena::replay
