// Tournaments that begin at a time, series of them, and the tags of bots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/series.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using absl::StatusCode;
using std::chrono::hours;
using testing::ElementsAre;
using testing::IsEmpty;

class ScheduledTest : public testing::Test {
 protected:
  void SetUp() override { Furnish(*database_); }

  static v1::TournamentSpec Open(Micros start) {
    v1::TournamentSpec spec = CompleteSpecOf({});
    spec.add_entrants("all");
    *spec.mutable_start_time() = TimestampOf(start);
    return spec;
  }

  std::int64_t Schedule(const v1::TournamentSpec& spec) {
    return CreateTournament(*database_, spec, kPool, Micros(3), v1::Tournament::STATE_SCHEDULED).value();
  }

  v1::Tournament::State StateOf(std::int64_t id) { return FindTournament(*database_, id)->state; }

  std::vector<std::int64_t> DueAt(Micros now) {
    const std::vector<Tournament> due = DueTournaments(*database_, now).value();
    std::vector<std::int64_t> ids;
    for (const Tournament& tournament : due) ids.push_back(tournament.id);
    return ids;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
};

TEST_F(ScheduledTest, IsDueWhenItsEntriesCloseAndWhenItBegins) {
  EXPECT_EQ(*NextDueTime(*database_), std::nullopt);
  const std::int64_t later = Schedule(Open(hours(9)));
  v1::TournamentSpec spec = Open(hours(8));
  *spec.mutable_entries_until() = TimestampOf(hours(7));
  const std::int64_t id = Schedule(spec);
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  EXPECT_EQ(*NextDueTime(*database_), hours(7));
  EXPECT_THAT(DueAt(hours(7) - Micros(1)), IsEmpty());
  EXPECT_THAT(DueAt(hours(7)), ElementsAre(id));
  EXPECT_THAT(DueAt(hours(10)), ElementsAre(id, later)) << "in the order of their times";
  EXPECT_EQ(RunningTournaments(*database_, 10)->size(), 1u) << "only the one of Furnish";

  for (const char* bot : {"ann", "dot"}) spec.add_bots(bot);
  ASSERT_THAT(CloseEntries(*database_, id, spec), IsOk());
  EXPECT_THAT(FindTournament(*database_, id)->spec.bots(), ElementsAre("ann", "dot"));
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  EXPECT_EQ(*NextDueTime(*database_), hours(8));
  EXPECT_THAT(CloseEntries(*database_, id, spec),
              IsError(StatusCode::kFailedPrecondition, "does not wait for its list"));

  ASSERT_THAT(SetTournamentState(*database_, id, v1::Tournament::STATE_QUEUED, hours(8)), IsOk());
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(*NextDueTime(*database_), hours(9));
  EXPECT_THAT(CheckTournaments(*database_), IsOk());
  EXPECT_THAT(CheckIntegrity(*database_), IsOk());
}

TEST_F(ScheduledTest, OneThatWasCancelledIsDueAgainOnceItIsResumed) {
  const std::int64_t id = Schedule(Open(hours(8)));
  ASSERT_THAT(SetTournamentState(*database_, id, v1::Tournament::STATE_CANCELLED, hours(1)), IsOk());
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_CANCELLED);
  EXPECT_EQ(*NextDueTime(*database_), std::nullopt);
  v1::TournamentSpec spec = Open(hours(8));
  for (const char* bot : {"ann", "dot"}) spec.add_bots(bot);
  EXPECT_THAT(CloseEntries(*database_, id, spec), IsError(StatusCode::kFailedPrecondition, "does not wait"));
  ASSERT_THAT(SetTournamentState(*database_, id, v1::Tournament::STATE_SCHEDULED, hours(2)), IsOk());
  EXPECT_EQ(StateOf(id), v1::Tournament::STATE_SCHEDULED);
  EXPECT_EQ(*NextDueTime(*database_), hours(8));
}

TEST_F(ScheduledTest, ASpecChangesOnceAndOnlyByItsBots) {
  const std::int64_t id = Schedule(Open(hours(8)));
  const auto refused = [&](const std::string& change) {
    return database_->Execute(absl::StrCat("UPDATE tournaments SET ", change, " WHERE tournament_id = ", id).c_str());
  };
  for (const char* change : {"spec = '{}'", "name = 'x', entries_open = 0", "pool = NULL, entries_open = 0",
                             "created_time_us = 1, entries_open = 0"}) {
    EXPECT_FALSE(refused(change).ok()) << change;
  }
  v1::TournamentSpec spec = Open(hours(8));
  for (const char* bot : {"ann", "ann"}) spec.add_bots(bot);
  EXPECT_THAT(CloseEntries(*database_, id, spec), IsError(StatusCode::kInvalidArgument, "twice"));
  spec.set_bots(1, "dot");
  ASSERT_THAT(CloseEntries(*database_, id, spec), IsOk());
  EXPECT_FALSE(refused("spec = '{}', entries_open = 0").ok());
  EXPECT_FALSE(refused("entries_open = 1").ok());
  EXPECT_FALSE(refused("state = 'running'").ok()) << "what is due waits";
}

TEST_F(ScheduledTest, TheCheckFindsAListOfBotsThatIsNoList) {
  const std::int64_t id = Schedule(Open(hours(8)));
  EXPECT_THAT(CheckTournaments(*database_), IsOk());
  ASSERT_THAT(database_->Execute("DROP TRIGGER tournaments_keep_their_specs"), IsOk());
  ASSERT_THAT(
      database_->Execute(absl::StrCat("UPDATE tournaments SET entries_open = 0 WHERE tournament_id = ", id).c_str()),
      IsOk());
  EXPECT_THAT(CheckTournaments(*database_), IsError(StatusCode::kDataLoss, "whether its list of bots was made"));
}

TEST_F(ScheduledTest, ASeriesKnowsItsNewestTournament) {
  v1::TournamentSpec spec = Open(hours(8));
  spec.set_every_seconds(3600);
  spec.set_seed(0);
  spec.set_book("2\na\n");
  const auto id = CreateSeries(*database_, spec, hours(1));
  ASSERT_THAT(id, IsOk());
  EXPECT_EQ(FindSeries(*database_, *id)->tournaments, 0);
  EXPECT_EQ(FindSeries(*database_, *id)->spec.book().substr(0, 7), "sha256:");
  v1::TournamentSpec member = FindSeries(*database_, *id)->spec;
  member.set_seed(9);
  member.set_series(static_cast<std::uint32_t>(*id));
  for (const std::uint32_t number : {1u, 2u}) {
    member.set_series_number(number);
    Schedule(member);
  }
  EXPECT_FALSE(CreateTournament(*database_, member, kPool, Micros(3), v1::Tournament::STATE_SCHEDULED).ok())
      << "its number is given";
  const auto found = FindSeries(*database_, *id);
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->tournaments, 2);
  EXPECT_EQ(FindTournament(*database_, found->newest_tournament)->spec.series_number(), 2u);
  EXPECT_FALSE(found->stopped_time.has_value());
  ASSERT_THAT(StopSeries(*database_, *id, hours(2)), IsOk());
  ASSERT_THAT(StopSeries(*database_, *id, hours(3)), IsOk());
  EXPECT_EQ(ListSeries(*database_)->front().stopped_time, hours(2));
  EXPECT_THAT(StopSeries(*database_, 77, hours(3)), IsError(StatusCode::kNotFound, "there is no series 77"));
  EXPECT_THAT(FindSeries(*database_, 77), IsError(StatusCode::kNotFound, "there is no series 77"));
  EXPECT_THAT(CheckTournaments(*database_), IsOk());
}

TEST_F(ScheduledTest, TagsAreOfABotInAllItsVersions) {
  ASSERT_THAT(SetBotTag(*database_, "ann", "course", true), IsOk());
  ASSERT_THAT(SetBotTag(*database_, "ann", "course", true), IsOk()) << "it is what was wished";
  ASSERT_THAT(SetBotTag(*database_, "ann", "2026", true), IsOk());
  EXPECT_THAT(FindBot(*database_, "ann")->tags, ElementsAre("2026", "course"));
  EXPECT_THAT(FindBot(*database_, "bob")->tags, IsEmpty());
  ASSERT_THAT(RetireBot(*database_, "ann", "a new one"), IsOk());
  ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf("ann@2"), .folder = "/bots/ann", .added_time = Micros(9)}),
              IsOk());
  EXPECT_THAT(FindBot(*database_, "ann")->tags, ElementsAre("2026", "course"));
  EXPECT_EQ(FindBot(*database_, "ann")->name(), "ann@2");
  ASSERT_THAT(SetBotTag(*database_, "ann", "course", false), IsOk());
  ASSERT_THAT(SetBotTag(*database_, "ann", "course", false), IsOk());
  EXPECT_THAT(FindBot(*database_, "ann")->tags, ElementsAre("2026"));
}

TEST_F(ScheduledTest, ABotHasSoManyTagsAtMost) {
  for (int i = 0; i < kBotTagsMax; ++i) {
    ASSERT_THAT(SetBotTag(*database_, "ann", absl::StrCat("t", i), true), IsOk());
  }
  EXPECT_THAT(SetBotTag(*database_, "ann", "more", true), IsError(StatusCode::kResourceExhausted, "has 16 tags"));
  EXPECT_EQ(FindBot(*database_, "ann")->tags.size(), static_cast<std::size_t>(kBotTagsMax));
  EXPECT_THAT(SetBotTag(*database_, "ann", "t0", true), IsOk()) << "it has it";
  EXPECT_THAT(SetBotTag(*database_, "bob", std::string(kTagCharactersMax, 'x'), true), IsOk());
  for (const std::string& wrong : {std::string(kTagCharactersMax + 1, 'x'), std::string(), std::string("a b"),
                                   std::string("@a"), std::string("a,b")}) {
    EXPECT_THAT(SetBotTag(*database_, "bob", wrong, true),
                IsError(StatusCode::kInvalidArgument, "is no tag: give 1 to"));
  }
}

}  // namespace
}  // namespace flagfall::arena::store
