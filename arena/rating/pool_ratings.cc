#include "arena/rating/pool_ratings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/rating/normal.h"
#include "arena/rating/scales.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::rating {
namespace {

// One natural unit in Elo: 400 / ln 10.
constexpr double kEloPerUnit = kNormalizedEloUnit / 2;
// The prior of ln ν. At its mean, ν = 1, a third of the games between equal bots is drawn. Two deviations reach from
// one game in a hundred to all but one in thirty.
constexpr NormalPrior kLogDrawPrior = {.mean = 0, .deviation = 2};

absl::Status CheckOption(absl::string_view name, double value, double least, double most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", value, "; it must be from ", least, " to ", most));
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

// Returns the priors in natural units, relative to the mean rating. On the anchors' scale they are about the anchors'
// mean.
std::vector<NormalPrior> PriorsOf(const Scales& scales, absl::Span<const int> anchors, const PoolOptions& options) {
  std::vector<double> mean_of(scales.sizes.size(), 0);
  for (const Anchor& anchor : options.anchors) {
    mean_of[scales.scale_of[anchors.front()]] +=
        (anchor.rating - options.mean) / static_cast<double>(anchors.size()) / kEloPerUnit;
  }
  std::vector<NormalPrior> priors;
  for (const int scale : scales.scale_of) {
    priors.push_back({.mean = mean_of[scale], .deviation = options.rating_deviation / kEloPerUnit});
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    priors[anchors[i]] = {.mean = (options.anchors[i].rating - options.mean) / kEloPerUnit, .deviation = 0};
  }
  priors.push_back({.mean = 0, .deviation = options.red_advantage_deviation / kEloPerUnit});
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

}  // namespace

absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                     const PoolOptions& options) {
  if (names.size() > kPoolBotsMax) {
    return absl::InvalidArgumentError(
        absl::StrCat(names.size(), " bots cannot be rated at once, but ", kPoolBotsMax, " can"));
  }
  const int bots = static_cast<int>(names.size());
  FLAGFALL_RETURN_IF_ERROR(CheckSizes(bots, scores));
  FLAGFALL_RETURN_IF_ERROR(CheckOptions(options));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<int> anchors, FindAnchors(names, options.anchors));

  const Scales scales = FindScales(bots, scores, anchors);
  const std::vector<std::vector<int>> unanchored = Unanchored(scales, anchors);
  const DavidsonFit fit = FitDavidson(PriorsOf(scales, anchors, options), scores, unanchored);
  const std::size_t stride = fit.mode.size();
  const auto in_elo = [&](int row, int column) {
    return kEloPerUnit * kEloPerUnit * fit.covariance[row * stride + column];
  };

  PoolRatings ratings;
  ratings.scales_ = static_cast<int>(scales.sizes.size());
  ratings.red_advantage_ = EstimateOf(kEloPerUnit * fit.mode[bots], in_elo(bots, bots));
  ratings.draw_parameter_ = std::exp(fit.mode[bots + 1]);
  ratings.bots_.resize(names.size());
  ratings.covariance_.reserve(names.size() * names.size());
  for (int row = 0; row < bots; ++row) {
    for (int column = 0; column < bots; ++column) ratings.covariance_.push_back(in_elo(row, column));
    ratings.bots_[row].scale = scales.scale_of[row];
    ratings.bots_[row].rating = EstimateOf(options.mean + kEloPerUnit * fit.mode[row], in_elo(row, row));
  }
  for (const std::vector<int>& group : unanchored) {
    if (group.size() == 1) ratings.bots_[group.front()].rating.error = std::numeric_limits<double>::infinity();
  }
  for (const PairScore& pair : scores) {
    ratings.bots_[pair.red].games += pair.tally.Games();
    ratings.bots_[pair.blue].games += pair.tally.Games();
  }
  return ratings;
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
