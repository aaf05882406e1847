#include "arena/rating/value_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "arena/rating/logistic.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

// Precisions that are tried: a deal's number of mean size changes the log-odds by 0.3 to 0.01.
constexpr std::array<double, 7> kPrecisions = {10, 30, 100, 300, 1000, 3000, 10000};
// Of Red's advantage and of strengths, in log-odds.
constexpr double kAdvantagePrecision = 0.1;
constexpr double kStrengthPrecision = 0.25;

// The players who have played the most games, by name; of equals the first by name.
std::map<std::string, std::size_t> PlayersOf(absl::Span<const DealtGame> games) {
  std::map<std::string, int> played;
  for (const DealtGame& game : games) {
    ++played[game.red];
    ++played[game.blue];
  }
  std::vector<std::pair<int, std::string>> by_games;
  for (const auto& [name, count] : played) by_games.emplace_back(-count, name);
  std::sort(by_games.begin(), by_games.end());
  std::map<std::string, std::size_t> players;
  for (std::size_t i = 0; i < std::min(by_games.size(), kFittedPlayersMax); ++i) players[by_games[i].second] = i;
  return players;
}

// Games as rows: the deal, scaled to a mean square of 1, then Red's advantage, then the players' strengths.
class ValueRows {
 public:
  ValueRows(absl::Span<const DealtGame> games, std::size_t columns) : deal_columns_(columns), scales_(columns) {
    for (const DealtGame& game : games) {
      FLAGFALL_CHECK(game.deal.size() == columns);
      for (std::size_t i = 0; i < columns; ++i) scales_[i] += game.deal[i] * game.deal[i];
    }
    for (double& scale : scales_) scale = scale > 0 ? std::sqrt(scale / static_cast<double>(games.size())) : 0;
    const std::map<std::string, std::size_t> players = PlayersOf(games);
    rows_.columns = columns + 1 + players.size();
    std::set<std::int64_t> groups;
    for (const DealtGame& game : games) {
      std::vector<double> row(rows_.columns, 0.0);
      for (std::size_t i = 0; i < columns; ++i) row[i] = scales_[i] > 0 ? game.deal[i] / scales_[i] : 0;
      row[columns] = 1;
      if (const auto red = players.find(game.red); red != players.end()) row[columns + 1 + red->second] += 1;
      if (const auto blue = players.find(game.blue); blue != players.end()) row[columns + 1 + blue->second] -= 1;
      rows_.Add(row, game.red_score);
      groups.insert(game.group);
    }
    NumberFolds(games, groups);
  }

  const LogisticRows& all() const { return rows_; }
  int FoldOf(std::size_t row) const { return folds_[row]; }
  LogisticRows WithoutFold(int fold) const {
    LogisticRows rows{.columns = rows_.columns};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (folds_[i] != fold) rows.Add(rows_.Row(i), rows_.scores[i]);
    }
    return rows;
  }

  std::vector<double> PrecisionsWith(double of_deal) const {
    std::vector<double> precisions(rows_.columns, kStrengthPrecision);
    std::fill_n(precisions.begin(), deal_columns_, of_deal);
    precisions[deal_columns_] = kAdvantagePrecision;
    return precisions;
  }

  // The log-odds of a row by its deal, and by all else.
  std::pair<double, double> OddsOf(std::size_t row, absl::Span<const double> weights) const {
    const absl::Span<const double> numbers = rows_.Row(row);
    double of_deal = 0, of_rest = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      (i < deal_columns_ ? of_deal : of_rest) += numbers[i] * weights[i];
    }
    return {of_deal, of_rest};
  }

  // Weights for deals as they are.
  std::vector<double> Unscaled(absl::Span<const double> weights) const {
    std::vector<double> unscaled(deal_columns_, 0.0);
    for (std::size_t i = 0; i < deal_columns_; ++i) unscaled[i] = scales_[i] > 0 ? weights[i] / scales_[i] : 0;
    return unscaled;
  }

 private:
  void NumberFolds(absl::Span<const DealtGame> games, const std::set<std::int64_t>& groups) {
    FLAGFALL_CHECK(groups.size() >= static_cast<std::size_t>(kValueFolds));
    std::map<std::int64_t, int> fold_of;
    for (const std::int64_t group : groups) {
      const int next = static_cast<int>(fold_of.size()) % kValueFolds;
      fold_of.emplace(group, next);
    }
    for (const DealtGame& game : games) folds_.push_back(fold_of[game.group]);
  }

  const std::size_t deal_columns_;
  std::vector<double> scales_;
  LogisticRows rows_;
  std::vector<int> folds_;
};

// The regression of scores, less what strengths foretell, on what deals foretell.
struct Regression {
  double score_squares = 0;
  double products = 0;
  double deal_squares = 0;

  void Add(double score, double of_deal) {
    score_squares += score * score;
    products += score * of_deal;
    deal_squares += of_deal * of_deal;
  }
  double Coefficient() const { return products > 0 && deal_squares > 0 ? products / deal_squares : 0; }
  // Of the variance that is left to the one that there was.
  double Factor() const { return score_squares > 0 ? 1 - Coefficient() * products / score_squares : 1; }
};

}  // namespace

ValueFit FitValue(absl::Span<const DealtGame> games, std::size_t columns) {
  const ValueRows rows(games, columns);
  std::array<Regression, kPrecisions.size()> regressions = {};
  for (int fold = 0; fold < kValueFolds; ++fold) {
    const LogisticRows others = rows.WithoutFold(fold);
    std::vector<double> weights(others.columns, 0.0);
    for (std::size_t tried = 0; tried < kPrecisions.size(); ++tried) {
      weights = FitLogistic(others, rows.PrecisionsWith(kPrecisions[tried]), weights);
      for (std::size_t row = 0; row < games.size(); ++row) {
        if (rows.FoldOf(row) != fold) continue;
        const auto [of_deal, of_rest] = rows.OddsOf(row, weights);
        regressions[tried].Add(games[row].red_score - Logistic(of_rest), of_deal);
      }
    }
  }
  std::size_t best = 0;
  for (std::size_t tried = 1; tried < kPrecisions.size(); ++tried) {
    if (regressions[tried].Factor() < regressions[best].Factor()) best = tried;
  }
  const std::vector<double> start(rows.all().columns, 0.0);
  const std::vector<double> weights = FitLogistic(rows.all(), rows.PrecisionsWith(kPrecisions[best]), start);
  return {.weights = rows.Unscaled(weights),
          .coefficient = regressions[best].Coefficient(),
          .precision = kPrecisions[best],
          .variance_factor = regressions[best].Factor()};
}

}  // namespace flagfall::arena::rating
