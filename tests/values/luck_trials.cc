// Measures how much of a score's variance is luck of the deal, on games that are played in this process:
//
//   luck_trials RULESET BOT FIT_GAMES MATCHES PAIRS [SEED]
//
// plays FIT_GAMES games of BOT against itself, to which a value function is fitted, and then MATCHES matches of PAIRS
// pairs of games of the bot against itself, with and without duplicate pairs. Prints the variance of pairs' scores
// without luck over that of their plain scores, and how many of the matches' 95 % intervals contain the true score, ½.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/books/book.h"
#include "arena/rating/control_variate.h"
#include "arena/rating/value_fit.h"
#include "arena/values/deal.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

using arena::rating::CorrectedEstimate;
using arena::rating::DealtGame;
using arena::rating::DealtSample;
using arena::rating::ValueFit;

struct Trials {
  std::string ruleset;
  std::string bot;
  const arena::books::Book* book = nullptr;
  std::uint64_t seed = 1;
};

struct PlayedDeal {
  double red_score = 0;
  std::vector<double> deal;
};

// Plays the deal with this number; bots draw their own chance from `game`.
PlayedDeal PlayDeal(const Trials& trials, std::uint64_t deal, std::uint64_t game) {
  InProcessGame spec;
  spec.ruleset.set_id(trials.ruleset);
  spec.game_id = absl::StrCat(trials.seed, "-", deal);
  spec.base = std::chrono::hours(10);
  if (trials.book != nullptr) spec.given_set_ups = arena::books::DrawSetUps(*trials.book, Sha256Of(spec.game_id));
  const PlayerFactory player = SamplePlayer(trials.bot, {.seed = (trials.seed << 32) + game});
  const auto played = Play(spec, player, player);
  FLAGFALL_CHECK(played.ok());
  auto dealt = arena::values::DealOf(played->record);
  FLAGFALL_CHECK(dealt.ok());
  const v1::Result result = played->outcome.result();
  return {.red_score = result == v1::RESULT_RED_WINS ? 1
                       : result == v1::RESULT_DRAW   ? 0.5
                                                     : 0,
          .deal = *std::move(dealt)};
}

double LuckOf(const ValueFit& fit, const std::vector<double>& deal) {
  double odds = 0;
  for (std::size_t i = 0; i < deal.size(); ++i) odds += fit.weights[i] * deal[i];
  return fit.coefficient * odds;
}

// The pairs of matches from here on have deals and games that nobody else has.
std::vector<DealtSample> PlayMatch(const Trials& trials, const ValueFit& fit, int pairs, bool is_duplicate,
                                   std::uint64_t first) {
  std::vector<DealtSample> samples;
  for (int pair = 0; pair < pairs; ++pair) {
    const std::uint64_t game = first + 2 * static_cast<std::uint64_t>(pair);
    const PlayedDeal one = PlayDeal(trials, game, game);
    const PlayedDeal two = PlayDeal(trials, is_duplicate ? game : game + 1, game + 1);
    samples.push_back({.score = (one.red_score + 1 - two.red_score) / 2,
                       .luck = (LuckOf(fit, one.deal) - LuckOf(fit, two.deal)) / 2});
  }
  return samples;
}

// Of a pair's score.
double PlainVarianceOf(const std::vector<DealtSample>& samples) {
  double sum = 0, squares = 0;
  for (const DealtSample& sample : samples) {
    sum += sample.score;
    squares += sample.score * sample.score;
  }
  const auto count = static_cast<double>(samples.size());
  return squares / count - sum / count * (sum / count);
}

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 5) {
    std::cerr << "luck_trials RULESET BOT FIT_GAMES MATCHES PAIRS [SEED]\n";
    return 1;
  }
  Trials trials{.ruleset = arguments[0], .bot = arguments[1]};
  const auto fit_games = static_cast<std::uint64_t>(std::atoi(arguments[2].c_str()));
  const int matches = std::atoi(arguments[3].c_str());
  const int pairs = std::atoi(arguments[4].c_str());
  if (arguments.size() > 5) trials.seed = static_cast<std::uint64_t>(std::atoi(arguments[5].c_str()));
  if (trials.ruleset != "cards") trials.book = *arena::books::StandardBook(trials.ruleset);
  std::vector<DealtGame> fitted;
  for (std::uint64_t game = 0; game < fit_games; ++game) {
    PlayedDeal played = PlayDeal(trials, game, game);
    fitted.push_back({.red = "a",
                      .blue = "b",
                      .red_score = played.red_score,
                      .deal = std::move(played.deal),
                      .group = static_cast<std::int64_t>(game)});
  }
  const ValueFit fit = arena::rating::FitValue(fitted, fitted[0].deal.size());
  std::cout << absl::StrFormat("%s, %s: fitted to %d games; a game's variance by cross-validation %.3f\n",
                               trials.ruleset, trials.bot, fit_games, fit.variance_factor);
  std::uint64_t first = fit_games;
  for (const bool is_duplicate : {false, true}) {
    std::vector<DealtSample> all;
    int plain_covers = 0, covers = 0;
    for (int match = 0; match < matches; ++match, first += 2 * static_cast<std::uint64_t>(pairs)) {
      const std::vector<DealtSample> samples = PlayMatch(trials, fit, pairs, is_duplicate, first);
      const CorrectedEstimate estimate = arena::rating::EstimateByControlVariate(samples);
      plain_covers += std::abs(estimate.plain_score - 0.5) <= estimate.plain_error;
      covers += std::abs(estimate.score - 0.5) <= estimate.error;
      all.insert(all.end(), samples.begin(), samples.end());
    }
    const CorrectedEstimate total = arena::rating::EstimateByControlVariate(all);
    std::cout << absl::StrFormat(
        "  %-11s %d x %d pairs: variance %.3f +/- %.3f (plain %.4f a pair), score %.4f +/- %.4f, covers %d (plain %d) "
        "of "
        "%d\n",
        is_duplicate ? "duplicate" : "other deals", matches, pairs, total.variance_factor, total.variance_factor_error,
        PlainVarianceOf(all), total.score, total.error, covers, plain_covers, matches);
  }
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) { return flagfall::bot::Main({argv + 1, argv + argc}); }
