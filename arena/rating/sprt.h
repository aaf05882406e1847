#ifndef ARENA_RATING_SPRT_H_
#define ARENA_RATING_SPRT_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "arena/rating/score_counts.h"

namespace flagfall::arena {

// In what the hypotheses' differences are measured: Elo, d(s) of the expected score, or normalized Elo (EloEstimate),
// with which a test takes about as many games whatever the draw ratio, and however alike the games of a pair are.
enum class EloModel { kLogistic, kNormalized };

// A sequential probability ratio test of H0, the difference is elo0, against H1, it is elo1.
struct SprtOptions {
  double elo0 = 0;
  double elo1 = 5;
  // How often H1 may be accepted though H0 holds, and H0 though H1 holds.
  double alpha = 0.05;
  double beta = 0.05;
  EloModel model = EloModel::kNormalized;
  // Draws the bounds in by how far the ratio is expected to jump over them, so that fewer games do. As Fishtest does.
  bool overshoot_correction = false;
};

// How far from 0 elo0 and elo1 may be. The iteration that finds the normalized ratio cannot begin from 231 on.
inline constexpr double kLogisticEloMax = 1000;
inline constexpr double kNormalizedEloMax = 200;

// Invalid argument, with what would be right: differences that are no numbers, too large, or not in order; alpha or
// beta not between 0 and ½.
absl::Status CheckSprtOptions(const SprtOptions& options);

// H0 is accepted when the log-likelihood ratio is at or below `lower`, H1 when at or above `upper`.
struct SprtBounds {
  double lower = 0;
  double upper = 0;
};

// ln(β/(1 - α)) and ln((1 - β)/α) (A. Wald, "Sequential Analysis"). Here and below the options have been checked.
SprtBounds BoundsOf(const SprtOptions& options);

// The generalized log-likelihood ratio of H1 to H0, natural logarithm: how much likelier the scores are under the
// likeliest distribution with the difference elo1 than under the likeliest with elo0. 0 without samples; always a
// finite number. Counts of 0 are taken as 10⁻³. (M. Van den Bergh, "support_MLE_multinomial.pdf", proposition 1.1, and
// "normalized_elo_practical.pdf", section 4.1, both at cantate.be/Fishtest; LLRcalc.py of Fishtest, sprt.cpp of
// fastchess.)
double LogLikelihoodRatio(const SprtOptions& options, const ScoreCounts& scores);

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

// The test as it goes on. It must be given the samples in the order of the schedule: in the order in which they finish,
// short games come first, and results that come with short games would decide.
class Sprt {
 public:
  struct Crossing {
    // Samples that were in when a bound was reached first.
    std::int64_t samples = 0;
    double llr = 0;
    // Never kContinue.
    SprtVerdict verdict = SprtVerdict::kContinue;
  };

  Sprt(const SprtOptions& options, Sample sample);

  // The next sample's half points, as ScoreCounts::Add takes them. Returns the verdict, which stays once there is one:
  // samples after it, from games that were still on, count in scores() and llr() only.
  SprtVerdict Add(int half_points);

  SprtVerdict verdict() const { return crossing_.has_value() ? crossing_->verdict : SprtVerdict::kContinue; }
  const std::optional<Crossing>& crossing() const { return crossing_; }
  const ScoreCounts& scores() const { return scores_; }
  double llr() const { return llr_; }
  // The bounds in force, drawn in where the options say so.
  SprtBounds Bounds() const;

 private:
  // New extremes of the ratio on one side, and by how much each went beyond the one before.
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

}  // namespace flagfall::arena

#endif  // ARENA_RATING_SPRT_H_
