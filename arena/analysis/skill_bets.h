#ifndef ARENA_ANALYSIS_SKILL_BETS_H_
#define ARENA_ANALYSIS_SKILL_BETS_H_

#include <array>
#include <cstdint>

namespace flagfall::arena::analysis {

// What came of a guess, from -1 (as bad as can be) to 1, and how likely each outcome was for whoever knows no more than
// its player may.
struct Guess {
  // Of -1, 0 and 1; they add up to 1.
  std::array<double, 3> chance{};
  int outcome = 0;
};

// Bets against the claim that a player's guesses are no better than those of skill `allowed`, and how much they have
// won.
//
// A player of skill s meets the outcome x with a likelihood in proportion to chance(x) e^(s x): skill 0 guesses
// blindly. Each bet is that the skill is larger by a step d, and multiplies what it has won by e^(d x) / E[e^(d X)],
// where E is the mean at the allowed skill. For a player of that skill or less the mean of this factor is at most 1
// (the mean of e^(d X) grows with the skill, since log E[e^(s X)] is convex in s), whatever it was that made it guess.
// So its product is a nonnegative supermartingale, and the chance that it ever reaches W is at most 1 / W (Ville's
// inequality), however often one looks. The average over several steps is one too.
class SkillBets {
 public:
  explicit SkillBets(double allowed) : allowed_(allowed) {}

  // Returns by how much the guess has raised the logarithm of the winnings, or lowered it (base 10).
  double Add(const Guess& guess);

  // What a stake of 1, spread evenly over the bets, has become; kWinningsMax where it is more.
  double Winnings() const;
  // The natural logarithm of what it has become, however much or little that is.
  double LogWinnings() const;
  std::uint64_t guesses() const { return guesses_; }
  double allowed() const { return allowed_; }
  // The skill that makes the outcomes most likely, from -kSkillMax to kSkillMax; 0 without guesses. To be read as a
  // measure of how well a player guesses, not as evidence.
  double Skill() const;

  static constexpr double kSkillMax = 8;

 private:
  static constexpr std::array<double, 4> kSteps = {0.1, 0.25, 0.5, 1};
  // How often it knows.
  static constexpr std::array<double, 3> kShares = {0.02, 0.1, 0.3};
  // Chances are kept in bins, so that Skill needs no list of all guesses.
  static constexpr int kBins = 32;

  double allowed_;
  // Of each bet; natural.
  std::array<double, kSteps.size() + kShares.size()> log_winnings_{};
  std::uint64_t guesses_ = 0;
  double outcomes_ = 0;
  // By the chance of 1 and of -1, in bins: how many guesses.
  std::array<std::array<std::uint32_t, kBins + 1>, kBins + 1> by_chance_{};
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_SKILL_BETS_H_
