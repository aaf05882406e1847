#include "arena/server/tournament_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/qualifications.h"
#include "arena/store/results.h"
#include "arena/store/series.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;
using std::chrono::hours;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

// All times are of the test's own; nothing waits.
class TournamentScheduleTest : public testing::Test {
 protected:
  static constexpr Micros kNow = hours(1000);

  void SetUp() override {
    store::Furnish(*database_);
    Tag("ann");
    Tag("bob");
  }

  void Tag(const std::string& bot) { ASSERT_THAT(store::SetBotTag(*database_, bot, "course", true), IsOk()); }

  static v1::TournamentSpec Asked(const std::vector<std::string>& bots, Micros start = kNow + hours(6)) {
    v1::TournamentSpec spec;
    spec.mutable_bots()->Assign(bots.begin(), bots.end());
    spec.mutable_ruleset()->set_id("classic");
    *spec.mutable_start_time() = TimestampOf(start);
    return spec;
  }

  std::int64_t Create(const v1::TournamentSpec& asked) { return schedule_.Create(asked, kNow).value(); }

  // What was told, and `next_` is when to come again.
  std::vector<std::string> DoDueWork(Micros now) {
    const auto work = schedule_.DoDueWork(now);
    EXPECT_THAT(work, IsOk());
    next_ = work->next;
    std::vector<std::string> notes;
    for (const TournamentSchedule::Note& note : work->notes) notes.push_back(note.text);
    return notes;
  }

  store::Tournament Find(std::int64_t id) { return store::FindTournament(*database_, id).value(); }
  v1::Tournament::State StateOf(std::int64_t id) { return Find(id).state; }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::uint64_t seeds_ = 7;
  TournamentSchedule schedule_{*database_, {.cores = 2, .draw_seed = [this] { return seeds_++; }}, 0};
  std::optional<Micros> next_;
};

TEST_F(TournamentScheduleTest, BeginsAtItsTimeWithTheBotsThatAreThereThen) {
  EXPECT_THAT(DoDueWork(kNow), IsEmpty());
  EXPECT_EQ(next_, std::nullopt);
  const std::int64_t id = Create(Asked({"@course"}));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  EXPECT_THAT(DoDueWork(kNow + hours(6) - Micros(1)), IsEmpty());
  EXPECT_EQ(next_, kNow + hours(6));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  Tag("dot");
  EXPECT_THAT(DoDueWork(kNow + hours(6)), ElementsAre("entries are closed: 3 bots"));
  EXPECT_EQ(next_, std::nullopt);
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_QUEUED);
  EXPECT_THAT(Find(id).spec.bots(), ElementsAre("ann", "bob", "dot"));
  EXPECT_THAT(DoDueWork(kNow + hours(7)), IsEmpty());
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_QUEUED);
}

TEST_F(TournamentScheduleTest, EntriesCloseBeforeTheStart) {
  v1::TournamentSpec asked = Asked({"cid", "@tag:course"});
  *asked.mutable_entries_until() = TimestampOf(kNow + hours(4));
  const std::int64_t id = Create(asked);
  EXPECT_THAT(DoDueWork(kNow + hours(4)), ElementsAre("entries are closed: 3 bots"));
  EXPECT_EQ(next_, kNow + hours(6));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  Tag("dot");
  EXPECT_THAT(DoDueWork(kNow + hours(6)), IsEmpty());
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_QUEUED);
  EXPECT_THAT(Find(id).spec.bots(), ElementsAre("cid", "ann", "bob")) << "dot came too late";
}

TEST_F(TournamentScheduleTest, AnotherServerGoesOnWithWhatOneHasLeft) {
  const std::int64_t first = Create(Asked({"@course"}));
  const std::int64_t second = Create(Asked({"ann", "cid"}, kNow + hours(5)));
  TournamentSchedule later(*database_, {.cores = 2, .draw_seed = [] { return std::uint64_t{5}; }}, 0);
  ASSERT_THAT(later.DoDueWork(kNow + hours(100)), IsOk()) << "late rather than never";
  EXPECT_EQ(StateOf(first), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(StateOf(second), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(Find(first).spec.seed(), 7u) << "drawn when it was created";
}

TEST_F(TournamentScheduleTest, WhoCannotEnterIsLeftOutAndTooFewStopIt) {
  const std::int64_t id = Create(Asked({"ann", "bob", "cid"}));
  ASSERT_THAT(store::SuspendBot(*database_, "bob", "it crashed"), IsOk());
  EXPECT_THAT(DoDueWork(kNow + hours(6)),
              ElementsAre("entries are closed: 2 bots; bob is left out, as it is suspended: it crashed"));
  EXPECT_THAT(Find(id).spec.bots(), ElementsAre("ann", "cid"));

  const std::int64_t other = Create(Asked({"ann", "cid"}));
  ASSERT_THAT(store::RetireBot(*database_, "cid", "old"), IsOk());
  const auto work = schedule_.DoDueWork(kNow + hours(6));
  ASSERT_THAT(work, IsOk());
  ASSERT_EQ(work->notes.size(), 1u);
  EXPECT_EQ(work->notes[0].tournament, other);
  EXPECT_TRUE(work->notes[0].is_stopped);
  EXPECT_EQ(StateOf(other), v1::Tournament::STATE_STOPPED);
  EXPECT_THAT(Find(other).error, testing::HasSubstr("only ann could enter, and a tournament takes 2 at least; cid is "
                                                    "retired: old"));
}

TEST_F(TournamentScheduleTest, WhatCannotBeIsRefusedWhenItIsCreated) {
  const auto refused = [&](const v1::TournamentSpec& asked) { return schedule_.Create(asked, kNow).status(); };
  EXPECT_THAT(refused(Asked({"ann", "nobody"})), IsError(StatusCode::kNotFound, "there is no bot 'nobody'"));
  EXPECT_THAT(refused(Asked({"@nobody"})), IsError(StatusCode::kInvalidArgument, "no bot has this tag"));
  EXPECT_THAT(refused(Asked({"ann", "bob"}, kNow)), IsError(StatusCode::kInvalidArgument, "has passed"));
  v1::TournamentSpec barrage = Asked({"ann", "bob"});
  barrage.mutable_ruleset()->set_id("barrage");
  EXPECT_THAT(refused(barrage), IsError(StatusCode::kInvalidArgument, "bot ann does not play barrage"));
  ASSERT_THAT(store::SuspendBot(*database_, "bob", "it crashed"), IsOk());
  EXPECT_THAT(refused(Asked({"ann", "bob"})), IsError(StatusCode::kFailedPrecondition, "bot bob is suspended"));
  EXPECT_EQ(*store::NextDueTime(*database_), std::nullopt);
}

TEST_F(TournamentScheduleTest, ASeriesGoesOnOnceHoweverLongTheServerWasAway) {
  v1::TournamentSpec asked = Asked({"@course"});
  asked.set_name("weekly");
  asked.set_every_seconds(7 * 24 * 3600);
  const std::int64_t first = Create(asked);
  EXPECT_EQ(Find(first).spec.name(), "weekly #1");
  DoDueWork(kNow + hours(6));
  EXPECT_EQ(StateOf(first), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(next_, kNow + hours(6 + 168));
  Tag("dot");
  // Three weeks and an hour late.
  DoDueWork(kNow + hours(6 + 4 * 168 + 1));
  EXPECT_EQ(next_, kNow + hours(6 + 5 * 168));
  const std::vector<store::Series> series = store::ListSeries(*database_).value();
  ASSERT_EQ(series.size(), 1u);
  EXPECT_EQ(series[0].tournaments, 3) << "two have begun, and the next waits";
  const store::Tournament second = Find(first + 1);
  EXPECT_EQ(second.state, v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(second.spec.name(), "weekly #2");
  EXPECT_THAT(second.spec.bots(), ElementsAre("ann", "bob", "dot")) << "each has its own list";
  EXPECT_NE(second.spec.seed(), Find(first).spec.seed());
  EXPECT_EQ(second.spec.series_number(), 2u);
  EXPECT_EQ(StateOf(first + 2), v1::Tournament::STATE_SCHEDULED);
}

TEST_F(TournamentScheduleTest, ACancelledOneOfASeriesIsLeftOutAndOneThatFailsToo) {
  v1::TournamentSpec asked = Asked({"@course"});
  asked.set_every_seconds(3600);
  const std::int64_t first = Create(asked);
  ASSERT_THAT(schedule_.Cancel(Find(first), kNow + seconds(1)), IsOk());
  EXPECT_EQ(StateOf(first), v1::Tournament::STATE_CANCELLED);
  EXPECT_EQ(StateOf(first + 1), v1::Tournament::STATE_SCHEDULED);
  EXPECT_EQ(MicrosOf(Find(first + 1).spec.start_time()), kNow + hours(7));
  // It is resumed, and makes no second next one.
  ASSERT_THAT(store::SetTournamentState(*database_, first, v1::Tournament::STATE_SCHEDULED, kNow), IsOk());
  DoDueWork(kNow + hours(6));
  EXPECT_EQ(StateOf(first), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(next_, kNow + hours(7));
  ASSERT_THAT(store::SuspendBot(*database_, "bob", "it crashed"), IsOk());
  EXPECT_THAT(DoDueWork(kNow + hours(7)), ElementsAre(testing::HasSubstr("only ann could enter")));
  EXPECT_EQ(StateOf(first + 1), v1::Tournament::STATE_STOPPED);
  EXPECT_EQ(next_, kNow + hours(8)) << "the series goes on";
}

// How a qualifying tournament of the test's has gone: each game is won by the bot that stands there.
class QualifyingTest : public TournamentScheduleTest {
 protected:
  static v1::TournamentSpec AskedToBeat(const std::vector<std::string>& bots, std::uint32_t points,
                                        std::uint32_t games) {
    v1::TournamentSpec asked = Asked(bots);
    asked.mutable_must_beat()->set_bot("dot");
    asked.mutable_must_beat()->set_points(points);
    asked.mutable_must_beat()->set_games(games);
    return asked;
  }

  // Plays the tournament to its end: bots in `losers` lose each game to dot, others win theirs.
  void Play(std::int64_t id, const std::vector<std::string>& losers) {
    const v1::TournamentSpec spec = Find(id).spec;
    tournament::Schedule schedule(tournament::MakeFormat(spec));
    const auto loses = [&](const std::string& bot) {
      return std::find(losers.begin(), losers.end(), bot) != losers.end();
    };
    while (const auto game = schedule.Take([](const tournament::ScheduledGame&) { return true; })) {
      const std::string& red = spec.bots(game->red);
      const std::string& blue = spec.bots(game->blue);
      const bool red_wins = red == "dot" ? loses(blue) : !loses(red);
      const v1::Result result = red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
      store::GameResult stored = store::ResultOf(id, game->number, red, blue, result);
      *stored.record.mutable_ruleset() = spec.ruleset();
      ASSERT_THAT(store::MustStore(*database_, stored).status, IsOk());
      schedule.Decided(game->number, result, /*is_forfeit=*/false);
    }
    ASSERT_THAT(store::SetTournamentState(*database_, id, v1::Tournament::STATE_FINISHED, kNow), IsOk());
  }

  static constexpr Micros kStart = kNow + hours(6);
};

TEST_F(QualifyingTest, OnlyThoseEnterWhoScoreEnough) {
  const std::int64_t id = Create(AskedToBeat({"@course", "cid", "dot"}, 3, 4));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 3 bots against dot in tournament 3"));
  EXPECT_EQ(next_, std::nullopt) << "what comes next is the end of tournament 3";
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  const store::Tournament qualifier = Find(3);
  EXPECT_EQ(qualifier.state, v1::Tournament::STATE_QUEUED);
  EXPECT_FALSE(qualifier.pool.has_value());
  EXPECT_THAT(qualifier.spec.bots(), ElementsAre("dot", "ann", "bob", "cid"));
  EXPECT_EQ(qualifier.spec.qualifies_for(), static_cast<std::uint32_t>(id));
  // Who comes later is too late.
  EXPECT_THAT(DoDueWork(kStart + hours(1)), IsEmpty());
  Play(3, {"bob"});
  EXPECT_THAT(DoDueWork(kStart + hours(2)),
              ElementsAre("entries are closed: 3 bots; bob is left out, as it scored 0 of 4 against dot, and 3 are "
                          "needed"));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_QUEUED);
  EXPECT_THAT(Find(id).spec.bots(), ElementsAre("ann", "cid", "dot"));
  EXPECT_THAT(store::CheckTournaments(*database_), IsOk());
  EXPECT_THAT(store::CheckIntegrity(*database_), IsOk());
}

TEST_F(QualifyingTest, WhoHasPassedPlaysNoMoreWhileItIsTheSame) {
  Create(AskedToBeat({"ann", "bob"}, 3, 4));
  DoDueWork(kStart);
  Play(3, {"bob"});
  EXPECT_THAT(DoDueWork(kStart), ElementsAre(testing::HasSubstr("only ann could enter")));

  const std::int64_t again = Create(AskedToBeat({"ann", "bob"}, 3, 4));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 1 bot against dot in tournament 5"));
  EXPECT_THAT(Find(5).spec.bots(), ElementsAre("dot", "bob")) << "ann has passed";
  Play(5, {});
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 2 bots"));
  EXPECT_THAT(Find(again).spec.bots(), ElementsAre("ann", "bob"));
  const auto all = store::QualificationsOf(*database_, again);
  ASSERT_THAT(all, IsOk());
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].qualifier, 3);
  EXPECT_EQ((*all)[1].qualifier, 5);
  EXPECT_EQ((*all)[1].half_points, 8);

  const std::int64_t nobody_plays = Create(AskedToBeat({"ann", "bob"}, 4, 4));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 2 bots")) << "they had all four points";
  EXPECT_EQ(StateOf(nobody_plays), v1::Tournament::STATE_QUEUED);
  // Other games are another gate.
  Create(AskedToBeat({"ann", "bob"}, 1, 2));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre(testing::HasSubstr("2 bots against dot in tournament")));
}

TEST_F(QualifyingTest, FilesDecideNotTheName) {
  const auto submit = [&](const std::string& entry, char byte) {
    EXPECT_THAT(store::AddBot(*database_, {.manifest = store::ManifestOf(entry),
                                           .folder = "/bots/" + entry,
                                           .added_time = Micros(1),
                                           .content_sha256 = std::string(32, byte)}),
                IsOk());
  };
  submit("eve@1", 'x');
  Create(AskedToBeat({"eve", "ann"}, 3, 4));
  DoDueWork(kStart);
  Play(3, {});
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 2 bots"));
  // The same files again, under another number, and then other files.
  ASSERT_THAT(store::RetireBot(*database_, "eve@1", "a new version"), IsOk());
  submit("eve@2", 'x');
  Create(AskedToBeat({"eve", "ann"}, 3, 4));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 2 bots"));
  ASSERT_THAT(store::RetireBot(*database_, "eve@2", "a new version"), IsOk());
  submit("eve@3", 'y');
  const std::int64_t other = Create(AskedToBeat({"eve", "ann"}, 3, 4));
  EXPECT_THAT(DoDueWork(kStart), ElementsAre(testing::HasSubstr("entries are closed: 1 bot against dot")));
  // A version that is replaced while it plays enters all the same.
  ASSERT_THAT(store::RetireBot(*database_, "eve@3", "a new version"), IsOk());
  submit("eve@4", 'z');
  Play(other + 1, {});
  EXPECT_THAT(DoDueWork(kStart), ElementsAre("entries are closed: 2 bots"));
  EXPECT_THAT(Find(other).spec.bots(), ElementsAre("eve@3", "ann"));
}

TEST_F(QualifyingTest, ABotThatIsListedTwiceOrABotToBeatThatCannotPlayStopsIt) {
  v1::TournamentSpec asked = AskedToBeat({"ann", "bob"}, 3, 4);
  asked.mutable_must_beat()->set_bot("nobody");
  EXPECT_THAT(schedule_.Create(asked, kNow), IsError(StatusCode::kNotFound, "there is no bot 'nobody'"));
  const std::int64_t id = Create(AskedToBeat({"ann", "bob"}, 3, 4));
  ASSERT_THAT(store::SuspendBot(*database_, "dot", "it crashed"), IsOk());
  EXPECT_THAT(DoDueWork(kStart), ElementsAre(testing::HasSubstr("bot dot is suspended: it crashed")));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_STOPPED);
  EXPECT_THAT(schedule_.Create(AskedToBeat({"ann", "bob"}, 3, 4), kNow),
              IsError(StatusCode::kFailedPrecondition, "bot dot is suspended"));
}

TEST_F(TournamentScheduleTest, ASeriesThatIsStoppedHasNoNextTournament) {
  v1::TournamentSpec asked = Asked({"@course"});
  asked.set_every_seconds(3600);
  const std::int64_t first = Create(asked);
  DoDueWork(kNow + hours(6));
  EXPECT_EQ(*schedule_.StopSeries(1, kNow + hours(6)), first + 1);
  EXPECT_EQ(StateOf(first), v1::Tournament::STATE_QUEUED) << "what has begun is played on";
  EXPECT_EQ(StateOf(first + 1), v1::Tournament::STATE_CANCELLED);
  EXPECT_EQ(*schedule_.StopSeries(1, kNow + hours(6)), std::nullopt);
  EXPECT_THAT(schedule_.StopSeries(2, kNow), IsError(StatusCode::kNotFound, "there is no series 2"));
  // One that is resumed is the last.
  ASSERT_THAT(store::SetTournamentState(*database_, first + 1, v1::Tournament::STATE_SCHEDULED, kNow), IsOk());
  DoDueWork(kNow + hours(7));
  EXPECT_EQ(StateOf(first + 1), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(next_, std::nullopt);
}

}  // namespace
}  // namespace flagfall::arena::server
