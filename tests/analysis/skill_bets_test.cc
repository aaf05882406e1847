#include "arena/analysis/skill_bets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arena/analysis/log_winnings.h"

namespace flagfall::arena::analysis {
namespace {

std::array<double, 3> DrawChance(std::mt19937_64& random) {
  std::array<double, 3> chance{};
  double sum = 0;
  for (double& part : chance) sum += part = std::uniform_real_distribution<double>()(random);
  for (double& part : chance) part /= sum;
  return chance;
}

// What comes of a guess with this skill.
std::array<double, 3> WithSkill(std::array<double, 3> chance, double skill) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += chance[static_cast<std::size_t>(i)] *= std::exp(skill * (i - 1));
  for (double& part : chance) part /= sum;
  return chance;
}

int Draw(const std::array<double, 3>& chance, std::mt19937_64& random) {
  return static_cast<int>(std::discrete_distribution<int>(chance.begin(), chance.end())(random)) - 1;
}

TEST(SkillBets, CannotBeExpectedToWinAgainstTheAllowedSkillOrLess) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const double allowed = std::uniform_real_distribution<double>(0, 3)(random);
    const double skill = std::uniform_real_distribution<double>(-3, allowed)(random);
    const std::array<double, 3> chance = DrawChance(random);
    const std::array<double, 3> likely = WithSkill(chance, skill);
    double mean = 0;
    for (int outcome = -1; outcome <= 1; ++outcome) {
      SkillBets bets(allowed);
      bets.Add({.chance = chance, .outcome = outcome});
      mean += likely[static_cast<std::size_t>(outcome + 1)] * bets.Winnings();
    }
    EXPECT_LE(mean, 1 + 1e-12) << "allowed " << allowed << ", skill " << skill;
  }
}

TEST(SkillBets, WinAgainstMore) {
  std::mt19937_64 random(12);
  SkillBets bets(0.5);
  double logarithm = 0;
  for (int guess = 0; guess < 500; ++guess) {
    const std::array<double, 3> chance = DrawChance(random);
    logarithm += bets.Add({.chance = chance, .outcome = Draw(WithSkill(chance, 1.5), random)});
  }
  EXPECT_GT(bets.Winnings(), 1e6);
  EXPECT_NEAR(logarithm, std::log10(bets.Winnings()), 1e-6);
}

// Ville's inequality: whoever looks after each guess finds 20 in at most one case of twenty.
TEST(SkillBets, SeldomEverComeToMuchAgainstTheAllowedSkill) {
  std::mt19937_64 random(13);
  constexpr int kPlayers = 1000;
  int found = 0;
  for (int player = 0; player < kPlayers; ++player) {
    SkillBets bets(0.7);
    double most = 1;
    for (int guess = 0; guess < 200; ++guess) {
      const std::array<double, 3> chance = DrawChance(random);
      bets.Add({.chance = chance, .outcome = Draw(WithSkill(chance, 0.7), random)});
      most = std::max(most, bets.Winnings());
    }
    found += most >= 20;
  }
  EXPECT_LE(found, kPlayers / 20);
  EXPECT_GT(found, 0);
}

// Where much is won, the winnings are no double any more; where much is lost, they are 0.
TEST(SkillBets, AreCountedHoweverMuchTheyWinOrLose) {
  for (const double allowed : {-8.0, 8.0}) {
    SkillBets bets(allowed);
    double logarithm = 0;
    for (int guess = 0; guess < 50'000; ++guess) {
      const double weight = bets.Add({.chance = {0.4, 0.2, 0.4}, .outcome = allowed < 0 ? 1 : -1});
      ASSERT_TRUE(std::isfinite(weight)) << "guess " << guess;
      logarithm += weight;
    }
    EXPECT_NEAR(logarithm * std::log(10), bets.LogWinnings(), 1e-6 * std::abs(logarithm));
    EXPECT_GT(std::abs(bets.LogWinnings()), 710);
    EXPECT_EQ(bets.Winnings(), allowed < 0 ? kWinningsMax : 0);
  }
}

TEST(SkillBets, TheSkillIsEstimated) {
  std::mt19937_64 random(14);
  for (const double skill : {-1.0, 0.0, 0.8, 2.0}) {
    SkillBets bets(0);
    for (int guess = 0; guess < 20'000; ++guess) {
      const std::array<double, 3> chance = DrawChance(random);
      bets.Add({.chance = chance, .outcome = Draw(WithSkill(chance, skill), random)});
    }
    EXPECT_NEAR(bets.Skill(), skill, 0.1);
  }
  EXPECT_EQ(SkillBets(1).Skill(), 0);
}

}  // namespace
}  // namespace flagfall::arena::analysis
