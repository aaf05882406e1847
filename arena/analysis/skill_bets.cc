#include "arena/analysis/skill_bets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "arena/analysis/log_winnings.h"

namespace flagfall::arena::analysis {
namespace {

// The mean of e^(skill X) at skill 0.
double Sum(const std::array<double, 3>& chance, double skill) {
  return chance[0] * std::exp(-skill) + chance[1] + chance[2] * std::exp(skill);
}

}  // namespace

double SkillBets::Add(const Guess& guess) {
  const double before = LogWinnings();
  std::size_t bet = 0;
  for (const double step : kSteps) {
    const double mean = Sum(guess.chance, allowed_ + step) / Sum(guess.chance, allowed_);
    log_winnings_[bet++] += step * guess.outcome - std::log(mean);
  }
  const double wins = guess.chance[2] * std::exp(allowed_) / Sum(guess.chance, allowed_);
  for (const double share : kShares) {
    log_winnings_[bet++] += std::log(1 - share + (guess.outcome == 1 ? share / wins : 0));
  }
  ++guesses_;
  outcomes_ += guess.outcome;
  const auto bin = [](double chance) { return static_cast<std::size_t>(std::lround(chance * kBins)); };
  ++by_chance_[bin(guess.chance[2])][bin(guess.chance[0])];
  return (LogWinnings() - before) / std::numbers::ln10;
}

double SkillBets::Winnings() const { return WinningsOf(LogWinnings()); }

double SkillBets::LogWinnings() const { return LogOfMean(log_winnings_); }

// The mean outcome grows with the skill, so that halving finds where it is what it was.
double SkillBets::Skill() const {
  if (guesses_ == 0) return 0;
  double low = -kSkillMax;
  double high = kSkillMax;
  for (int halving = 0; halving < 40; ++halving) {
    const double skill = (low + high) / 2;
    double expected = 0;
    for (std::size_t up = 0; up <= kBins; ++up) {
      for (std::size_t down = 0; down + up <= kBins + 1 && down <= kBins; ++down) {
        if (by_chance_[up][down] == 0) continue;
        const double of_up = static_cast<double>(up) / kBins;
        const double of_down = static_cast<double>(down) / kBins;
        const std::array<double, 3> chance = {of_down, std::max(0.0, 1 - of_up - of_down), of_up};
        expected += by_chance_[up][down] * (of_up * std::exp(skill) - of_down * std::exp(-skill)) / Sum(chance, skill);
      }
    }
    (expected < outcomes_ ? low : high) = skill;
  }
  return (low + high) / 2;
}

}  // namespace flagfall::arena::analysis
