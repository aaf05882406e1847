// The replay of a running game holds what a spectator may know and no more, and grows with the game.
#include "arena/replay/running_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "arena/replay/finished_replay.h"
#include "referee/rules/catalogue.h"
#include "tests/replay/random_match.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

constexpr int kRunningGames = 6;
constexpr Micros kNow = std::chrono::hours(1);
constexpr std::size_t kSpectator = 2;

RunningReplay Begun(const SpectatorHeader& header) {
  auto running = RunningReplay::Create(header, 1);
  EXPECT_THAT(running, IsOk());
  return *std::move(running);
}

// Clears the fields that merging parts does not make those of the whole.
v1::Replay WithoutExtent(v1::Replay replay) {
  replay.clear_from_step();
  replay.clear_steps();
  replay.clear_clocks();
  return replay;
}

class RunningReplayTest : public testing::TestWithParam<v1::Ruleset> {};

INSTANTIATE_TEST_SUITE_P(Rulesets, RunningReplayTest, testing::ValuesIn(TestedRulesets()),
                         [](const auto& info) { return NameOf(info.param); });

TEST_P(RunningReplayTest, R9_3_GivesTheSpectatorsViewAtEveryPosition) {
  for (std::uint64_t seed = 1; seed <= kRunningGames; ++seed) {
    const PlayedMatch played = PlayRandomMatch(GetParam(), seed);
    const std::vector<RecordedPosition> positions = PositionsOf(played.record);
    RunningReplay running = Begun(played.header);
    for (const SpectatorEntry& entry : played.entries) ASSERT_THAT(running.Add(entry), IsOk());
    const v1::Replay replay = running.From(0, kNow);
    ASSERT_EQ(replay.steps() + 1, positions.size());
    for (const v1::ReplayArmy* army : {&BoardIn(replay).red(), &BoardIn(replay).blue()}) {
      for (int i = 1; i < army->pieces_size(); i += 2) ASSERT_EQ(army->pieces(i), 0u) << "a type";
    }
    const std::vector<v1::View> views = ReadReplay(replay, v1::OBSERVER_SPECTATOR);
    for (std::size_t n = 0; n < positions.size() && !positions[n].game->Outcome().has_value(); ++n) {
      ASSERT_EQ(views[n].SerializeAsString(), positions[n].views[kSpectator].SerializeAsString())
          << "seed " << seed << ", position " << n << ": sees\n"
          << positions[n].views[kSpectator].DebugString() << "and on the page\n"
          << views[n].DebugString();
    }
  }
}

// What the running game's replay says of acts, threats and types, the finished game's says too.
TEST_P(RunningReplayTest, SaysOfActsThreatsAndTypesWhatTheFinishedGameSays) {
  for (std::uint64_t seed = 1; seed <= kRunningGames; ++seed) {
    const PlayedMatch played = PlayRandomMatch(GetParam(), seed);
    RunningReplay running = Begun(played.header);
    for (const SpectatorEntry& entry : played.entries) ASSERT_THAT(running.Add(entry), IsOk());
    const v1::Replay now = running.From(0, kNow);
    const v1::Replay later = *FinishedReplay(played.record, v1::GameSummary());
    EXPECT_THAT(now.acts(), testing::ElementsAreArray(later.acts()));
    EXPECT_THAT(now.plies(), testing::ElementsAreArray(later.plies()));
    EXPECT_THAT(BoardIn(now).plies(), testing::ElementsAreArray(BoardIn(later).plies()));
    EXPECT_THAT(BoardIn(now).threats(), testing::ElementsAreArray(BoardIn(later).threats()));
    EXPECT_THAT(BoardIn(now).removed(), testing::ElementsAreArray(BoardIn(later).removed()));
    EXPECT_THAT(BoardIn(now).learnt(), testing::ElementsAreArray(BoardIn(later).learnt()));
    EXPECT_EQ(now.seed_sha256(), later.seed_sha256());
    EXPECT_TRUE(now.seed().empty() && !now.is_over() && now.notes().empty() && now.comments().empty());
    EXPECT_EQ(now.game().tournament_id(), 1u);
    EXPECT_EQ(now.game().game_id(), played.record.game_id());
    EXPECT_FALSE(now.game().has_outcome());
  }
}

TEST_P(RunningReplayTest, PartsMergedGiveTheWhole) {
  for (std::uint64_t seed = 1; seed <= kRunningGames; ++seed) {
    const PlayedMatch played = PlayRandomMatch(GetParam(), seed);
    RunningReplay running = Begun(played.header);
    Random random(seed);
    v1::Replay page = running.From(0, kNow);
    std::uint32_t steps = 0;
    for (const SpectatorEntry& entry : played.entries) {
      ASSERT_THAT(running.Add(entry), IsOk());
      if (Below(3, random) != 0) continue;
      const v1::Replay part = running.From(steps, entry.at);
      ASSERT_EQ(part.from_step(), steps);
      ASSERT_EQ(part.from_step() + part.steps(), running.steps());
      if (steps == 0) {
        page = part;
      } else {
        EXPECT_FALSE(part.has_game());
        page.MergeFrom(part);
      }
      steps = running.steps();
      ASSERT_EQ(WithoutExtent(page).SerializeAsString(), WithoutExtent(running.From(0, kNow)).SerializeAsString())
          << "seed " << seed << ", step " << steps;
    }
    ASSERT_GT(steps, 0u);
    EXPECT_EQ(running.From(running.steps() + 1, kNow).from_step(), 0u)
        << "from a step that is not there comes the whole";
  }
}

// ---- Secrets

void AddTold(const std::vector<v1::Event>& told, std::uint32_t plies, RunningReplay& running) {
  SpectatorEntry entry{.kind = SpectatorEntry::Kind::kActed, .side = v1::SIDE_RED};
  entry.events = told;
  entry.plies = plies;
  ASSERT_THAT(running.Add(entry), IsOk());
}

// From any moment on, two games that differ only in what the spectator cannot see give the same replay, as long as the
// same actions are taken in both and have the same public results.
TEST_P(RunningReplayTest, R9_2_WorldsThatLookAlikeGiveTheSameBytes) {
  int compared = 0;
  int hidden_differences = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    SpectatorHeader header;
    header.ruleset = GetParam();
    RunningReplay first = Begun(header);
    RunningReplay second = Begun(header);
    std::unique_ptr<Game> world = *NewGame(GetParam(), std::string(32, 'a'));
    std::unique_ptr<Game> other;
    const std::uint64_t parts_at = 3 + Below(80, random);
    for (std::uint64_t i = 0; i < parts_at + 60 && !world->Outcome().has_value(); ++i) {
      if (i == parts_at) other = world->Determinize(v1::OBSERVER_SPECTATOR, random);
      const auto pending = world->Pending();
      const v1::Side side = pending[Below(pending.size(), random)].side;
      const v1::Action action = world->Sample(side, random);
      const auto told = world->Act(side, action);
      ASSERT_THAT(told, IsOk());
      auto told_other = other != nullptr ? other->Act(side, action) : told;
      if (!told_other.ok()) break;
      AddTold(told->spectator, world->Progress().plies, first);
      AddTold(told_other->spectator, world->Progress().plies, second);
      if (other == nullptr) continue;
      if (world->ViewFor(v1::OBSERVER_SPECTATOR).SerializeAsString() !=
          other->ViewFor(v1::OBSERVER_SPECTATOR).SerializeAsString()) {
        break;
      }
      ASSERT_EQ(first.From(0, kNow).SerializeAsString(), second.From(0, kNow).SerializeAsString()) << "seed " << seed;
      ++compared;
      hidden_differences +=
          world->ViewFor(v1::OBSERVER_ALL).SerializeAsString() != other->ViewFor(v1::OBSERVER_ALL).SerializeAsString();
    }
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(hidden_differences, 10) << "worlds that do not differ prove nothing";
}

// ---- Clocks

class RunningClocks : public testing::Test {
 protected:
  RunningClocks() {
    header_.ruleset.set_id("barrage");
    header_.time_control.set_base_micros(60'000'000);
    header_.time_control.set_set_up_micros(5'000'000);
  }

  v1::ReplayClocks At(const RunningReplay& running, Micros at) { return running.From(0, at).clocks(); }

  SpectatorHeader header_;
};

TEST_F(RunningClocks, RunFromWhenTheyWereHeardOf) {
  RunningReplay running = Begun(header_);
  EXPECT_EQ(At(running, Micros(0)).red_ms(), 5'000u);
  EXPECT_FALSE(At(running, Micros(0)).is_red_running());
  ASSERT_THAT(running.Add({.kind = SpectatorEntry::Kind::kAsked,
                           .side = v1::SIDE_BLUE,
                           .at = Micros(2'000'000),
                           .clock = Micros(5'000'000)}),
              IsOk());
  const v1::ReplayClocks clocks = At(running, Micros(3'500'000));
  EXPECT_EQ(clocks.blue_ms(), 3'500u);
  EXPECT_TRUE(clocks.is_blue_running());
  EXPECT_EQ(clocks.red_ms(), 5'000u);
  EXPECT_FALSE(clocks.is_red_running());
  EXPECT_EQ(At(running, Micros(9'000'000)).blue_ms(), 0u) << "no less than nothing";
  EXPECT_EQ(At(running, Micros(1'000'000)).blue_ms(), 5'000u) << "a moment before";
}

TEST_F(RunningClocks, StandWhenTheGameIsOver) {
  RunningReplay running = Begun(header_);
  ASSERT_THAT(running.Add({.kind = SpectatorEntry::Kind::kAsked, .side = v1::SIDE_RED, .clock = Micros(5'000'000)}),
              IsOk());
  ASSERT_THAT(running.Add({.kind = SpectatorEntry::Kind::kOver, .at = Micros(1'000'000)}), IsOk());
  EXPECT_EQ(At(running, Micros(4'000'000)).red_ms(), 4'000u);
  EXPECT_FALSE(At(running, Micros(4'000'000)).is_red_running());
}

TEST_F(RunningClocks, ShowTheTimeForThePliesOncePlayBegins) {
  const PlayedMatch played = PlayRandomMatch(header_.ruleset, 1);
  RunningReplay running = Begun(header_);
  for (const SpectatorEntry& entry : played.entries) {
    ASSERT_THAT(running.Add(entry), IsOk());
    if (!entry.events.empty()) break;
  }
  EXPECT_EQ(At(running, kNow).red_ms(), 60'000u);
  EXPECT_EQ(At(running, kNow).blue_ms(), 60'000u);
}

TEST(RunningReplay, BeforePlayBeginsThereIsNothingButTheHeader_R1_3) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  const PlayedMatch played = PlayRandomMatch(ruleset, 1);
  RunningReplay running = Begun(played.header);
  for (const SpectatorEntry& entry : played.entries) {
    if (!entry.events.empty()) break;
    ASSERT_THAT(running.Add(entry), IsOk());
  }
  const v1::Replay replay = running.From(0, kNow);
  EXPECT_EQ(replay.board().red().pieces_size(), 0);
  EXPECT_EQ(replay.acts_size(), 0);
  EXPECT_EQ(replay.board().army_size(), 13);
}

}  // namespace
}  // namespace flagfall::arena::replay
