#include "arena/runner/game_slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace flagfall::arena::runner {
namespace {

using std::chrono::seconds;

// A run that plays games of one length, and asks for a slot whenever it has not as many as it wants.
struct SimRun {
  Micros game_length{};
  std::uint32_t wanted = 1;
  std::uint32_t asked = 0;
  // When each game that is being played ends.
  std::vector<Micros> ends = {};
  // Slots times time.
  Micros had{};
  std::unique_ptr<GameSlots::Share> share = nullptr;
};

class GameSlotsTest : public testing::Test {
 protected:
  void MakeSlots(std::uint32_t slots_min) { slots_.emplace(slots_min, Clock()); }

  SimRun& Add(double weight, std::uint32_t wanted, Micros game_length) {
    runs_.push_back(std::make_unique<SimRun>());
    SimRun& run = *runs_.back();
    run.game_length = game_length;
    run.wanted = wanted;
    run.share = slots_->Join(weight, wanted, [this, &run] {
      --run.asked;
      run.ends.push_back(now_ + run.game_length);
    });
    return run;
  }

  // As a coordinator does: it asks for all that it could use before it returns those of games that are over.
  void AskAndReturn(SimRun& run) {
    const auto over = std::partition(run.ends.begin(), run.ends.end(), [this](Micros at) { return at > now_; });
    auto returned = static_cast<std::size_t>(run.ends.end() - over);
    run.ends.erase(over, run.ends.end());
    while (run.ends.size() + run.asked < run.wanted) {
      ++run.asked;
      run.share->Ask();
    }
    for (; returned > 0; --returned) run.share->Return();
  }

  // Plays until `end`, a second at a time.
  void PlayUntil(Micros end) {
    for (; now_ < end; now_ += seconds(1)) {
      for (const auto& run : runs_) AskAndReturn(*run);
      std::size_t in_use = 0;
      for (const auto& run : runs_) {
        run->had += seconds(1) * run->ends.size();
        in_use += run->ends.size();
      }
      most_in_use_ = std::max(most_in_use_, in_use);
    }
  }

  GameSlots::Clock Clock() {
    return [this] { return now_; };
  }

  Micros now_{};
  std::optional<GameSlots> slots_;
  std::vector<std::unique_ptr<SimRun>> runs_;
  std::size_t most_in_use_ = 0;
};

double Ratio(Micros a, Micros b) { return static_cast<double>(a.count()) / static_cast<double>(b.count()); }

TEST_F(GameSlotsTest, ARunThatIsAloneHasAllThatItWants) {
  MakeSlots(2);
  SimRun& run = Add(1, 5, seconds(3));
  PlayUntil(seconds(300));
  EXPECT_EQ(run.had, 5 * seconds(300));
}

TEST_F(GameSlotsTest, SharesFollowTheWeightsHoweverLongGamesAre) {
  MakeSlots(4);
  const SimRun& light = Add(1, 4, seconds(1));
  const SimRun& heavy = Add(3, 4, seconds(50));
  const SimRun& middle = Add(2, 4, seconds(7));
  PlayUntil(seconds(60'000));
  EXPECT_NEAR(Ratio(heavy.had, light.had), 3, 0.1);
  EXPECT_NEAR(Ratio(middle.had, light.had), 2, 0.1);
  EXPECT_EQ(most_in_use_, 4u);
  EXPECT_EQ(light.had + heavy.had + middle.had, 4 * seconds(60'000)) << "no slot is left empty";
}

TEST_F(GameSlotsTest, OneSlotGoesFromRunToRun) {
  MakeSlots(1);
  const SimRun& first = Add(1, 1, seconds(400));
  const SimRun& second = Add(1, 1, seconds(2));
  PlayUntil(seconds(100'000));
  EXPECT_NEAR(Ratio(first.had, second.had), 1, 0.05);
  EXPECT_EQ(most_in_use_, 1u);
}

TEST_F(GameSlotsTest, WhatARunDoesNotWantIsForTheOthers) {
  MakeSlots(4);
  const SimRun& modest = Add(10, 1, seconds(5));
  const SimRun& greedy = Add(1, 4, seconds(5));
  PlayUntil(seconds(1000));
  EXPECT_EQ(modest.had, seconds(1000));
  EXPECT_EQ(greedy.had, 3 * seconds(1000));
}

TEST_F(GameSlotsTest, ARunThatWantedLittleForLongDoesNotShutTheOthersOutAfterwards) {
  MakeSlots(4);
  SimRun& late = Add(1, 4, seconds(5));
  SimRun& steady = Add(1, 4, seconds(5));
  late.wanted = 0;
  PlayUntil(seconds(100'000));
  EXPECT_EQ(late.had, Micros(0));
  late.wanted = 4;
  steady.had = Micros(0);
  PlayUntil(seconds(102'000));
  // It makes up for kCreditMax of what it has missed, and no more.
  EXPECT_NEAR(Ratio(late.had - steady.had, GameSlots::kCreditMax), 1, 0.2);
}

TEST_F(GameSlotsTest, TheSlotsOfARunThatEndsAreFree) {
  MakeSlots(2);
  SimRun& ended = Add(1, 2, seconds(1'000'000));
  const SimRun& next = Add(1, 2, seconds(5));
  PlayUntil(seconds(10));
  EXPECT_EQ(next.ends.size(), 0u);
  ended.share.reset();
  ended.wanted = 0;
  ended.ends.clear();
  PlayUntil(seconds(20));
  EXPECT_EQ(next.ends.size(), 2u);
}

// What was asked for is forgotten when a run ends; nothing is granted that was not asked for, and no slot twice.
TEST_F(GameSlotsTest, WhateverRunsDoSlotsAreNeitherLostNorDoubled) {
  std::mt19937_64 random(7);
  GameSlots slots(3, Clock());
  struct Run {
    std::unique_ptr<GameSlots::Share> share;
    std::uint32_t asked = 0;
    std::uint32_t held = 0;
    std::uint32_t wants = 0;
  };
  std::vector<std::unique_ptr<Run>> runs;
  for (int step = 0; step < 200'000; ++step) {
    now_ += Micros(random() % 1'000'000);
    if (runs.empty() || random() % 50 == 0) {
      auto run = std::make_unique<Run>();
      run->wants = 1 + random() % 6;
      run->share = slots.Join(1 + random() % 9, run->wants, [it = run.get()] {
        ASSERT_GT(it->asked, 0u);
        --it->asked;
        ++it->held;
      });
      runs.push_back(std::move(run));
    }
    const std::size_t drawn = random() % runs.size();
    Run& run = *runs[drawn];
    if (random() % 50 == 0) {
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(drawn));
    } else if (run.held > 0 && random() % 2 == 0) {
      --run.held;
      run.share->Return();
    } else if (run.asked + run.held < run.wants) {
      ++run.asked;
      run.share->Ask();
    }
    std::uint32_t held = 0;
    std::uint32_t asked = 0;
    std::uint32_t most = 3;
    for (const auto& each : runs) {
      held += each->held;
      asked += each->asked;
      most = std::max(most, each->wants);
    }
    // Slots that were granted while a run wanted more of them stay with their runs.
    ASSERT_TRUE(asked == 0 || held >= most) << "a slot is free, and a run waits for one";
  }
}

TEST_F(GameSlotsTest, LightRunsLeaveHalfOfTheSlotsToOthers) {
  MakeSlots(4);
  const SimRun& light = Add(0.1, 4, seconds(100'000));
  const SimRun& lighter = Add(0.01, 4, seconds(100'000));
  PlayUntil(seconds(10));
  EXPECT_EQ(light.ends.size() + lighter.ends.size(), 2u);
  const SimRun& heavy = Add(1, 4, seconds(5));
  PlayUntil(seconds(20));
  EXPECT_EQ(heavy.ends.size(), 2u);
}

TEST_F(GameSlotsTest, ALightRunHasTheOnlySlotWhenNobodyElseWantsIt) {
  MakeSlots(1);
  const SimRun& light = Add(0.1, 1, seconds(5));
  PlayUntil(seconds(10));
  EXPECT_EQ(light.ends.size(), 1u);
}

TEST_F(GameSlotsTest, WhileTheyAreHeldNoneIsGrantedAndThoseThatAreOutStay) {
  MakeSlots(2);
  std::uint32_t granted = 0;
  const std::unique_ptr<GameSlots::Share> share = slots_->Join(1, 2, [&granted] { ++granted; });
  share->Ask();
  EXPECT_EQ(granted, 1U);
  slots_->SetHeld(true);
  share->Ask();
  share->Ask();
  share->Return();
  EXPECT_EQ(granted, 1U);
  slots_->SetHeld(false);
  EXPECT_EQ(granted, 3U);
}

TEST_F(GameSlotsTest, OfSlotsThatAreGrantedAtOnceLightRunsGetHalfToo) {
  MakeSlots(4);
  std::uint32_t granted = 0;
  const std::unique_ptr<GameSlots::Share> light = slots_->Join(0.1, 4, [&granted] { ++granted; });
  slots_->SetHeld(true);
  for (int asked = 0; asked < 4; ++asked) light->Ask();
  slots_->SetHeld(false);
  EXPECT_EQ(granted, 2U);
}

}  // namespace
}  // namespace flagfall::arena::runner
