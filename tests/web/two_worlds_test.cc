// R9.2 and R9.3 over HTTP: two worlds that differ only in what is hidden give every client the same bytes. Both are
// played by real matches, whose public events goes into a real site.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "referee/match/match_spec.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

constexpr v1::PieceType F = v1::PIECE_TYPE_FLAG, S = v1::PIECE_TYPE_SPY, C = v1::PIECE_TYPE_SCOUT,
                        M = v1::PIECE_TYPE_MINER, G = v1::PIECE_TYPE_GENERAL, X = v1::PIECE_TYPE_MARSHAL,
                        B = v1::PIECE_TYPE_BOMB;

using Army = std::array<v1::PieceType, 8>;
using Squares = std::pair<std::uint32_t, std::uint32_t>;

// One game of barrage, of which only the armies and what is said can differ.
class World {
 public:
  World(const Army& red, const Army& blue, std::string comment) : comment_(std::move(comment)) {
    MatchSpec spec;
    spec.game_id = "1-7";
    spec.ruleset = RulesetOf("barrage");
    spec.seed = std::string(32, 's');
    spec.red.set_name("ada");
    spec.blue.set_name("bob");
    spec.time_control.set_base_micros(60'000'000);
    spec.time_control.set_set_up_micros(60'000'000);
    spec.start_time = Micros(1'700'000'000'000'000);
    played_.header = SpectatorHeaderOf(spec);
    match_ = *Match::Create(std::move(spec), now_);
    match_->KeepPublic();
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) match_->Connected(side, {}, now_);
    Act(v1::SIDE_RED, SetUpAt(30, red));
    Act(v1::SIDE_BLUE, SetUpAt(60, blue));
    for (const auto& [of_red, of_blue] :
         std::vector<std::pair<Squares, Squares>>{{{31, 41}, {65, 55}}, {{34, 44}, {60, 50}}, {{41, 31}, {55, 65}}}) {
      Act(v1::SIDE_RED, PlyOf(of_red));
      Act(v1::SIDE_BLUE, PlyOf(of_blue));
    }
    match_->TakePublic(played_.entries);
    site_.Start();
    site_.Begin(played_, played_.entries.size());
  }

  // The bytes of an answer, the wall clock's readings aside.
  std::string Bytes(const std::string& path) {
    const WireAnswer answer = site_.Get(path);
    std::string bytes = absl::StrCat(answer.status, "\n");
    for (const auto& [name, value] : answer.headers) absl::StrAppend(&bytes, name, ": ", value, "\n");
    return absl::StrCat(bytes, answer.body);
  }
  std::string Status() {
    v1::HostStatus status = site_.Read<v1::HostStatus>("status");
    status.clear_time();
    status.clear_start_time();
    return ToJson(status);
  }
  std::string FirstEvent(const std::string& path) {
    Wire wire(site_.address());
    wire.Get(path);
    EXPECT_EQ(wire.ReadAnswer().status, 200);
    const auto event = wire.ReadEvent();
    return event.has_value() ? absl::StrCat(event->name, "\n", event->id, "\n", event->data) : "";
  }
  std::string Secrets() const { return match_->Record().SerializeAsString(); }

 private:
  static v1::Action SetUpAt(std::uint32_t first, const Army& army) {
    v1::Action action;
    for (const v1::PieceType type : army) {
      v1::Placement& placement = *action.mutable_set_up()->add_placements();
      placement.set_square(first++);
      placement.set_type(type);
    }
    return action;
  }
  static v1::Action PlyOf(Squares squares) {
    v1::Action action;
    action.mutable_ply()->set_from(squares.first);
    action.mutable_ply()->set_to(squares.second);
    return action;
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
  void Act(v1::Side side, const v1::Action& action) {
    HandOver();
    now_ += Micros(10'000);
    v1::Act act;
    act.set_game_id("1-7");
    act.set_decision(decisions_[side == v1::SIDE_BLUE]);
    *act.mutable_action() = action;
    act.set_comment(comment_);
    match_->Acted(side, act, now_, Micros(0));
    HandOver();
  }

  const std::string comment_;
  Micros now_ = std::chrono::seconds(1000);
  std::unique_ptr<Match> match_;
  std::array<std::uint32_t, 2> decisions_{};
  PlayedMatch played_;
  // The clocks stand still, so that both worlds are asked at one time.
  Site site_{RulesetOf("barrage"), [this] { return now_; }};
};

const std::vector<std::string> kPaths = {"/api/v1/games/1-7",
                                         "/api/v1/games/1-7/record",
                                         "/api/v1/games/1-7/text",
                                         "/api/v1/games/1-7/xml",
                                         "/api/v1/games",
                                         "/api/v1/tournaments/1",
                                         "/api/v1/bots/ada",
                                         "/api/v1/tournaments",
                                         "/api/v1/leaderboards/barrage"};
const std::vector<std::string> kStreams = {"/api/v1/games/1-7/events", "/api/v1/games/1-7/events?from=3",
                                           "/api/v1/games/1-7/events?from=999", "/api/v1/tournaments/1/events"};

TEST(TwoWorlds, R9_2_WhatIsHiddenChangesNoByteOfAnyAnswer) {
  World one({F, S, C, C, M, G, B, X}, {X, F, B, C, C, G, M, S}, "I have won");
  World other({B, X, F, C, S, M, C, G}, {G, B, C, F, M, S, C, X}, "all is lost");
  ASSERT_NE(one.Secrets(), other.Secrets());
  for (const std::string& path : kPaths) EXPECT_EQ(one.Bytes(path), other.Bytes(path)) << path;
  for (const std::string& path : kStreams) EXPECT_EQ(one.FirstEvent(path), other.FirstEvent(path)) << path;
  EXPECT_EQ(one.Status(), other.Status());
}

// The test above can fail: the bytes are of a game that goes on.
TEST(TwoWorlds, WhatIsComparedIsTheGame) {
  World world({F, S, C, C, M, G, B, X}, {X, F, B, C, C, G, M, S}, "secret words");
  const std::string bytes = world.Bytes("/api/v1/games/1-7");
  EXPECT_THAT(bytes, testing::HasSubstr("\"steps\":6"));
  EXPECT_THAT(bytes, testing::Not(testing::HasSubstr("secret words")));
  EXPECT_THAT(world.Bytes("/api/v1/games/1-7/record"), testing::StartsWith("409"));
  EXPECT_THAT(world.FirstEvent("/api/v1/games/1-7/events?from=3"), testing::HasSubstr("\"from_step\":3"));
}

}  // namespace
}  // namespace flagfall::arena::web
