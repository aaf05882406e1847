#include "arena/web_pages/tournament_follower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <set>

#include "absl/strings/str_cat.h"
#include "arena/store/books.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/schedule.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using Spec = v1::TournamentSpec;
using testing::ElementsAre;
using testing::IsEmpty;

// A tournament that is played by its schedule, the stronger of the list winning but for some.
class TournamentFollowerTest : public testing::Test {
 protected:
  void SetUp() override { store::Furnish(*database_); }

  void Create(Spec::Format format, const std::vector<std::string>& bots = {"ann", "bob", "cid", "dot"},
              std::uint32_t rounds = 0) {
    spec_ = store::CompleteSpecOf(bots);
    spec_.set_format(format);
    spec_.set_rounds(rounds);
    tournament::FillFormatDefaults(spec_);
    ASSERT_THAT(tournament::CheckFormat(spec_), IsOk());
    const auto id = store::CreateTournament(*database_, spec_, store::kPool, Micros(5));
    ASSERT_THAT(id, IsOk());
    tournament_ = *id;
    schedule_ = std::make_unique<tournament::Schedule>(tournament::MakeFormat(spec_));
  }

  // Stores the next `count` games, fewer when there are no more, each two of them in turned order.
  void Play(int count) {
    std::vector<tournament::ScheduledGame> taken;
    while (count-- > 0) {
      std::optional<tournament::ScheduledGame> game =
          schedule_->Take([](const tournament::ScheduledGame&) { return true; });
      if (!game.has_value() && taken.empty()) return;
      if (game.has_value()) taken.push_back(*game);
      if (game.has_value() && taken.size() < 2 && count > 0) continue;
      for (; !taken.empty(); taken.pop_back()) Store(taken.back());
    }
  }

  void Store(const tournament::ScheduledGame& game) {
    const v1::Result result = game.number % 5 == 0   ? v1::RESULT_DRAW
                              : game.red < game.blue ? v1::RESULT_RED_WINS
                                                     : v1::RESULT_BLUE_WINS;
    store::GameResult stored =
        store::ResultOf(tournament_, game.number, spec_.bots(game.red), spec_.bots(game.blue), result);
    stored.round = game.round;
    store::MustStore(*database_, stored);
    schedule_->Decided(game.number, result, false);
  }

  std::unique_ptr<TournamentFollower> Follow() {
    auto follower = TournamentFollower::Of(*database_, tournament_);
    EXPECT_THAT(follower, IsOk());
    return *std::move(follower);
  }

  // A follower that began after some games knows the same as one that begins now.
  void ExpectToKeepUp(int games) {
    Play(games);
    const auto follower = Follow();
    for (int i = 0; i < 6; ++i) {
      Play(3);
      ASSERT_THAT(follower->Update(*database_), IsOk());
      EXPECT_EQ(follower->Page(*database_, {}).DebugString(), Follow()->Page(*database_, {}).DebugString());
    }
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  Spec spec_;
  std::int64_t tournament_ = 0;
  std::unique_ptr<tournament::Schedule> schedule_;
};

TEST_F(TournamentFollowerTest, KeepsUpWithARoundRobin) {
  Create(Spec::FORMAT_ROUND_ROBIN, {"ann", "bob", "cid", "dot"}, 3);
  ExpectToKeepUp(4);
}

TEST_F(TournamentFollowerTest, KeepsUpWithASwiss) {
  Create(Spec::FORMAT_SWISS, {"ann", "bob", "cid"}, 6);
  ExpectToKeepUp(3);
}

TEST_F(TournamentFollowerTest, KeepsUpWithAKnockout) {
  Create(Spec::FORMAT_KNOCKOUT);
  ExpectToKeepUp(1);
}

TEST_F(TournamentFollowerTest, OfOneThatIsOverNoGameIsToCome) {
  Create(Spec::FORMAT_KNOCKOUT);
  Play(1);
  EXPECT_GT(Follow()->Progress(*database_, {}).games_total(), 1u);
  ASSERT_THAT(store::SetTournamentState(*database_, tournament_, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_EQ(Follow()->Progress(*database_, {}).games_total(), 1u) << "a match that is decided leaves games unplayed";
}

TEST_F(TournamentFollowerTest, TellsWhatRunsAndWhatComesNext) {
  Create(Spec::FORMAT_ROUND_ROBIN, {"ann", "bob", "cid", "dot"}, 10);
  Play(2);
  const auto follower = Follow();
  TournamentNow now;
  for (const char* id : {"1-3", "2-3", "2-4"}) {
    v1::LiveGame& game = now.running.emplace_back();
    game.set_game_id(id);
    game.set_tournament_id(id[0] == '2' ? 2 : 1);
  }
  ASSERT_EQ(tournament_, 2);
  const v1::TournamentProgress progress = follower->Progress(*database_, now);
  EXPECT_EQ(progress.state(), v1::Tournament::STATE_RUNNING);
  EXPECT_EQ(progress.games_stored(), 2u);
  EXPECT_EQ(progress.games_total(), 120u);
  EXPECT_EQ(progress.running_size(), 2) << "of this tournament alone";
  ASSERT_EQ(progress.next_size(), 20);
  EXPECT_EQ(progress.next(0).game_id(), "2-5");
  EXPECT_EQ(progress.queue_before(), 1u) << "the tournament that was there before";
  now.is_playing = true;
  EXPECT_EQ(follower->Progress(*database_, now).queue_before(), 0u);
  EXPECT_EQ(follower->Progress(*database_, now).next(0).game_id(), "2-5") << "looking takes nothing";
}

TEST_F(TournamentFollowerTest, TellsHowManyGamesEndedInTheLastMinute) {
  Create(Spec::FORMAT_ROUND_ROBIN);
  Play(6);
  const auto follower = Follow();
  // Games began at 1,700,000,000 s and their number, and took a tenth of a second.
  const auto rate_at = [&](std::int64_t second) {
    return follower->Progress(*database_, {.time = std::chrono::seconds(1'700'000'000 + second)}).games_per_minute();
  };
  EXPECT_EQ(rate_at(7), 6);
  EXPECT_EQ(rate_at(63), 4);
  EXPECT_EQ(rate_at(600), 0);
}

TEST_F(TournamentFollowerTest, ASwissRoundHasItsMatchesAndItsBye) {
  Create(Spec::FORMAT_SWISS, {"ann", "bob", "cid"}, 3);
  const auto follower = Follow();
  auto round = follower->Round(1, {});
  ASSERT_THAT(round, IsOk());
  ASSERT_EQ(round->matches_size(), 2);
  EXPECT_EQ(round->matches(0).games_stored(), 0u);
  EXPECT_THAT(round->matches(1).second(), IsEmpty());
  EXPECT_EQ(round->matches(1).first_points(), 2) << "a bye is a win in each game";
  EXPECT_THAT(follower->Round(2, {}), IsError(absl::StatusCode::kNotFound, "rounds so far: 1"));
  Play(2);
  ASSERT_THAT(follower->Update(*database_), IsOk());
  round = follower->Round(1, {});
  ASSERT_THAT(round, IsOk());
  EXPECT_EQ(round->matches(0).games_stored(), 2u);
  EXPECT_EQ(round->matches(0).first_points() + round->matches(0).second_points(), 2);
  EXPECT_THAT(round->matches(0).games(), ElementsAre(1, 2));
  EXPECT_EQ(follower->Page(*database_, {}).rounds(), 2u) << "the next is drawn when all results are in";
}

// Games of other tournaments and rounds do not count for a round; a stored game is not running, even if the list of
// running games still has it for a moment.
TEST_F(TournamentFollowerTest, AMatchRunsWhileAGameOfItRuns) {
  Create(Spec::FORMAT_SWISS, {"ann", "bob", "cid"}, 3);
  const auto follower = Follow();
  const auto match_while = [&](std::initializer_list<std::uint32_t> numbers) {
    TournamentNow now;
    for (const std::uint32_t number : numbers) {
      v1::LiveGame& game = now.running.emplace_back();
      game.set_tournament_id(2);
      game.set_game_id(absl::StrCat("2-", number));
    }
    v1::LiveGame& other = now.running.emplace_back();
    other.set_tournament_id(1);
    other.set_game_id("1-2");
    return follower->Round(1, now)->matches(0);
  };
  ASSERT_EQ(tournament_, 2);
  EXPECT_FALSE(match_while({}).is_running());
  EXPECT_FALSE(match_while({3}).is_running()) << "of the next round";
  EXPECT_TRUE(match_while({1}).is_running());
  EXPECT_THAT(match_while({1}).games(), ElementsAre(1));
  EXPECT_EQ(match_while({1}).games_stored(), 0U);
  EXPECT_THAT(match_while({1, 2}).games(), ElementsAre(1, 2));
  Play(1);
  ASSERT_THAT(follower->Update(*database_), IsOk());
  EXPECT_FALSE(match_while({1}).is_running());
  EXPECT_TRUE(match_while({1, 2}).is_running());
  EXPECT_THAT(match_while({1, 2}).games(), ElementsAre(1, 2));
  EXPECT_EQ(match_while({1, 2}).games_stored(), 1U);
}

TEST_F(TournamentFollowerTest, AKnockoutsWinnersGoOn) {
  Create(Spec::FORMAT_KNOCKOUT);
  Play(1);
  v1::TournamentPage page = Follow()->Page(*database_, {});
  ASSERT_EQ(page.bracket_size(), 1);
  EXPECT_EQ(page.bracket_rounds(), 2u);
  EXPECT_EQ(page.bracket(0).matches(0).games_stored(), 1u);
  EXPECT_THAT(page.bracket(0).matches(0).winner(), IsEmpty());
  Play(100);
  page = Follow()->Page(*database_, {});
  ASSERT_EQ(page.bracket_size(), 2);
  ASSERT_EQ(page.bracket(1).matches_size(), 2);
  EXPECT_TRUE(page.bracket(1).matches(1).is_for_third_place());
  std::set<std::string> winners;
  for (const v1::RoundMatch& match : page.bracket(0).matches()) winners.insert(match.winner());
  EXPECT_EQ(winners, (std::set<std::string>{page.bracket(1).matches(0).first(), page.bracket(1).matches(0).second()}));
  EXPECT_EQ(page.bracket(1).matches(0).winner(), page.tournament().standings(0).bot());
}

TEST_F(TournamentFollowerTest, ATestsCourseEndsWhereItsStateIs) {
  Create(Spec::FORMAT_SPRT, {"ann", "bob"});
  Play(9);
  const v1::TournamentPage page = Follow()->Page(*database_, {});
  EXPECT_THAT(page.sprt().pairs(), ElementsAre(1, 2, 3, 4)) << "half a pair tells nothing";
  EXPECT_EQ(page.sprt().llr(3), page.tournament().match().sprt().llr());
  EXPECT_LT(page.sprt().lower(), 0);
  EXPECT_THAT(Follow()->Round(1, {}), IsError(absl::StatusCode::kNotFound, "is no Swiss"));
}

TEST_F(TournamentFollowerTest, TellsTheSeedAndABookWhenTheTournamentIsFinished) {
  Create(Spec::FORMAT_ROUND_ROBIN);
  spec_.set_book("ruleset classic\n...");
  const auto id = store::CreateTournament(*database_, spec_, store::kPool, Micros(6));
  ASSERT_THAT(id, IsOk());
  tournament_ = *id;
  const auto follower = Follow();
  for (const v1::Tournament::State state : {v1::Tournament::STATE_RUNNING, v1::Tournament::STATE_STOPPED}) {
    ASSERT_THAT(store::SetTournamentState(*database_, tournament_, state, Micros(7)), IsOk());
    ASSERT_THAT(follower->Update(*database_), IsOk());
    const Spec told = follower->Page(*database_, {}).tournament().spec();
    EXPECT_EQ(told.seed(), 0u);
    EXPECT_EQ(told.book(), "own");
  }
  ASSERT_THAT(store::SetTournamentState(*database_, tournament_, v1::Tournament::STATE_FINISHED, Micros(8)), IsOk());
  ASSERT_THAT(follower->Update(*database_), IsOk());
  const Spec told = follower->Page(*database_, {}).tournament().spec();
  EXPECT_EQ(told.seed(), spec_.seed());
  EXPECT_EQ(told.book(), store::BookReference(spec_.book()));
}

TEST_F(TournamentFollowerTest, ThereMustBeATournament) {
  EXPECT_THAT(TournamentFollower::Of(*database_, 77), IsError(absl::StatusCode::kNotFound, "77"));
}

TEST_F(TournamentFollowerTest, SaysWhereTimeWentAndWhatWasVoidAlsoOfWhatWasStoredSince) {
  Create(Spec::FORMAT_ROUND_ROBIN);
  const auto follower = Follow();
  EXPECT_THAT(follower->Page(*database_, {}).tournament().voids(), IsEmpty());
  store::GameResult game = store::ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED);
  store::MustStore(*database_, game);
  game = store::ResultOf(tournament_, 1, "ann", "bob");
  game.record.mutable_blue_use()->set_away_micros(250'000);
  store::MustStore(*database_, game);
  ASSERT_THAT(follower->Update(*database_), IsOk());
  const v1::Tournament tournament = follower->Page(*database_, {}).tournament();
  ASSERT_EQ(tournament.voids_size(), 1);
  EXPECT_EQ(tournament.voids(0).reason(), v1::REASON_SUPERVISOR_KILLED);
  ASSERT_EQ(tournament.times_size(), 4);
  EXPECT_EQ(tournament.times(1).bot(), "bob");
  EXPECT_EQ(tournament.times(1).games(), 1u);
  EXPECT_DOUBLE_EQ(tournament.times(1).away_seconds(), 0.25);
  EXPECT_EQ(tournament.times(1).voids_size(), 1);
  EXPECT_THAT(tournament.times(2).voids(), IsEmpty());
}

TEST_F(TournamentFollowerTest, ShowsEachFormatBeforeAndAfterItsListOfBotsIsMade) {
  for (const tournament::FormatDefinition& format : tournament::Formats()) {
    // A tuning begins when it is made, and names its bot.
    if (format.format == Spec::FORMAT_TUNE) continue;
    SCOPED_TRACE(format.name);
    Spec spec = store::CompleteSpecOf({"ann", "bob"});
    spec.set_format(format.format);
    spec.set_rounds(0);
    tournament::FillFormatDefaults(spec);
    Spec open = spec;
    open.clear_bots();
    open.add_entrants("@tag:course");
    open.mutable_start_time()->set_seconds(100);
    const auto id = store::CreateTournament(*database_, open, store::kPool, Micros(5), v1::Tournament::STATE_SCHEDULED);
    ASSERT_THAT(id, IsOk());
    const auto follower = TournamentFollower::Of(*database_, *id);
    ASSERT_THAT(follower, IsOk());
    v1::TournamentPage page = (*follower)->Page(*database_, {});
    EXPECT_EQ(page.tournament().state(), v1::Tournament::STATE_SCHEDULED);
    EXPECT_EQ(page.progress().state(), v1::Tournament::STATE_SCHEDULED);
    EXPECT_THAT(page.tournament().standings(), IsEmpty());
    EXPECT_THAT(page.progress().next(), IsEmpty());
    for (const std::string& bot : spec.bots()) open.add_bots(bot);
    ASSERT_THAT(store::CloseEntries(*database_, *id, open), IsOk());
    ASSERT_THAT((*follower)->Update(*database_), IsOk());
    page = (*follower)->Page(*database_, {});
    EXPECT_EQ(page.tournament().standings_size(), 2);
    EXPECT_GT(page.progress().next_size(), 0);
  }
}

}  // namespace
}  // namespace flagfall::arena::web_pages
