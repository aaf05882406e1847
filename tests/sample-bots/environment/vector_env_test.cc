#include "sample-bots/environment/vector_env.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/environment/env_record.h"

namespace flagfall::environment {
namespace {

using board::BoardRules;
using ::testing::HasSubstr;

std::unique_ptr<VectorEnv> Env(const BoardRules& rules, const EnvConfig& config) {
  auto env = VectorEnv::New(rules, config, SetUpSource(rules));
  EXPECT_TRUE(env.ok()) << env.status();
  return *std::move(env);
}

// All that a VectorEnv has shown in some steps.
std::vector<std::uint8_t> ShownBy(VectorEnv& env, int steps) {
  std::vector<std::uint8_t> shown;
  for (int step = 0; step < steps; ++step) {
    for (const auto* buffer : {&env.observations(), &env.legal_mask(), &env.done(), &env.truncated(), &env.to_move()}) {
      shown.insert(shown.end(), buffer->begin(), buffer->end());
    }
    for (const float reward : env.rewards()) shown.push_back(static_cast<std::uint8_t>(reward + 1));
    EXPECT_TRUE(env.Step(env.random_actions()).ok());
  }
  return shown;
}

TEST(VectorEnv, ShowsTheSameBytesOnAnyNumberOfThreads) {
  const EnvConfig config{.games = 37, .threads = 1, .seed = 3, .max_plies_without_capture = 60};
  EnvConfig threaded = config;
  threaded.threads = 4;
  const auto one = Env(BoardRules::Barrage(), config);
  const std::vector<std::uint8_t> shown = ShownBy(*one, 120);
  EXPECT_EQ(ShownBy(*Env(BoardRules::Barrage(), threaded), 120), shown);
  ASSERT_TRUE(one->Reset().ok());
  EXPECT_EQ(ShownBy(*one, 120), shown);
  EnvConfig other = config;
  other.seed = 4;
  EXPECT_NE(ShownBy(*Env(BoardRules::Barrage(), other), 120), shown);
}

// A hash of a fixed run: the same on every machine, and changed only with the version of observations.
TEST(VectorEnv, ShowsWhatItHasAlwaysShown) {
  const auto env = Env(BoardRules::Duel(), {.games = 8, .threads = 2, .seed = 1});
  std::uint64_t hash = 14695981039346656037u;
  for (const std::uint8_t byte : ShownBy(*env, 400)) hash = (hash ^ byte) * 1099511628211u;
  EXPECT_EQ(hash, 5450034195100846405u) << "version " << kObservationVersion;
}

TEST(VectorEnv, AnIllegalPlyIsNamedAndChangesNothing) {
  const auto env = Env(BoardRules::Duel(), {.games = 2, .seed = 1});
  const std::vector<std::uint8_t> mask = env->legal_mask();
  std::vector<std::int32_t> actions = env->random_actions();
  actions[1] = PlyNumberOf(*board::ParsePly("a5-a6"));
  absl::Status status = env->Step(actions);
  EXPECT_EQ(ClauseOf(status), "R2.1");
  EXPECT_THAT(std::string(status.message()), HasSubstr("game 1"));
  actions[1] = kPlyNumbers;
  status = env->Step(actions);
  EXPECT_EQ(ClauseOf(status), "R2.1");
  EXPECT_THAT(std::string(status.message()), HasSubstr("expected 0 to 1999"));
  status = env->Step(absl::MakeSpan(actions).first(1));
  EXPECT_THAT(std::string(status.message()), HasSubstr("expected 2, one for each game"));
  EXPECT_EQ(env->legal_mask(), mask);
  EXPECT_EQ(env->plies()[0], 0u);
}

TEST(VectorEnv, RewardsTheWinnerAndBeginsAnew) {
  const auto env = Env(BoardRules::Duel(), {.games = 8, .seed = 2, .observes = false, .keeps_games = true});
  EXPECT_TRUE(env->observations().empty());
  int over = 0;
  for (int step = 0; step < 3000; ++step) {
    ASSERT_TRUE(env->Step(env->random_actions()).ok());
    for (std::size_t i = 0; i < env->size(); ++i) {
      const float red = env->rewards()[2 * i];
      ASSERT_EQ(red + env->rewards()[2 * i + 1], 0.0F);
      if (env->done()[i] == 0) {
        ASSERT_EQ(red, 0.0F);
        continue;
      }
      ++over;
      ASSERT_EQ(env->plies()[i], 0u);
      ASSERT_EQ(env->to_move()[i], 0);
      v1::Ruleset ruleset;
      ruleset.set_id("duel");
      const auto game = RecordedGameOf(ruleset, *env->LastGameOf(i));
      ASSERT_TRUE(game.ok()) << game.status();
      const v1::Result result = game->Outcome()->result();
      ASSERT_EQ(red, result == v1::RESULT_RED_WINS ? 1.0F : result == v1::RESULT_BLUE_WINS ? -1.0F : 0.0F);
    }
  }
  EXPECT_GT(over, 20);
}

TEST(VectorEnv, LimitsOnPliesEndAGame_R5_4) {
  const auto env = Env(BoardRules::Classic(), {.games = 2, .seed = 2, .max_plies = 6, .keeps_games = true});
  for (int ply = 1; ply <= 6; ++ply) {
    EXPECT_EQ(env->truncated()[0], 0);
    ASSERT_TRUE(env->Step(env->random_actions()).ok());
  }
  EXPECT_EQ(env->truncated()[0], 1);
  EXPECT_EQ(env->done()[0], 1);
  EXPECT_EQ(env->rewards()[0], 0.0F);
  EXPECT_EQ(env->LastGameOf(0)->plies.size(), 6u);
  EXPECT_TRUE(env->LastGameOf(0)->is_out_of_plies);
}

TEST(VectorEnv, GamesAreKeptWhereTheyAreWanted) {
  const auto env = Env(BoardRules::Duel(), {.games = 1});
  EXPECT_TRUE(absl::IsFailedPrecondition(env->GameOf(0).status()));
  const auto keeper = Env(BoardRules::Duel(), {.games = 1, .keeps_games = true});
  EXPECT_TRUE(absl::IsInvalidArgument(keeper->GameOf(1).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(keeper->LastGameOf(0).status()));
  EXPECT_TRUE(keeper->GameOf(0).ok());
}

TEST(VectorEnv, NumbersHaveRanges) {
  const BoardRules rules = BoardRules::Duel();
  for (const auto& [games, threads] : {std::pair{0, 1}, {kGamesMax + 1, 1}, {1, 0}, {1, kThreadsMax + 1}}) {
    const auto env = VectorEnv::New(rules, {.games = games, .threads = threads}, SetUpSource(rules));
    EXPECT_TRUE(absl::IsInvalidArgument(env.status()));
  }
}

// A fixture has a function of the name.
using Placements = SetUp;

class SetUps : public ::testing::Test {
 protected:
  Placements Read(const std::string& words) { return *ReadPlacements(words); }

  Placements red_ = Read("a1=F b1=S c1=2 d1=2 a2=3 b2=3 a3=9 b3=M c3=B d3=B");
  Placements blue_ = Read("a10=F b10=S c10=2 d10=2 a9=3 b9=3 a8=9 b8=M c8=B d8=B");
  SetUpSource source_{BoardRules::Duel()};
};

TEST_F(SetUps, OfABookAreTurnedForBlue) {
  ASSERT_TRUE(source_.Take(SetUpKind::kFromBook, {red_}).ok());
  Stream stream(1, 2, 3);
  const board::BoardState state = source_.Begin(stream);
  EXPECT_EQ(state.PieceOf(*board::ParseSquare("a1")).type, board::PieceType::kFlag);
  EXPECT_EQ(state.PieceOf(*board::ParseSquare("j10")).type, board::PieceType::kFlag);
  EXPECT_EQ(state.PieceOf(*board::ParseSquare("i10")).type, board::PieceType::kSpy);
}

TEST_F(SetUps, OfAPairStandAsTheyAre) {
  ASSERT_TRUE(source_.Take(SetUpKind::kPairs, {red_, blue_}).ok());
  Stream stream(1, 2, 3);
  EXPECT_EQ(source_.Begin(stream).PieceOf(*board::ParseSquare("a10")).type, board::PieceType::kFlag);
}

TEST_F(SetUps, ThatTheRulesRefuseAreNamed) {
  EXPECT_THAT(std::string(source_.Take(SetUpKind::kPairs, {red_, red_}).message()), HasSubstr("pair 0, blue"));
  Placements small = red_;
  small.pop_back();
  const absl::Status status = source_.Take(SetUpKind::kFromBook, {red_, small});
  EXPECT_EQ(ClauseOf(status), "R1.2");
  EXPECT_THAT(std::string(status.message()), HasSubstr("set-up 1"));
  EXPECT_FALSE(source_.Take(SetUpKind::kPairs, {red_}).ok());
  EXPECT_FALSE(source_.Take(SetUpKind::kFromBook, {}).ok());
}

TEST_F(SetUps, InWhichNothingCanMoveAreRefused_R5_2) {
  BoardRules rules = BoardRules::Duel();
  rules.army = {};
  rules.army[static_cast<std::size_t>(board::PieceType::kFlag)] = 2;
  rules.army[static_cast<std::size_t>(board::PieceType::kBomb)] = 1;
  rules.army[static_cast<std::size_t>(board::PieceType::kMiner)] = 1;
  SetUpSource source(rules);
  EXPECT_EQ(ClauseOf(source.Take(SetUpKind::kFromBook, {Read("a1=3 a2=F b1=F j1=B")})), "R5.2");
  EXPECT_TRUE(source.Take(SetUpKind::kFromBook, {Read("c1=3 a2=F b1=F j1=B")}).ok());
}

}  // namespace
}  // namespace flagfall::environment
