// A player in an arena sees what it sees in a VectorEnv, byte for byte: 10,000 games in all, or of each ruleset as many
// as FLAGFALL_ENVIRONMENT_GAMES says.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_game.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/environment/followed_position.h"
#include "sample-bots/environment/vector_env.h"
#include "tests/support/number_from.h"

namespace flagfall::environment {
namespace {

using board::BoardRules;

// A slot's game as an arena would play it: the contract's game, and both players with what they are told alone.
class ArenaGame {
 public:
  ArenaGame(const BoardRules& rules, const std::array<SetUp, 2>& set_ups)
      : game_(rules), players_{FollowedPosition(rules, Side::kRed), FollowedPosition(rules, Side::kBlue)} {
    for (const Side side : kSides) Act(side, SetUpAction(set_ups[IndexOf(side)]));
  }

  void Act(Side side, const v1::Action& action) {
    const auto events = game_.Act(ToProto(side), action);
    ASSERT_TRUE(events.ok()) << events.status();
    ASSERT_TRUE(players_[0].Follow(events->red).ok());
    ASSERT_TRUE(players_[1].Follow(events->blue).ok());
  }

  const FollowedPosition& Of(Side side) const { return players_[IndexOf(side)]; }
  bool is_over() const { return game_.Outcome().has_value(); }

 private:
  BoardGame game_;
  std::array<FollowedPosition, 2> players_;
};

// Plays random games in a VectorEnv and beside it, and compares all that the player to move sees at each ply, until so
// many games are over.
void CompareWithArena(const BoardRules& rules, int games_usual) {
  const int games_wanted = CountFrom("FLAGFALL_ENVIRONMENT_GAMES", games_usual);
  const EnvConfig config{.games = 16, .threads = 2, .seed = 11, .keeps_games = true};
  const std::unique_ptr<VectorEnv> env = *VectorEnv::New(rules, config, SetUpSource(rules));
  std::vector<ArenaGame> arena;
  for (std::size_t i = 0; i < env->size(); ++i) arena.emplace_back(rules, env->GameOf(i)->set_ups);
  std::vector<std::uint8_t> observation(kObservationBytes);
  std::vector<std::uint8_t> mask(kPlyNumbers);
  for (int games = 0; games < games_wanted;) {
    for (std::size_t i = 0; i < env->size(); ++i) {
      const Side side = env->to_move()[i] == 0 ? Side::kRed : Side::kBlue;
      const FollowedPosition& player = arena[i].Of(side);
      player.ObserveTo(observation.data());
      player.LegalTo(mask.data());
      ASSERT_TRUE(std::equal(observation.begin(), observation.end(), &env->observations()[i * kObservationBytes]));
      ASSERT_TRUE(std::equal(mask.begin(), mask.end(), &env->legal_mask()[std::size_t{i} * kPlyNumbers]));
      const int action = env->random_actions()[i];
      ASSERT_EQ(mask[action], 1);
      arena[i].Act(side, PlyAction(SeenBy(side, PlyOfNumber(action))));
    }
    ASSERT_TRUE(env->Step(env->random_actions()).ok());
    for (std::size_t i = 0; i < env->size(); ++i) {
      ASSERT_EQ(env->done()[i] != 0, arena[i].is_over());
      if (env->done()[i] == 0) continue;
      ++games;
      arena[i] = ArenaGame(rules, env->GameOf(i)->set_ups);
    }
  }
}

// Together 10,000 games.
TEST(EnvironmentAndArena, PlayersSeeTheSameInDuel) { CompareWithArena(BoardRules::Duel(), 7400); }
TEST(EnvironmentAndArena, PlayersSeeTheSameInBarrage) { CompareWithArena(BoardRules::Barrage(), 2000); }
TEST(EnvironmentAndArena, PlayersSeeTheSameInClassic) { CompareWithArena(BoardRules::Classic(), 300); }
TEST(EnvironmentAndArena, PlayersSeeTheSameInBattle) { CompareWithArena(BoardRules::Battle(), 300); }

}  // namespace
}  // namespace flagfall::environment
