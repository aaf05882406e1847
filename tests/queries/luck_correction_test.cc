#include "arena/queries/luck_correction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "arena/api/home_api.h"
#include "arena/store/games.h"
#include "arena/values/deal.h"
#include "tests/queries/luck_ledger.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::queries {
namespace {

using testing::HasSubstr;

class LuckCorrections : public testing::Test {
 protected:
  v1::LuckCorrection CorrectionOf(std::int64_t tournament, const v1::ValueFunction& value_function) {
    const auto correction = LuckCorrectionOf(ledger_.database(), ledger_.Find(tournament), value_function);
    EXPECT_THAT(correction, IsOk());
    return correction.value_or(v1::LuckCorrection());
  }
  absl::StatusOr<v1::ValueFunction> Choose(const v1::TournamentSpec& spec, std::int64_t created,
                                           std::uint32_t version = 0) {
    v1::TournamentSpec complete = ledger_.Find(match_).spec;
    complete.set_book(spec.book());
    *complete.mutable_bots() = spec.bots();
    if (spec.ruleset().id() != "barrage") *complete.mutable_ruleset() = spec.ruleset();
    return ValueFunctionFor(ledger_.database().path(), complete, Micros(created), version);
  }

  LuckLedger ledger_;
  const std::int64_t earlier_ = ledger_.Play(LuckLedger::MatchOf(60, 11));
  const std::int64_t match_ = ledger_.Play(LuckLedger::MatchOf(30, 12));
};

// Both of its players change from game to game, so that their score against each other says nothing.
TEST_F(LuckCorrections, AreNotForTunings) {
  ledger_.Fit({match_});
  v1::TournamentSpec spec = ledger_.Find(match_).spec;
  EXPECT_THAT(ValueFunctionFor(ledger_.database().path(), spec, Micros(100), 0), IsOk());
  spec.set_format(v1::TournamentSpec::FORMAT_TUNE);
  EXPECT_THAT(ValueFunctionFor(ledger_.database().path(), spec, Micros(100), 0),
              IsError(absl::StatusCode::kInvalidArgument, "a tuning's players change"));
}

TEST_F(LuckCorrections, TakeTheWorthOfSetUpsFromScores) {
  const v1::ValueFunction fitted = ledger_.Fit({match_});
  const v1::LuckCorrection correction = CorrectionOf(match_, fitted);
  EXPECT_EQ(correction.value_function(), 1u);
  EXPECT_EQ(correction.games(), 60u);
  EXPECT_EQ(correction.samples(), 30u);
  EXPECT_TRUE(correction.has_pairs());
  EXPECT_EQ(correction.games_fitted() + correction.games_unplayed() + correction.games_without_partner(), 0u);
  EXPECT_LT(correction.variance_factor(), 0.8);
  EXPECT_LT(correction.score_error(), correction.plain_score_error());
  EXPECT_LE(std::abs(correction.score() - 0.5), 1.5 * correction.score_error());
  // The same by hand: ann's score in each game, less what the deal was worth to ann.
  const auto games = store::TournamentGames(ledger_.database(), match_);
  ASSERT_THAT(games, IsOk());
  double plain = 0, sum = 0;
  for (const store::GameSummary& game : *games) {
    const auto deal = values::DealOf(*store::FindRecord(ledger_.database(), game.game_id));
    ASSERT_THAT(deal, IsOk());
    double odds = 0;
    for (int i = 0; i < fitted.weights_size(); ++i)
      odds += fitted.weights(i).weight() * (*deal)[static_cast<std::size_t>(i)];
    const bool ann_wins = (game.outcome.result() == v1::RESULT_RED_WINS) == (game.red == "ann");
    const double luck = fitted.coefficient() * (game.red == "ann" ? odds : -odds);
    plain += ann_wins;
    sum += ann_wins - luck;
  }
  EXPECT_NEAR(correction.plain_score(), plain / 60, 1e-12);
  EXPECT_NEAR(correction.score(), sum / 60, 1e-12);
  EXPECT_NE(correction.score(), correction.plain_score());
}

TEST_F(LuckCorrections, NeverCorrectTheGamesThatWereFitted) {
  const v1::ValueFunction fitted = ledger_.Fit();
  const v1::LuckCorrection correction = CorrectionOf(match_, fitted);
  EXPECT_EQ(correction.games(), 0u);
  EXPECT_EQ(correction.games_fitted(), 60u);
  for (const double figure : {correction.score(), correction.score_error(), correction.plain_score(),
                              correction.plain_score_error(), correction.elo(), correction.elo_error(),
                              correction.los(), correction.variance_factor(), correction.variance_factor_error()}) {
    EXPECT_TRUE(std::isnan(figure)) << figure;
  }
  EXPECT_EQ(LuckCorrectionText(correction),
            "With less luck (value function 1): no game is left of which it can be told.\nGames left out: 60 to which "
            "the value function was fitted, or whose deals are the same.\n");
}

// A value function that was fitted while the match was going on corrects what was played after that.
TEST_F(LuckCorrections, CorrectWhatWasStoredAfterTheFit) {
  v1::ValueFunction fitted = ledger_.Fit();
  v1::FittedTournament& own = *fitted.mutable_tournaments(1);
  ASSERT_EQ(own.id(), match_);
  own.set_last_stored(own.last_stored() - 21);
  const v1::LuckCorrection correction = CorrectionOf(match_, fitted);
  EXPECT_EQ(correction.games_fitted(), 39u);
  EXPECT_EQ(correction.games(), 20u);
  // Its partner is among those that were fitted.
  EXPECT_EQ(correction.games_without_partner(), 1u);
}

TEST_F(LuckCorrections, NeverCorrectGamesWithTheDealsOfThoseThatWereFitted) {
  const v1::ValueFunction fitted = ledger_.Fit();
  const std::int64_t again = ledger_.Play(LuckLedger::MatchOf(30, 12));
  const v1::LuckCorrection correction = CorrectionOf(again, fitted);
  EXPECT_EQ(correction.games(), 0u);
  EXPECT_EQ(correction.games_fitted(), 60u);
}

TEST_F(LuckCorrections, ByAValueFunctionOfAnotherLedgerAreRefused) {
  v1::ValueFunction fitted = ledger_.Fit({match_});
  fitted.mutable_tournaments(0)->set_seed(77);
  EXPECT_THAT(LuckCorrectionOf(ledger_.database(), ledger_.Find(match_), fitted).status().message(),
              HasSubstr("was fitted to another ledger: tournament 1"));
  fitted.mutable_tournaments(0)->set_id(78);
  EXPECT_TRUE(absl::IsFailedPrecondition(LuckCorrectionOf(ledger_.database(), ledger_.Find(match_), fitted).status()));
}

TEST_F(LuckCorrections, HaveNothingToDoInDuplicatePairs) {
  const v1::ValueFunction fitted = ledger_.Fit({match_});
  v1::TournamentSpec spec = LuckLedger::MatchOf(30, 13);
  spec.set_duplicate(true);
  // Who wins does not follow from the set-ups alone, or all pairs would be level.
  int number = 0;
  const std::int64_t duplicate = PlayTournament(ledger_.database(), spec, {}, [&](v1::GameRecord& record) {
    DecideByMarshals(record);
    if (++number % 5 == 0) record.mutable_outcome()->set_result(v1::RESULT_DRAW);
  });
  const v1::LuckCorrection correction = CorrectionOf(duplicate, fitted);
  EXPECT_EQ(correction.games(), 60u);
  EXPECT_NEAR(correction.variance_factor(), 1, 1e-9);
  EXPECT_NEAR(correction.score(), correction.plain_score(), 1e-9);
}

TEST_F(LuckCorrections, LeaveOutGamesThatNobodyPlayedAndTheirPartners) {
  int number = 0;
  const std::int64_t match =
      PlayTournament(ledger_.database(), LuckLedger::MatchOf(30, 14), {}, [&](v1::GameRecord& record) {
        DecideByMarshals(record);
        if (++number == 7) record.mutable_outcome()->set_reason(v1::REASON_FORFEIT_NO_SHOW);
      });
  const v1::LuckCorrection correction = CorrectionOf(match, ledger_.Fit({match_, match}));
  EXPECT_EQ(correction.games_unplayed(), 1u);
  EXPECT_EQ(correction.games_without_partner(), 1u);
  EXPECT_EQ(correction.games(), 58u);
  EXPECT_THAT(LuckCorrectionText(correction), HasSubstr("1 that nobody played, 1 without their partner."));
}

TEST_F(LuckCorrections, AreTheSameEachTime) {
  const v1::ValueFunction fitted = ledger_.Fit({match_});
  EXPECT_EQ(CorrectionOf(match_, fitted).SerializeAsString(), CorrectionOf(match_, fitted).SerializeAsString());
}

TEST_F(LuckCorrections, ChooseTheNewestFromBeforeTheMatch) {
  EXPECT_THAT(Choose(LuckLedger::MatchOf(1, 1), 100).status().message(),
              HasSubstr("no value function of barrage was fitted before the match was made"));
  ledger_.Fit({match_}, 10);
  ledger_.Fit({match_}, 20);
  ledger_.Fit({match_}, 100);
  EXPECT_EQ(Choose(LuckLedger::MatchOf(1, 1), 100)->version(), 2u);
  EXPECT_EQ(Choose(LuckLedger::MatchOf(1, 1), 20)->version(), 1u);
  EXPECT_EQ(Choose(LuckLedger::MatchOf(1, 1), 101)->version(), 3u);
  EXPECT_TRUE(absl::IsFailedPrecondition(Choose(LuckLedger::MatchOf(1, 1), 10).status()));
  // One that is named may be newer, which the result says.
  EXPECT_EQ(Choose(LuckLedger::MatchOf(1, 1), 20, 3)->version(), 3u);
  EXPECT_TRUE(CorrectionOf(match_, *Choose(LuckLedger::MatchOf(1, 1), 20, 3)).is_fitted_later());
  EXPECT_TRUE(absl::IsNotFound(Choose(LuckLedger::MatchOf(1, 1), 20, 4).status()));
}

TEST_F(LuckCorrections, AreRefusedWhereThereIsNothingToCorrect) {
  ledger_.Fit({match_}, 10);
  v1::TournamentSpec without_book = LuckLedger::MatchOf(1, 1);
  without_book.clear_book();
  EXPECT_THAT(Choose(without_book, 100).status().message(), HasSubstr("the bots bring set-ups of their own"));
  v1::TournamentSpec three = LuckLedger::MatchOf(1, 1);
  three.add_bots("cid");
  EXPECT_THAT(Choose(three, 100).status().message(), HasSubstr("for matches of two bots"));
  v1::TournamentSpec duel = LuckLedger::MatchOf(1, 1);
  duel.mutable_ruleset()->set_id("duel");
  EXPECT_THAT(Choose(duel, 100, 1).status().message(), HasSubstr("is of barrage"));
  EXPECT_THAT(Choose(duel, 100).status().message(), HasSubstr("no value function of duel"));
}

TEST_F(LuckCorrections, AreToldToHostsWhoAsk) {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(match_));
  request.set_control_variate(true);
  request.set_value_function(ledger_.Fit({match_}).version());
  api::HomeApi host(ledger_.database(), {.role = accounts::Role::kHost});
  const auto told = host.GetTournament(request);
  ASSERT_THAT(told, IsOk());
  EXPECT_EQ(told->match().less_luck().games(), 60u);
  EXPECT_TRUE(absl::IsPermissionDenied(api::HomeApi(ledger_.database()).GetTournament(request).status()));
  request.set_games_max(10);
  EXPECT_TRUE(absl::IsInvalidArgument(host.GetTournament(request).status()));
  request.set_games_max(0);
  request.set_control_variate(false);
  EXPECT_TRUE(absl::IsInvalidArgument(host.GetTournament(request).status()));
  request.set_value_function(0);
  EXPECT_FALSE(host.GetTournament(request)->match().has_less_luck());
}

TEST_F(LuckCorrections, AreShownInLines) {
  v1::LuckCorrection correction;
  correction.set_value_function(3);
  correction.set_games(200);
  correction.set_has_pairs(true);
  correction.set_plain_score(0.55);
  correction.set_plain_score_error(0.061);
  correction.set_score(0.5325);
  correction.set_score_error(0.05);
  correction.set_elo(22.6);
  correction.set_elo_error(34.9);
  correction.set_los(0.895);
  correction.set_variance_factor(0.672);
  correction.set_variance_factor_error(0.08);
  EXPECT_EQ(LuckCorrectionText(correction),
            "With less luck (value function 3):\n"
            "Elo: 22.60 +/- 34.90, LOS: 89.50 %\n"
            "Score: 53.25 +/- 5.00 %, plain 55.00 +/- 6.10 %, of 200 games in pairs\n"
            "Variance over the plain score's: 0.672 +/- 0.080\n");
  // Of an interval only that part is shown which scores can have, and no error of the factor where there is none.
  correction.set_plain_score(0.5);
  correction.set_plain_score_error(1.2421);
  correction.set_score(1.05);
  correction.set_score_error(0.1);
  correction.set_variance_factor_error(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(LuckCorrectionText(correction),
              HasSubstr("\nScore: 105.00 % (95.00 to 100.00 %), plain 50.00 % (0.00 to 100.00 %), of 200 games in "
                        "pairs\nVariance over the plain score's: 0.672\n"));
  correction.set_is_fitted_later(true);
  EXPECT_THAT(LuckCorrectionText(correction), HasSubstr("value function 3, fitted after the match was made"));
}

}  // namespace
}  // namespace flagfall::arena::queries
