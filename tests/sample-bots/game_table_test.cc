#include "sample-bots/cpp/sdk/game_table.h"

#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <random>
#include <vector>

namespace flagfall::bot {
namespace {

using std::chrono::seconds;

// Notes what its clock shows.
class ClockReader : public Player {
 public:
  explicit ClockReader(std::vector<Micros>& shown) : shown_(shown) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override {
    shown_.push_back(time.own);
    return RandomSetUp(game, random_);
  }
  Move ChoosePly(const GameState& game, const TimeLeft& /*time*/) override { return game.LegalPlies()[0]; }

 private:
  std::vector<Micros>& shown_;
  std::mt19937_64 random_;
};

TEST(GameTableTest, WaitingForOtherGamesIsTimeOfTheOwnClock_R10_2) {
  std::vector<Micros> shown;
  GameTable table([&](const auto&, const auto&) { return std::make_unique<ClockReader>(shown); }, Options());
  v1::PlayResponse started;
  started.mutable_game_started()->set_game_id("g1");
  started.mutable_game_started()->mutable_ruleset()->set_id("classic");
  started.mutable_game_started()->set_side(v1::SIDE_BLUE);
  table.On(started);
  v1::PlayResponse asked;
  v1::DecisionRequired& decision = *asked.mutable_decision_required();
  decision.set_game_id("g1");
  decision.set_kind(v1::DECISION_KIND_SET_UP);
  decision.set_red_clock_micros(Micros(seconds(7)).count());
  decision.set_blue_clock_micros(Micros(seconds(5)).count());
  for (const Micros waited : {seconds(0), seconds(2), seconds(9)}) EXPECT_EQ(table.On(asked, waited).size(), 1u);
  EXPECT_THAT(shown, testing::ElementsAre(seconds(5), seconds(3), seconds(0)));
}

}  // namespace
}  // namespace flagfall::bot
