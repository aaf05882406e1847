#include "arena/queries/value_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "arena/store/games.h"
#include "arena/values/deal.h"
#include "referee/base/sha256.h"
#include "tests/queries/luck_ledger.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::queries {
namespace {

using testing::HasSubstr;

class ValueFunctions : public testing::Test {
 protected:
  absl::StatusOr<v1::ValueFunction> FitTo(const std::string& ruleset, std::vector<std::int64_t> tournaments = {},
                                          std::vector<std::int64_t> without = {}) {
    ValueFitOptions options{.tournaments = std::move(tournaments), .without = std::move(without)};
    options.ruleset.set_id(ruleset);
    return FitValueFunction(ledger_.database(), options, Micros(1'000'000));
  }

  LuckLedger ledger_;
};

TEST_F(ValueFunctions, LearnWhatSetUpsAreWorthAndSayFromWhichGames) {
  const std::int64_t one = ledger_.Play(LuckLedger::MatchOf(80, 11));
  const std::int64_t two = ledger_.Play(LuckLedger::MatchOf(40, 12));
  const auto fitted = FitTo("barrage");
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(fitted->games(), 240u);
  EXPECT_EQ(fitted->fitted_time().seconds(), 1);
  EXPECT_GT(fitted->ruleset().options_size(), 0) << "the ruleset is complete";
  ASSERT_EQ(fitted->tournaments_size(), 2);
  const v1::FittedTournament& first = fitted->tournaments(0);
  EXPECT_EQ(first.id(), one);
  EXPECT_EQ(first.seed(), 11u);
  EXPECT_EQ(first.games(), 160u);
  const auto games = store::TournamentGames(ledger_.database(), one);
  ASSERT_THAT(games, IsOk());
  EXPECT_EQ(first.first_stored(), static_cast<std::uint64_t>(games->front().sequence));
  EXPECT_EQ(first.last_stored(), static_cast<std::uint64_t>(games->back().sequence));
  EXPECT_EQ(fitted->tournaments(1).id(), two);
  EXPECT_LT(fitted->variance_factor(), 0.8);
  EXPECT_GT(fitted->coefficient(), 0.05);
  // A Marshal in front is worth more than one at the back.
  double front = 0, back = 0;
  for (const v1::FeatureWeight& weight : fitted->weights()) {
    if (weight.feature() == "M_row4") front = weight.weight();
    if (weight.feature() == "M_row1") back = weight.weight();
  }
  EXPECT_GT(front, back);
}

TEST_F(ValueFunctions, AreTheSameForTheSameGames) {
  ledger_.Play(LuckLedger::MatchOf(60, 11));
  const auto one = FitTo("barrage"), other = FitTo("barrage");
  ASSERT_THAT(one, IsOk());
  EXPECT_EQ(one->SerializeAsString(), other->SerializeAsString());
}

TEST_F(ValueFunctions, TakeTheTournamentsThatAreNamed) {
  const std::int64_t one = ledger_.Play(LuckLedger::MatchOf(60, 11));
  const std::int64_t two = ledger_.Play(LuckLedger::MatchOf(60, 12));
  const auto named = FitTo("barrage", {two, two});
  const auto without = FitTo("barrage", {}, {one});
  ASSERT_THAT(named, IsOk());
  EXPECT_EQ(named->games(), 120u);
  ASSERT_EQ(named->tournaments_size(), 1);
  EXPECT_EQ(named->tournaments(0).id(), two);
  EXPECT_EQ(named->SerializeAsString(), without->SerializeAsString());
  EXPECT_TRUE(absl::IsNotFound(FitTo("barrage", {77}).status()));
}

TEST_F(ValueFunctions, TakeGamesOfTheRulesetInWhichSomethingWasDealt) {
  v1::TournamentSpec without_book = LuckLedger::MatchOf(60, 11);
  without_book.clear_book();
  const std::int64_t own_set_ups = PlayTournament(ledger_.database(), without_book);
  v1::TournamentSpec other = LuckLedger::MatchOf(60, 12);
  other.mutable_ruleset()->set_id("duel");
  const std::int64_t of_duel = ledger_.Play(other);
  const auto none = FitTo("barrage");
  EXPECT_TRUE(absl::IsFailedPrecondition(none.status()));
  EXPECT_THAT(none.status().message(), HasSubstr("takes 100 games of barrage"));
  EXPECT_THAT(none.status().message(), HasSubstr("there are 0 (of tournaments with a book"));
  EXPECT_THAT(FitTo("barrage", {own_set_ups}).status().message(), HasSubstr("the bots bring set-ups of their own"));
  EXPECT_THAT(FitTo("barrage", {of_duel}).status().message(), HasSubstr("is of duel"));
  EXPECT_THAT(FitTo("duel"), IsOk());
  EXPECT_THAT(FitTo("gogo").status().message(), HasSubstr("the referee deals nothing"));
  EXPECT_TRUE(absl::IsNotFound(FitTo("chess").status()));
}

TEST_F(ValueFunctions, LeaveOutGamesThatNobodyPlayed) {
  int number = 0;
  PlayTournament(ledger_.database(), LuckLedger::MatchOf(60, 11), {}, [&](v1::GameRecord& record) {
    DecideByMarshals(record);
    if (++number <= 5) record.mutable_outcome()->set_reason(v1::REASON_FORFEIT_NO_SHOW);
  });
  const auto fitted = FitTo("barrage");
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(fitted->games(), 115u);
}

// Cards are dealt without a book.
// What a deal is worth beyond what weights can know is the same in all games of it, so that such games must not be on
// both sides of the cross-validation: it would take chance for knowledge.
TEST_F(ValueFunctions, DoNotForetellADealFromItself) {
  v1::TournamentSpec spec = SpecFor({"ann", "bob", "cid", "dot"}, v1::TournamentSpec::FORMAT_ROUND_ROBIN, false);
  spec.set_rounds(20);
  spec.set_games(2);
  spec.set_seed(5);
  spec.set_book("standard");
  spec.set_duplicate(true);
  PlayTournament(ledger_.database(), spec, {}, [](v1::GameRecord& record) {
    const std::string digest = Sha256Of(record.given_set_ups().SerializeAsString());
    record.mutable_outcome()->set_result(digest[0] % 2 == 0 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS);
  });
  const auto fitted = FitTo("barrage");
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(fitted->games(), 240u);
  EXPECT_GT(fitted->variance_factor(), 0.9) << "with games of one deal on both sides it is 0.59";
}

TEST_F(ValueFunctions, TakeEnoughDifferentDeals) {
  for (int i = 0; i < 4; ++i) {
    v1::TournamentSpec spec = LuckLedger::MatchOf(15, 11);
    spec.set_duplicate(true);
    ledger_.Play(spec);
  }
  EXPECT_THAT(FitTo("barrage").status().message(), HasSubstr("takes 20 different deals, and these games have 15"));
}

TEST_F(ValueFunctions, OfCardsTakeAllTournaments) {
  v1::TournamentSpec spec = LuckLedger::MatchOf(60, 11);
  spec.mutable_ruleset()->set_id("cards");
  spec.clear_book();
  PlayTournament(ledger_.database(), spec);
  const auto fitted = FitTo("cards");
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(fitted->games(), 120u);
  EXPECT_EQ(fitted->weights(0).feature(), "deal_S");
}

}  // namespace
}  // namespace flagfall::arena::queries
