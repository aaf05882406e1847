#include "arena/rating/pool_ratings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/rating/normal.h"
#include "arena/rating/scales.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::rating {
namespace {

// 400 / ln 10: one natural unit in Elo where no game is drawn.
constexpr double kModelEloPerUnit = kNormalizedEloUnit / 2;
// The most units between the highest and the lowest anchor, as many as e^x of them stays a number: anchors that are
// further apart by what the games say a unit is make it larger.
constexpr double kAnchorUnitsMax = 300;
// The prior of ln ν. At its mean, ν = 1, a third of the games between equal bots is drawn. Two deviations reach from
// one game in a hundred to all but one in thirty.
constexpr NormalPrior kLogDrawPrior = {.mean = 0, .deviation = 2};

absl::Status CheckOption(absl::string_view name, double value, double least, double most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", value, "; it must be from ", least, " to ", most));
}

absl::Status CheckBots(std::size_t bots) {
  if (bots <= kPoolBotsMax) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(bots, " bots cannot be rated at once, but ", kPoolBotsMax, " can"));
}

absl::Status CheckSizes(int bots, absl::Span<const PairScore> scores) {
  std::int64_t games = 0;
  for (const auto& [red, blue, tally] : scores) {
    FLAGFALL_CHECK(red >= 0 && red < bots && blue >= 0 && blue < bots && red != blue);
    FLAGFALL_CHECK(tally.wins >= 0 && tally.draws >= 0 && tally.losses >= 0);
    // Checked one by one, so that no sum overflows.
    for (const std::int64_t count : {tally.wins, tally.draws, tally.losses}) {
      games += std::min(count, kPoolGamesMax + 1);
      if (games > kPoolGamesMax) {
        return absl::InvalidArgumentError(absl::StrCat("more than ", kPoolGamesMax, " games cannot be rated at once"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const PoolOptions& options) {
  absl::Status status = CheckOption("the mean rating", options.mean, -kAnchorMax, kAnchorMax);
  status.Update(CheckOption("the ratings' prior deviation", options.rating_deviation, 1, kRatingDeviationMax));
  status.Update(
      CheckOption("the prior deviation of Red's advantage", options.red_advantage_deviation, 0, kRatingDeviationMax));
  return status;
}

// Returns the anchors' indices, in the order of the options.
absl::StatusOr<std::vector<int>> FindAnchors(absl::Span<const std::string> names, absl::Span<const Anchor> anchors) {
  std::map<absl::string_view, int> index_of;
  for (std::size_t i = 0; i < names.size(); ++i) index_of[names[i]] = static_cast<int>(i);
  FLAGFALL_CHECK(index_of.size() == names.size());
  std::vector<int> indices;
  for (const Anchor& anchor : anchors) {
    const auto found = index_of.find(anchor.bot);
    if (found == index_of.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("anchor '", anchor.bot, "' is not in the pool, which has ", Counted(names.size(), "bot")));
    }
    if (std::find(indices.begin(), indices.end(), found->second) != indices.end()) {
      return absl::InvalidArgumentError(absl::StrCat("anchor '", anchor.bot, "' is named twice"));
    }
    FLAGFALL_RETURN_IF_ERROR(
        CheckOption(absl::StrCat("the rating of anchor '", anchor.bot, "'"), anchor.rating, -kAnchorMax, kAnchorMax));
    indices.push_back(found->second);
  }
  return indices;
}

// Returns the centre of each scale in Elo, about which its priors lie: the anchors' mean, or the mean rating.
std::vector<double> CentresOf(const Scales& scales, absl::Span<const int> anchors, const PoolOptions& options) {
  std::vector<double> centres(scales.sizes.size(), options.mean);
  if (anchors.empty()) return centres;
  double& centre = centres[scales.scale_of[anchors.front()]];
  centre = 0;
  for (const Anchor& anchor : options.anchors) centre += anchor.rating / static_cast<double>(anchors.size());
  return centres;
}

// Returns the priors in natural units, relative to the centres of the scales, with so many Elo to a unit.
std::vector<NormalPrior> PriorsOf(const Scales& scales, absl::Span<const int> anchors, absl::Span<const double> centres,
                                  double elo_per_unit, const PoolOptions& options) {
  std::vector<NormalPrior> priors(scales.scale_of.size(),
                                  {.mean = 0, .deviation = options.rating_deviation / kModelEloPerUnit});
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    const double off = options.anchors[i].rating - centres[scales.scale_of[anchors[i]]];
    priors[anchors[i]] = {.mean = off / elo_per_unit, .deviation = 0};
  }
  priors.push_back({.mean = 0, .deviation = options.red_advantage_deviation / kModelEloPerUnit});
  priors.push_back(kLogDrawPrior);
  return priors;
}

PoolEstimate EstimateOf(double value, double variance) {
  return {.value = value, .error = kZ95 * std::sqrt(std::max(variance, 0.0))};
}

// Returns the bots of each scale without an anchor. Nothing but FitDavidson's `held` fixes the mean of such a scale.
std::vector<std::vector<int>> Unanchored(const Scales& scales, absl::Span<const int> anchors) {
  std::vector<std::vector<int>> groups(scales.sizes.size());
  for (std::size_t i = 0; i < scales.scale_of.size(); ++i) groups[scales.scale_of[i]].push_back(static_cast<int>(i));
  if (!anchors.empty()) groups.erase(groups.begin() + scales.scale_of[anchors.front()]);
  return groups;
}

DavidsonFit FitWithoutAnchors(int bots, absl::Span<const PairScore> scores, const PoolOptions& options) {
  const Scales scales = FindScales(bots, scores, {});
  return FitDavidson(PriorsOf(scales, {}, {}, 1, options), scores, Unanchored(scales, {}));
}

double EloPerUnitOf(const DavidsonFit& fit) { return kModelEloPerUnit * 2 / (2 + std::exp(fit.mode.back())); }

// A fit, with what turns its natural units into Elo.
struct FitInElo {
  DavidsonFit fit;
  double elo_per_unit = 0;
  // By which share the Elo of a unit falls when ν grows by a small share: ν / (2 + ν), or 0 where anchors give it.
  double draw_weight = 0;

  double Value(std::size_t parameter) const { return elo_per_unit * fit.mode[parameter]; }

  // By the delta method, since the Elo of a unit is an estimate as well as the parameters.
  double Covariance(std::size_t a, std::size_t b) const {
    const std::size_t stride = fit.mode.size();
    const double* const with_draw = &fit.covariance[(stride - 1) * stride];
    const double by_a = draw_weight * fit.mode[a];
    const double by_b = draw_weight * fit.mode[b];
    const double in_units = fit.covariance[a * stride + b] - by_a * with_draw[b] - by_b * with_draw[a] +
                            by_a * by_b * with_draw[stride - 1];
    return elo_per_unit * elo_per_unit * in_units;
  }
};

// Fits the model, and says how many Elo a unit is. The ratings of several anchors say that too, but how often equals
// draw is for the games to say, so it comes from a fit without anchors.
FitInElo Fit(const Scales& scales, absl::Span<const PairScore> scores, absl::Span<const int> anchors,
             absl::Span<const double> centres, const PoolOptions& options) {
  FitInElo result;
  if (anchors.size() > 1) {
    const auto [lowest, highest] =
        absl::c_minmax_element(options.anchors, [](const Anchor& a, const Anchor& b) { return a.rating < b.rating; });
    result.elo_per_unit =
        std::max(EloPerUnitOf(FitWithoutAnchors(static_cast<int>(scales.scale_of.size()), scores, options)),
                 (highest->rating - lowest->rating) / kAnchorUnitsMax);
  }
  // With less than two anchors no prior depends on what a unit is.
  const double between_anchors = anchors.size() > 1 ? result.elo_per_unit : 1;
  result.fit =
      FitDavidson(PriorsOf(scales, anchors, centres, between_anchors, options), scores, Unanchored(scales, anchors));
  if (anchors.size() > 1) return result;
  const double nu = std::exp(result.fit.mode.back());
  result.elo_per_unit = EloPerUnitOf(result.fit);
  result.draw_weight = nu / (2 + nu);
  return result;
}

}  // namespace

absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                     const PoolOptions& options) {
  FLAGFALL_RETURN_IF_ERROR(CheckBots(names.size()));
  const int bots = static_cast<int>(names.size());
  FLAGFALL_RETURN_IF_ERROR(CheckSizes(bots, scores));
  FLAGFALL_RETURN_IF_ERROR(CheckOptions(options));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<int> anchors, FindAnchors(names, options.anchors));

  const Scales scales = FindScales(bots, scores, anchors);
  const std::vector<double> centres = CentresOf(scales, anchors, options);
  const FitInElo fit = Fit(scales, scores, anchors, centres, options);

  PoolRatings ratings;
  ratings.scales_ = static_cast<int>(scales.sizes.size());
  ratings.red_advantage_ = EstimateOf(fit.Value(bots), fit.Covariance(bots, bots));
  ratings.draw_parameter_ = std::exp(fit.fit.mode.back());
  ratings.elo_per_unit_ = fit.elo_per_unit;
  ratings.bots_.resize(names.size());
  ratings.covariance_.reserve(names.size() * names.size());
  for (int row = 0; row < bots; ++row) {
    for (int column = 0; column < bots; ++column) ratings.covariance_.push_back(fit.Covariance(row, column));
    ratings.bots_[row].scale = scales.scale_of[row];
    ratings.bots_[row].rating = EstimateOf(centres[scales.scale_of[row]] + fit.Value(row), fit.Covariance(row, row));
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) ratings.bots_[anchors[i]].rating.value = options.anchors[i].rating;
  for (const std::vector<int>& group : Unanchored(scales, anchors)) {
    if (group.size() == 1) ratings.bots_[group.front()].rating.error = std::numeric_limits<double>::infinity();
  }
  for (const PairScore& pair : scores) {
    ratings.bots_[pair.red].games += pair.tally.Games();
    ratings.bots_[pair.blue].games += pair.tally.Games();
  }
  return ratings;
}

absl::StatusOr<DavidsonFit> FitPool(int bots, absl::Span<const PairScore> scores) {
  FLAGFALL_RETURN_IF_ERROR(CheckBots(bots));
  FLAGFALL_RETURN_IF_ERROR(CheckSizes(bots, scores));
  return FitWithoutAnchors(bots, scores, {});
}

double PoolRatings::Covariance(int a, int b) const {
  FLAGFALL_CHECK(a >= 0 && a < std::ssize(bots_) && b >= 0 && b < std::ssize(bots_));
  return covariance_[a * bots_.size() + b];
}

std::optional<PoolLead> PoolRatings::Lead(int a, int b) const {
  const double variance = Covariance(a, a) + Covariance(b, b) - Covariance(a, b) - Covariance(b, a);
  if (bots_[a].scale != bots_[b].scale) return std::nullopt;
  const double ahead = bots_[a].rating.value - bots_[b].rating.value;
  return PoolLead{.elo = EstimateOf(ahead, variance),
                  .los = LikelihoodOfSuperiority(ahead, std::sqrt(std::max(variance, 0.0)))};
}

std::string ScalesWarning(absl::Span<const std::string> names, const PoolRatings& ratings) {
  FLAGFALL_CHECK(names.size() == ratings.bots().size());
  if (ratings.scales() <= 1) return "";
  constexpr int kNamedMax = 5;
  std::vector<std::string> members(ratings.scales());
  std::vector<int> sizes(ratings.scales(), 0);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int scale = ratings.bots()[i].scale;
    if (++sizes[scale] <= kNamedMax) absl::StrAppend(&members[scale], sizes[scale] == 1 ? "" : ", ", names[i]);
  }
  std::string groups;
  for (int scale = 0; scale < std::min(ratings.scales(), kNamedMax); ++scale) {
    absl::StrAppend(&groups, scale == 0 ? "" : "; ", members[scale]);
    if (sizes[scale] > kNamedMax) absl::StrAppend(&groups, " and ", sizes[scale] - kNamedMax, " more");
  }
  if (ratings.scales() > kNamedMax) absl::StrAppend(&groups, "; and ", ratings.scales() - kNamedMax, " more groups");
  return absl::StrCat("games do not connect all bots: ", ratings.scales(),
                      " groups, whose ratings cannot be compared: ", groups);
}

}  // namespace flagfall::arena::rating
