#ifndef ARENA_RATING_SPRT_H_
#define ARENA_RATING_SPRT_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "arena/rating/score_counts.h"

namespace flagfall::arena::rating {

// The unit of the hypotheses' differences: Elo, that is d(s) of the expected score, or normalized Elo (EloEstimate).
// With normalized Elo the number of games hardly depends on the draw ratio or on how similar the games of a pair are.
enum class EloModel { kLogistic, kNormalized };

// A sequential probability ratio test of H0, that the difference is elo0, against H1, that it is elo1.
struct SprtOptions {
  double elo0 = 0;
  double elo1 = 5;
  // The probabilities of accepting H1 though H0 holds, and H0 though H1 holds.
  double alpha = 0.05;
  double beta = 0.05;
  EloModel model = EloModel::kNormalized;
  // Moves the bounds inwards by how far the ratio is expected to jump over them, so that fewer games suffice, as
  // Fishtest does.
  bool overshoot_correction = false;
};

// The largest absolute values of elo0 and elo1. The iteration that finds the normalized ratio cannot start from 231 on.
inline constexpr double kLogisticEloMax = 1000;
inline constexpr double kNormalizedEloMax = 200;

// INVALID_ARGUMENT, with what would be right, when a difference is not a number or too large, when elo1 is not above
// elo0, or when alpha or beta is not between 0 and ½.
absl::Status CheckSprtOptions(const SprtOptions& options);

// H0 is accepted when the log-likelihood ratio is at or below `lower`, H1 when at or above `upper`.
struct SprtBounds {
  double lower = 0;
  double upper = 0;
};

// Returns ln(β/(1 - α)) and ln((1 - β)/α) (A. Wald, "Sequential Analysis"). Here and below the options must be valid.
SprtBounds BoundsOf(const SprtOptions& options);

// Returns the generalized log-likelihood ratio of H1 to H0, as a natural logarithm: how much likelier the scores are
// under the likeliest distribution with the difference elo1 than under the likeliest with elo0. It is 0 without
// samples, and always finite. Counts of 0 are taken as 10⁻³. (M. Van den Bergh, "support_MLE_multinomial.pdf",
// proposition 1.1, and "normalized_elo_practical.pdf", section 4.1, both at cantate.be/Fishtest; LLRcalc.py of
// Fishtest, sprt.cpp of fastchess.)
double LogLikelihoodRatio(const SprtOptions& options, const ScoreCounts& scores);

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

// A running test. It must get the samples in the order of the schedule. In the order in which games finish, short games
// come first, and the results that are frequent in short games would decide the test. For one thread.
class Sprt {
 public:
  struct Crossing {
    // The number of samples when a bound was first reached.
    std::int64_t samples = 0;
    double llr = 0;
    // Never kContinue.
    SprtVerdict verdict = SprtVerdict::kContinue;
  };

  Sprt(const SprtOptions& options, Sample sample);

  // Adds the next sample by its half points, as ScoreCounts::Add, and returns the verdict. A verdict never changes:
  // later samples, from games that were still running, count in scores() and llr() only.
  SprtVerdict Add(int half_points);

  SprtVerdict verdict() const { return crossing_.has_value() ? crossing_->verdict : SprtVerdict::kContinue; }
  const std::optional<Crossing>& crossing() const { return crossing_; }
  const ScoreCounts& scores() const { return scores_; }
  double llr() const { return llr_; }
  // The bounds in force, moved inwards if the options say so.
  SprtBounds Bounds() const;

 private:
  // The extremes of the ratio on one side, and by how much each new extreme exceeded the one before.
  struct Records {
    double extreme = 0;
    double sum = 0;
    double squares = 0;

    void Add(double llr);
    double ExpectedOvershoot() const { return sum == 0 ? 0 : squares / (2 * sum); }
  };

  const SprtOptions options_;
  ScoreCounts scores_;
  double llr_ = 0;
  Records lows_;
  Records highs_;
  std::optional<Crossing> crossing_;
};

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_SPRT_H_
