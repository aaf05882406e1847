#include "arena/queries/match_statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "arena/tournament/format_spec.h"

namespace flagfall::arena::queries {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr v1::Result kWin = v1::RESULT_RED_WINS;
constexpr v1::Result kDraw = v1::RESULT_DRAW;
constexpr v1::Result kLoss = v1::RESULT_BLUE_WINS;

v1::TournamentSpec SpecOf(v1::TournamentSpec::Format format) {
  v1::TournamentSpec spec;
  spec.add_bots("ann");
  spec.add_bots("bob");
  spec.set_format(format);
  spec.set_rounds(1000);
  spec.set_games(2);
  spec.set_seed(1);
  tournament::FillFormatDefaults(spec);
  return spec;
}

// Games of ann, who has Red first in each pair, by what they were for ann.
class Match {
 public:
  void Add(int pairs, v1::Result first, v1::Result second) {
    for (int i = 0; i < pairs; ++i) {
      AddGame(0, first);
      AddGame(1, second == kDraw ? kDraw : second == kWin ? kLoss : kWin);
    }
  }
  void AddGame(int red, v1::Result result) {
    const auto number = static_cast<std::uint32_t>(games_.size()) + 1;
    games_.push_back({.red = red, .blue = 1 - red, .result = result, .number = number, .round = (number + 1) / 2});
  }

  const std::vector<tournament::PlayedGame>& games() const { return games_; }

 private:
  std::vector<tournament::PlayedGame> games_;
};

// The example in fastchess's documents: 1, 25, 145, 27 and 2 pairs, one of the level ones won by each.
TEST(MatchStatistics, PrintsWhatFastchessPrints) {
  Match match;
  match.Add(1, kLoss, kLoss);
  match.Add(25, kLoss, kDraw);
  match.Add(1, kWin, kLoss);
  match.Add(144, kDraw, kDraw);
  match.Add(27, kDraw, kWin);
  match.Add(2, kWin, kWin);
  const v1::MatchStatistics statistics =
      MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), match.games());
  const std::string text = MatchStatisticsText(statistics);
  EXPECT_THAT(text, HasSubstr("Results of ann vs bob:\n"));
  EXPECT_THAT(text, HasSubstr("Elo: 3.47 +/- 13.62, nElo: 8.69 +/- 34.31\n"))
      << "fastchess has 34.05, with the variance taken as known";
  EXPECT_THAT(text, HasSubstr("LOS: 69.16 %, DrawRatio: 72.50 %, PairsRatio: 1.12\n"));
  EXPECT_THAT(text, HasSubstr("Games: 400, Wins: 32, Losses: 28, Draws: 340, Points: 202.0 (50.50 %)\n"));
  EXPECT_THAT(text, HasSubstr("Ptnml(0-2): [1, 25, 145, 27, 2], WL/DD Ratio: 0.01\n"));
  EXPECT_THAT(text, Not(HasSubstr("LLR")));
}

TEST(MatchStatistics, TellsWhatPairsSave) {
  // Who has Red wins, always: a pair tells nothing, and two games on their own would seem to tell much.
  Match level;
  level.Add(50, kWin, kLoss);
  EXPECT_EQ(MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), level.games()).variance_ratio(), 0);
  // Both games of a pair end alike: the second tells nothing that the first did not.
  Match alike;
  alike.Add(50, kWin, kWin);
  alike.Add(50, kLoss, kLoss);
  EXPECT_DOUBLE_EQ(MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), alike.games()).variance_ratio(),
                   2);
  // Games that have nothing to do with each other.
  Match independent;
  for (const v1::Result first : {kWin, kLoss}) {
    for (const v1::Result second : {kWin, kLoss}) independent.Add(25, first, second);
  }
  EXPECT_DOUBLE_EQ(
      MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), independent.games()).variance_ratio(), 1);
}

TEST(MatchStatistics, AGameWithoutItsPartnerCountsInTheGamesAlone) {
  Match match;
  match.Add(2, kWin, kDraw);
  match.AddGame(0, kLoss);
  const v1::MatchStatistics statistics =
      MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), match.games());
  EXPECT_THAT(statistics.pentanomial(), ElementsAre(0, 0, 0, 2, 0));
  EXPECT_EQ(statistics.games().losses(), 1U);
  EXPECT_EQ(MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), {}).games().wins(), 0U);
}

TEST(MatchStatistics, AGameThatNobodyPlayedCountsInTheTableAndIsNoEvidence) {
  Match match;
  match.Add(20, kWin, kLoss);
  match.Add(20, kDraw, kWin);
  v1::TournamentSpec spec = SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN);
  spec.set_rate_forfeits(false);
  const v1::MatchStatistics played = MatchStatisticsOf(spec, match.games());
  std::vector<tournament::PlayedGame> games = match.games();
  for (int i = 0; i < 7; ++i) {
    games.push_back(games.front());
    games.back().number = static_cast<std::uint32_t>(games.size());
    games.back().is_unplayed = games.back().is_forfeit = true;
  }
  const v1::MatchStatistics some = MatchStatisticsOf(spec, games);
  EXPECT_EQ(some.games().wins(), played.games().wins() + 7);
  EXPECT_EQ(some.games_unplayed(), 7u);
  EXPECT_EQ(some.elo(), played.elo());
  EXPECT_EQ(some.elo_error(), played.elo_error());
  EXPECT_THAT(some.pentanomial(), testing::ElementsAreArray(played.pentanomial()));
  EXPECT_THAT(MatchStatisticsText(some), HasSubstr("7 games that nobody played: in the line above, and in no other"));

  spec.set_rate_forfeits(true);
  const v1::MatchStatistics counted = MatchStatisticsOf(spec, games);
  EXPECT_GT(counted.elo(), played.elo());
  EXPECT_EQ(counted.games_unplayed(), 0u);
  spec.clear_rate_forfeits();
  EXPECT_EQ(MatchStatisticsOf(spec, games).elo(), counted.elo()) << "as a tournament from before";
}

// 30 wins, no draw and 30 losses may be 53.3 % of level pairs.
TEST(MatchStatistics, SaysThatTheDrawRatioIsOfPairs) {
  Match match;
  match.Add(16, kWin, kLoss);
  match.Add(7, kWin, kWin);
  match.Add(7, kLoss, kLoss);
  const std::string text =
      MatchStatisticsText(MatchStatisticsOf(SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN), match.games()));
  EXPECT_THAT(text, HasSubstr("DrawRatio: 53.33 %"));
  EXPECT_THAT(text, HasSubstr("Draws: 0,"));
  EXPECT_THAT(text, HasSubstr("DrawRatio: pairs of games in which both bots made 1 point of 2"));
}

TEST(MatchStatistics, ASequenceHoldsWheneverOneLooks) {
  const v1::TournamentSpec spec = SpecOf(v1::TournamentSpec::FORMAT_ROUND_ROBIN);
  const v1::MatchStatistics none = MatchStatisticsOf(spec, {});
  EXPECT_TRUE(std::isinf(none.sequence_elo_low()) && none.sequence_elo_low() < 0);
  EXPECT_TRUE(std::isinf(none.sequence_elo_high()) && none.sequence_elo_high() > 0);
  Match match;
  for (int i = 0; i < 40; ++i) {
    match.Add(3, kWin, kLoss);
    match.Add(1, kWin, kWin);
  }
  const v1::MatchStatistics played = MatchStatisticsOf(spec, match.games());
  EXPECT_LT(played.sequence_elo_low(), played.elo() - played.elo_error()) << "wider than for who looks once";
  EXPECT_GT(played.sequence_elo_high(), played.elo() + played.elo_error());
  EXPECT_GT(played.sequence_elo_low(), 0) << "ann is better, whoever looked whenever";
  EXPECT_THAT(MatchStatisticsText(played), HasSubstr("Elo, 95 % whenever one looks: "));
  EXPECT_THAT(MatchStatisticsText(v1::MatchStatistics()), Not(HasSubstr("whenever")));
}

TEST(MatchStatistics, ATestSaysHowItStandsAndHowItEnded) {
  v1::TournamentSpec spec = SpecOf(v1::TournamentSpec::FORMAT_SPRT);
  spec.mutable_sprt()->set_elo1(20);
  Match match;
  match.Add(10, kWin, kLoss);
  match.Add(10, kDraw, kWin);
  const v1::MatchStatistics going_on = MatchStatisticsOf(spec, match.games());
  EXPECT_EQ(going_on.sprt().verdict(), v1::SprtState::VERDICT_CONTINUE);
  EXPECT_THAT(MatchStatisticsText(going_on), HasSubstr("(-2.94, 2.94) [0.00, 20.00]\n"));
  match.Add(200, kDraw, kWin);
  const v1::MatchStatistics decided = MatchStatisticsOf(spec, match.games());
  EXPECT_EQ(decided.sprt().verdict(), v1::SprtState::VERDICT_ACCEPT_H1);
  EXPECT_LT(decided.sprt().pairs(), 220U);
  EXPECT_THAT(MatchStatisticsText(decided), HasSubstr("H1 is accepted after "));
}

}  // namespace
}  // namespace flagfall::arena::queries
