#include "arena/rating/pool_ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "absl/strings/str_cat.h"
#include "tests/rating/pools.h"

namespace flagfall::arena::rating {
namespace {

// With almost no prior, P(win) / P(loss) = e^(lead in units) and P(draw) = ν·√(P(win)·P(loss)) equal the observed
// shares.
TEST(RatePool, TwoBotsByHand) {
  const PoolRatings ratings =
      MustRate(2, Match(0, 1, 600'000, 200'000, 200'000), {.mean = 2000, .rating_deviation = kRatingDeviationMax});
  const double nu = 0.2 / std::sqrt(0.6 * 0.2);
  const double lead = 400 * std::log10(3) * 2 / (2 + nu);
  EXPECT_NEAR(ratings.elo_per_unit(), 400 / std::log(10) * 2 / (2 + nu), 1e-3);
  EXPECT_NEAR(ratings.Lead(0, 1)->elo.value, lead, 1e-3);
  EXPECT_NEAR(ratings.bots()[0].rating.value, 2000 + lead / 2, 1e-3);
  EXPECT_NEAR(ratings.bots()[1].rating.value, 2000 - lead / 2, 1e-3);
  EXPECT_NEAR(ratings.draw_parameter(), nu, 1e-4);
  EXPECT_NEAR(ratings.DrawRateOfEquals(), ratings.draw_parameter() / (2 + ratings.draw_parameter()), 1e-12);
  EXPECT_NEAR(ratings.red_advantage().value, 0, 1e-3);
  EXPECT_EQ(ratings.bots()[0].games, 1'000'000);
  // The standard deviation of lead = 400·log10(wins / losses)·2 / (2 + ν) as a function of the three counts, of which
  // each has about the variance of a Poisson distribution.
  const double weight = nu / (2 + nu) * std::log(3);
  const double of_wins = 1 + weight / 2, of_losses = -1 + weight / 2, of_draws = -weight;
  const double deviation = ratings.elo_per_unit() *
                           std::sqrt(of_wins * of_wins / 6e5 + of_losses * of_losses / 2e5 + of_draws * of_draws / 2e5);
  EXPECT_NEAR(ratings.Lead(0, 1)->elo.error, 1.959964 * deviation, 1e-3);
  EXPECT_NEAR(ratings.bots()[0].rating.error, 1.959964 * deviation / 2, 1e-3) << "about the mean, which is held";
}

TEST(RatePool, RedsAdvantageByHand) {
  const Scores scores = {{.red = 0, .blue = 1, .tally = {.wins = 75'000, .losses = 25'000}},
                         {.red = 1, .blue = 0, .tally = {.wins = 75'000, .losses = 25'000}}};
  const PoolRatings ratings = MustRate(2, scores);
  EXPECT_NEAR(ratings.red_advantage().value, 190.849, 0.05);
  EXPECT_NEAR(ratings.Lead(0, 1)->elo.value, 0, 1e-6);
  EXPECT_EQ(MustRate(2, scores, {.red_advantage_deviation = 0}).red_advantage().value, 0);
  EXPECT_EQ(MustRate(2, scores, {.red_advantage_deviation = 0}).red_advantage().error, 0);
}

// The games cannot tell whether Red's advantage or the bot with Red won them, and the interval shows that.
TEST(RatePool, OneSideOnlyIsUncertain) {
  const Scores one_side = {{.red = 0, .blue = 1, .tally = {.wins = 5000, .losses = 5000}}};
  EXPECT_GT(MustRate(2, one_side).Lead(0, 1)->elo.error, 190);
  EXPECT_LT(MustRate(2, one_side, {.red_advantage_deviation = 0}).Lead(0, 1)->elo.error, 10);
  EXPECT_LT(MustRate(2, Match(0, 1, 5000, 0, 5000)).Lead(0, 1)->elo.error, 10);
}

TEST(RatePool, DifferencesAndVariancesAddUpAlongAChain) {
  const PoolRatings ratings =
      MustRate(3, Match(0, 1, 6000, 1000, 3000) + Match(1, 2, 5500, 1000, 3500), {.red_advantage_deviation = 0});
  const PoolLead far = *ratings.Lead(0, 2);
  EXPECT_NEAR(far.elo.value, ratings.Lead(0, 1)->elo.value + ratings.Lead(1, 2)->elo.value, 1e-9);
  EXPECT_NEAR(far.elo.error, std::hypot(ratings.Lead(0, 1)->elo.error, ratings.Lead(1, 2)->elo.error), 0.05)
      << "but for the draw parameter, which both have in common";
  EXPECT_EQ(far.los, 1);
}

TEST(RatePool, LikelihoodsOfSuperiority) {
  const PoolRatings ratings = MustRate(3, Match(0, 1, 60, 10, 50) + Match(1, 2, 50, 10, 50) + Match(2, 0, 50, 10, 55));
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const PoolLead lead = *ratings.Lead(a, b);
      const PoolLead back = *ratings.Lead(b, a);
      if (a == b) continue;
      EXPECT_NEAR(lead.los, 0.5 * std::erfc(-lead.elo.value / (lead.elo.error / 1.959964) / std::sqrt(2)), 1e-12);
      EXPECT_NEAR(lead.los + back.los, 1, 1e-12);
      EXPECT_NEAR(lead.elo.value, -back.elo.value, 1e-12);
      EXPECT_NEAR(lead.elo.error, back.elo.error, 1e-12);
    }
    EXPECT_EQ(ratings.Lead(a, a)->los, 0.5);
    EXPECT_NEAR(ratings.Lead(a, a)->elo.error, 0, 1e-9);
  }
  EXPECT_GT(ratings.Lead(0, 1)->los, 0.7);
}

TEST(RatePool, BotsThatWonOrLostAllHaveBoundedRatings) {
  const Scores scores = Match(0, 1, 20, 0, 0) + Match(1, 2, 20, 0, 0) + Match(0, 2, 20, 0, 0);
  const PoolRatings ratings = MustRate(3, scores);
  EXPECT_GT(ratings.bots()[0].rating.value, ratings.bots()[1].rating.value + 400);
  EXPECT_GT(ratings.bots()[1].rating.value, ratings.bots()[2].rating.value + 400);
  EXPECT_LT(ratings.bots()[0].rating.value, 4000);
  EXPECT_GT(ratings.bots()[0].rating.error, 200);
  EXPECT_LT(ratings.bots()[0].rating.error, 2000);
  // More games give larger ratings, which stay bounded.
  const double more = MustRate(2, Match(0, 1, 2000, 0, 0)).Lead(0, 1)->elo.value;
  EXPECT_GT(more, MustRate(2, Match(0, 1, 200, 0, 0)).Lead(0, 1)->elo.value + 200);
  EXPECT_LT(MustRate(2, Match(0, 1, kPoolGamesMax, 0, 0)).Lead(0, 1)->elo.value, 6000);
}

TEST(RatePool, NothingToGoBy) {
  const PoolRatings nobody = MustRate(0, {});
  EXPECT_TRUE(nobody.bots().empty());
  EXPECT_EQ(nobody.scales(), 0);
  const PoolRatings alone = MustRate(1, {});
  EXPECT_EQ(alone.bots()[0].rating.value, 1500);
  EXPECT_EQ(alone.bots()[0].rating.error, INFINITY);
  EXPECT_EQ(alone.scales(), 1);
  EXPECT_EQ(ScalesWarning(NamesOf(1), alone), "");
  const PoolRatings strangers = MustRate(3, Match(0, 1, 0, 0, 0));
  EXPECT_EQ(strangers.scales(), 3);
  EXPECT_EQ(strangers.bots()[2].rating.error, INFINITY);
  EXPECT_EQ(strangers.Lead(0, 1), std::nullopt);
  EXPECT_NEAR(strangers.red_advantage().value, 0, 1e-9);
  EXPECT_NEAR(strangers.red_advantage().error, 1.959964 * 100 * 2 / 3, 1e-6) << "nothing but the priors";
}

TEST(RatePool, BotsThatGamesDoNotConnectAreOnScalesOfTheirOwn) {
  const Scores scores = Match(0, 2, 30, 0, 10) + Match(1, 3, 10, 0, 30);
  const PoolRatings ratings = MustRate(5, scores, {.mean = 1000});
  EXPECT_EQ(ratings.scales(), 3);
  EXPECT_NEAR(ratings.bots()[0].rating.value + ratings.bots()[2].rating.value, 2000, 1e-6);
  EXPECT_NEAR(ratings.bots()[1].rating.value + ratings.bots()[3].rating.value, 2000, 1e-6);
  EXPECT_TRUE(ratings.Lead(0, 2).has_value());
  EXPECT_FALSE(ratings.Lead(0, 1).has_value());
  EXPECT_EQ(ScalesWarning(NamesOf(5), ratings),
            "games do not connect all bots: 3 groups, whose ratings cannot be compared: bot0, bot2; bot1, bot3; bot4");
  const PoolRatings many = MustRate(20, Match(0, 1, 1, 1, 1) + Match(0, 2, 1, 1, 1) + Match(0, 3, 1, 1, 1) +
                                            Match(0, 4, 1, 1, 1) + Match(0, 5, 1, 1, 1) + Match(0, 6, 1, 1, 1));
  EXPECT_EQ(ScalesWarning(NamesOf(20), many),
            "games do not connect all bots: 14 groups, whose ratings cannot be compared: "
            "bot0, bot1, bot2, bot3, bot4 and 2 more; bot7; bot8; bot9; bot10; and 9 more groups");
}

TEST(RatePool, AnchorsKeepTheirRatingsAndConnect) {
  const Scores scores = Match(0, 2, 30, 0, 10) + Match(1, 3, 10, 0, 30);
  const PoolRatings ratings = MustRate(4, scores, {.anchors = {{"bot0", 2500}, {"bot1", 2000}}});
  EXPECT_EQ(ratings.scales(), 1);
  EXPECT_NEAR(ratings.bots()[0].rating.value, 2500, 1e-9);
  EXPECT_NEAR(ratings.bots()[1].rating.value, 2000, 1e-9);
  EXPECT_EQ(ratings.bots()[0].rating.error, 0);
  EXPECT_NEAR(ratings.bots()[2].rating.value, 2500 - 190.85, 10);
  EXPECT_NEAR(ratings.bots()[3].rating.value, 2000 + 190.85, 10);
  EXPECT_GT(ratings.bots()[2].rating.error, 50);
  EXPECT_NEAR(ratings.Lead(0, 1)->elo.value, 500, 1e-9);
  EXPECT_EQ(ratings.Lead(0, 1)->los, 1);
  EXPECT_EQ(ratings.Lead(1, 0)->los, 0);
  EXPECT_EQ(ratings.Covariance(0, 2), 0);

  const PoolRatings all = MustRate(2, Match(0, 1, 30, 0, 10), {.anchors = {{"bot1", 1200}, {"bot0", 1000}}});
  EXPECT_NEAR(all.bots()[0].rating.value, 1000, 1e-9);
  EXPECT_NEAR(all.bots()[1].rating.value, 1200, 1e-9);
  EXPECT_EQ(all.Lead(0, 1)->elo.error, 0);
}

Scores PoolAtRandom(int bots, std::mt19937_64& random) {
  Scores scores;
  for (int red = 0; red < bots; ++red) {
    for (int blue = 0; blue < bots; ++blue) {
      if (red == blue || (blue != red + 1 && random() % 2 == 0)) continue;
      scores.push_back({.red = red,
                        .blue = blue,
                        .tally = {.wins = 1 + static_cast<std::int64_t>(random() % 9),
                                  .draws = static_cast<std::int64_t>(random() % 5),
                                  .losses = static_cast<std::int64_t>(random() % 9)}});
    }
  }
  return scores;
}

TEST(RatePool, OrderPartsAndSidesDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937_64 random(seed);
    const int bots = 2 + static_cast<int>(random() % 10);
    const Scores scores = PoolAtRandom(bots, random);
    const PoolRatings ratings = MustRate(bots, scores);

    // The games in another order and in several entries; then with sides swapped, which changes the sign of the
    // advantage.
    Scores parts;
    Scores changed;
    for (const auto& [red, blue, tally] : scores) {
      parts.push_back({.red = red, .blue = blue, .tally = {.wins = tally.wins, .losses = tally.losses}});
      parts.push_back({.red = red, .blue = blue, .tally = {.draws = tally.draws}});
      changed.push_back(
          {.red = blue, .blue = red, .tally = {.wins = tally.losses, .draws = tally.draws, .losses = tally.wins}});
    }
    std::shuffle(parts.begin(), parts.end(), random);
    const PoolRatings in_parts = MustRate(bots, parts);
    const PoolRatings with_sides_changed = MustRate(bots, changed);
    for (int i = 0; i < bots; ++i) {
      ASSERT_NEAR(in_parts.bots()[i].rating.value, ratings.bots()[i].rating.value, 1e-6);
      ASSERT_NEAR(in_parts.bots()[i].rating.error, ratings.bots()[i].rating.error, 1e-6);
      ASSERT_NEAR(with_sides_changed.bots()[i].rating.value, ratings.bots()[i].rating.value, 1e-6);
    }
    ASSERT_NEAR(with_sides_changed.red_advantage().value, -ratings.red_advantage().value, 1e-6);
    ASSERT_NEAR(with_sides_changed.draw_parameter(), ratings.draw_parameter(), 1e-9);
  }
}

TEST(RatePool, PropertiesOfRatingsAndCovariance) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937_64 random(seed);
    const int bots = 2 + static_cast<int>(random() % 10);
    Scores scores = PoolAtRandom(bots, random);
    const PoolRatings ratings = MustRate(bots, scores);
    double mean = 0;
    for (int i = 0; i < bots; ++i) {
      mean += ratings.bots()[i].rating.value / bots;
      ASSERT_NEAR(ratings.bots()[i].rating.error, 1.959964 * std::sqrt(ratings.Covariance(i, i)), 1e-6);
      double row = 0;
      for (int j = 0; j < bots; ++j) {
        row += ratings.Covariance(i, j);
        ASSERT_NEAR(ratings.Covariance(i, j), ratings.Covariance(j, i), 1e-6);
        ASSERT_LE(std::abs(ratings.Covariance(i, j)),
                  std::sqrt(ratings.Covariance(i, i) * ratings.Covariance(j, j)) + 1e-6);
      }
      ASSERT_NEAR(row, 0, 1e-5) << "the mean is held";
    }
    ASSERT_NEAR(mean, 1500, 1e-6);

    // One more win raises the rating of the winner and lowers that of the loser.
    PairScore& pair = scores[random() % scores.size()];
    ++pair.tally.wins;
    const PoolRatings after = MustRate(bots, scores);
    ASSERT_GT(after.bots()[pair.red].rating.value, ratings.bots()[pair.red].rating.value);
    ASSERT_LT(after.bots()[pair.blue].rating.value, ratings.bots()[pair.blue].rating.value);
  }
}

// Counts from one to a hundred million in one pool, and anchors that contradict the games.
TEST(RatePool, IsAlwaysANumber) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937_64 random(seed);
    const int bots = 1 + static_cast<int>(random() % 8);
    Scores scores;
    const auto count = [&]() -> std::int64_t {
      return random() % 2 == 0 ? 0 : static_cast<std::int64_t>(std::pow(10.0, static_cast<double>(random() % 8)));
    };
    for (int i = 0; i < 2 * bots && bots > 1; ++i) {
      const int red = static_cast<int>(random() % bots);
      scores.push_back({.red = red,
                        .blue = static_cast<int>((red + 1 + random() % (bots - 1)) % bots),
                        .tally = {.wins = count(), .draws = count(), .losses = count()}});
    }
    PoolOptions options = {.rating_deviation = random() % 2 == 0 ? kRatingDeviationMax : 1,
                           .red_advantage_deviation = random() % 2 == 0 ? kRatingDeviationMax : 0};
    for (int i = 0; i < bots; ++i) {
      if (random() % 4 == 0) {
        options.anchors.push_back({absl::StrCat("bot", i), random() % 2 == 0 ? kAnchorMax : -kAnchorMax});
      }
    }
    const PoolRatings ratings = MustRate(bots, scores, options);
    for (int i = 0; i < bots; ++i) {
      ASSERT_TRUE(std::isfinite(ratings.bots()[i].rating.value));
      ASSERT_FALSE(std::isnan(ratings.bots()[i].rating.error));
      for (int j = 0; j < bots; ++j) {
        ASSERT_TRUE(std::isfinite(ratings.Covariance(i, j)));
        const auto lead = ratings.Lead(i, j);
        ASSERT_TRUE(!lead.has_value() || (lead->los >= 0 && lead->los <= 1));
      }
    }
    ASSERT_TRUE(std::isfinite(ratings.red_advantage().value));
    ASSERT_TRUE(std::isfinite(ratings.draw_parameter()));
  }
}

TEST(RatePool, BadInputIsNamed) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  struct Row {
    PoolOptions options;
    const char* message;
  };
  for (const Row& row : {
           Row{{.anchors = {{"bob", 1500}}}, "anchor 'bob' is not in the pool, which has 2 bots"},
           Row{{.anchors = {{"bot1", 1500}, {"bot1", 1500}}}, "anchor 'bot1' is named twice"},
           Row{{.anchors = {{"bot1", kNan}}}, "the rating of anchor 'bot1' is nan; it must be from -20000 to 20000"},
           Row{{.anchors = {{"bot1", 20'001}}},
               "the rating of anchor 'bot1' is 20001; it must be from -20000 to 20000"},
           Row{{.mean = -20'001}, "the mean rating is -20001; it must be from -20000 to 20000"},
           Row{{.rating_deviation = 0}, "the ratings' prior deviation is 0; it must be from 1 to 4000"},
           Row{{.rating_deviation = 4001}, "the ratings' prior deviation is 4001; it must be from 1 to 4000"},
           Row{{.red_advantage_deviation = -1},
               "the prior deviation of Red's advantage is -1; it must be from 0 to 4000"},
       }) {
    const absl::Status status = RatePool(NamesOf(2), Match(0, 1, 1, 1, 1), row.options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), row.message);
  }
}

TEST(RatePool, Limits) {
  EXPECT_EQ(RatePool(NamesOf(kPoolBotsMax + 1), {}, {}).status().message(),
            "4001 bots cannot be rated at once, but 4000 can");
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  for (const Scores& scores :
       {Match(0, 1, kPoolGamesMax, 1, 0), Match(0, 1, kHuge, 0, 0), Match(0, 1, kHuge, kHuge, kHuge)}) {
    EXPECT_EQ(RatePool(NamesOf(2), scores, {}).status().message(),
              "more than 1000000000 games cannot be rated at once");
  }
  EXPECT_TRUE(RatePool(NamesOf(2), Match(0, 1, kPoolGamesMax - 1, 1, 0), {}).ok());
}

TEST(RatePool, WrongUseIsNoticed) {
  const auto rate = [](const PairScore& pair) { (void)RatePool(NamesOf(2), {pair}, {}); };
  EXPECT_DEATH(rate({.red = 0, .blue = 2}), "check failed");
  EXPECT_DEATH(rate({.red = -1, .blue = 1}), "check failed");
  EXPECT_DEATH(rate({.red = 1, .blue = 1}), "check failed");
  EXPECT_DEATH(rate({.red = 0, .blue = 1, .tally = {.draws = -1}}), "check failed");
  EXPECT_DEATH((void)RatePool({"ann", "ann"}, {}, {}), "check failed");
  EXPECT_DEATH((void)MustRate(2, {}).Covariance(0, 2), "check failed");
}

}  // namespace
}  // namespace flagfall::arena::rating
