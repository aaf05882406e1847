#ifndef ARENA_ANALYSIS_BOT_BITS_H_
#define ARENA_ANALYSIS_BOT_BITS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "arena/analysis/belief_score.h"
#include "flagfall/v1/analysis.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/side.h"

namespace flagfall::arena::analysis {

// What a whole game told each side, in bits (told_bits.h), how many plies each made, and how good the beliefs were that
// it handed in; by side (IndexOf).
struct GameBits {
  std::array<double, 2> learnt{};
  std::array<std::uint32_t, 2> plies{};
  std::array<BeliefScorer, 2> beliefs;
};

// What a side still lacks at the end is taken off what it lacked at the beginning: the bits of all plies add up to it,
// so that nothing is counted in between. Errors as ReplayBoard's.
absl::StatusOr<GameBits> GameBitsOf(const v1::GameRecord& record);

// A mean with its standard error, which is absent with fewer than two games.
struct MeanBits {
  double value = 0;
  std::optional<double> standard_error = std::nullopt;
};

// What the games of a bot told it of its opponents' pieces, and its opponents of its own. It keeps sums alone, so that
// any number of games takes no memory.
class BotBits {
 public:
  // Adds a game that the bot has played on this side.
  void Add(const GameBits& game, Side side);

  std::uint64_t games() const { return games_; }
  std::uint64_t plies() const { return static_cast<std::uint64_t>(plies_); }

  // Means of games. `NetPerGame` is what it learnt less what it gave away.
  MeanBits LearntPerGame() const { return PerGame(learnt_); }
  MeanBits GivenPerGame() const { return PerGame(given_); }
  MeanBits NetPerGame() const { return PerGame(net_); }
  // By the bot's own plies. The standard errors are those of ratios, with games as the units (Cochran, Sampling
  // Techniques, 3rd edition, chapter 6.4). 0 where it made no ply.
  MeanBits LearntPerPly() const { return PerPly(learnt_); }
  MeanBits GivenPerPly() const { return PerPly(given_); }
  const BeliefScorer& beliefs() const { return beliefs_; }

 private:
  // Of a figure over all games: its sum, the sum of its squares, and of its products with the game's plies.
  struct Sums {
    double sum = 0;
    double squares = 0;
    double with_plies = 0;

    void Add(double bits, double plies) {
      sum += bits;
      squares += bits * bits;
      with_plies += bits * plies;
    }
  };

  MeanBits PerGame(const Sums& sums) const;
  MeanBits PerPly(const Sums& sums) const;

  std::uint64_t games_ = 0;
  double plies_ = 0;
  double plies_squares_ = 0;
  Sums learnt_;
  Sums given_;
  Sums net_;
  BeliefScorer beliefs_;
};

// The figures as a message, without the bot's name and the ruleset.
v1::BotBits MessageOf(const BotBits& bits);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_BOT_BITS_H_
