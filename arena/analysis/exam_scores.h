#ifndef ARENA_ANALYSIS_EXAM_SCORES_H_
#define ARENA_ANALYSIS_EXAM_SCORES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::analysis {

// How the plies of a bot compare with those that were played in recorded games. The bot was asked at each of these
// plies, once or several times, and what it answered was not played. Its answers are votes for the legal plies; the
// figures say how well the votes foretell the ply that was played.

// What a bot answered; absent where no answer came.
using ExamAnswer = std::optional<v1::Action>;

// By side (IndexOf), by that side's ply from the game's beginning, the answers to all the times it was asked for it.
using GameAnswers = std::array<std::vector<std::vector<ExamAnswer>>, 2>;

// A ply of a recorded game for which the bot was asked at least once.
struct AskedPly {
  // Of the ply in its game, from 1.
  int number = 0;
  // How many plies were legal, the one that was played among them; at least 1.
  int legal = 1;
  // How many answers were the ply that was played.
  int played = 0;
  // How many answers were each of the other plies that were answered at all.
  std::vector<int> others = {};
  // How many answers were no legal ply, and how many did not come.
  int illegal = 0;
  int missing = 0;

  // How often the bot was asked: all of the above together.
  int Asked() const;
};

// The plies of the recorded game for which there are answers, in order. Errors as ReplayBoard's.
absl::StatusOr<std::vector<AskedPly>> AskedPliesOf(const v1::GameRecord& record, const GameAnswers& answers);

// The share of the answers that were the ply that was played; and what guessing among the legal plies, all alike, gets
// on average: 1 / legal.
double AgreementOf(const AskedPly& ply);
double GuessedAgreement(int legal);

// The place of the ply that was played when the legal plies are ordered by their votes, from 1. Plies with as many
// votes share their places (mid-ranks, as in Kendall, Rank Correlation Methods, chapter 3), so that plies nobody voted
// for are not ordered by chance. Guessing has (legal + 1) / 2 on average, however often it is asked.
double RankOf(const AskedPly& ply);
double GuessedRank(int legal);

// The log-loss of the ply that was played, in bits: -log2 of its probability, which is
//
//   (votes for it + 1 / legal) / (times asked + 1).
//
// The smoothing is a symmetric Dirichlet prior that weighs as much as one answer in all (Perks, Some observations on
// inverse probability, 1947): one part of uniform guessing is mixed with as many parts of the frequencies as the bot
// was asked. Smoothing by 1 a ply (Laplace) would drown few answers among many legal plies. An answer that is illegal
// or did not come keeps its part, which is then given to no legal ply.
double LossBitsOf(const AskedPly& ply);
// The same for a forecast that has all legal plies for equally likely: log2(legal).
double UniformLossBits(int legal);
// What a bot that guesses loses on average when it is asked so often and its votes are smoothed in the same way: more
// than UniformLossBits, since its few votes say something by chance.
double GuesserLossBits(int legal, int asked);

// A mean over plies beside that of guessing.
struct ExamFigure {
  double value = 0;
  double chance = 0;
  // The standard errors of `value` and of `value - chance`. Games are the units, since the plies of one game are like
  // each other: with the sums S and the numbers N of plies of each of G games and the mean m, the variance is
  // G / (G - 1) * sum((S - m N)^2) / sum(N)^2, as of a ratio estimate over clusters (Cochran, Sampling Techniques, 3rd
  // edition, chapter 9A). Absent with fewer than two games; small for a handful of them.
  std::optional<double> standard_error = std::nullopt;
  std::optional<double> difference_standard_error = std::nullopt;
};

struct ExamFigures {
  std::uint32_t plies = 0;
  std::uint32_t asked = 0;
  std::uint32_t illegal = 0;
  std::uint32_t missing = 0;
  // The mean number of legal plies.
  double legal_plies = 0;
  ExamFigure agreement = {};
  ExamFigure rank = {};
  // `chance` is UniformLossBits.
  ExamFigure loss_bits = {};
  // The mean of GuesserLossBits.
  double guesser_loss_bits = 0;
};

// The figures of the plies from number `first` to number `last` of all games. All are 0 where there are none.
ExamFigures FiguresOf(absl::Span<const std::vector<AskedPly>> games, int first, int last);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_EXAM_SCORES_H_
