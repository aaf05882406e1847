#include "arena/store/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/store/check.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;

class SubmissionsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"amy", "ben"}) ASSERT_THAT(AddUser(*database_, name, v1::User::ROLE_OWNER, Now()), IsOk());
  }

  Micros Now() { return now_ += Micros(1); }

  std::int64_t MustBegin(const std::string& owner) {
    const auto begun = BeginSubmission(*database_, owner, Now());
    EXPECT_THAT(begun, IsOk());
    return static_cast<std::int64_t>(begun->id());
  }

  static std::string HashOf(char content) { return std::string(32, content); }

  // Takes a submission from its begin to its end and returns the entry.
  std::string MustSubmit(const std::string& owner, const std::string& name, char content) {
    const std::int64_t id = MustBegin(owner);
    EXPECT_THAT(AdvanceSubmission(*database_, id, v1::Submission::STATE_UNPACKING, Now()), IsOk());
    EXPECT_THAT(AdvanceSubmission(*database_, id, v1::Submission::STATE_CHECKING_MANIFEST, Now()), IsOk());
    const auto named = NameSubmission(*database_, id, name, HashOf(content), Now());
    EXPECT_THAT(named, IsOk());
    if (named->state() == v1::Submission::STATE_READY) return named->entry();
    EXPECT_THAT(AdvanceSubmission(*database_, id, v1::Submission::STATE_CHECKING, Now()), IsOk());
    EXPECT_THAT(FinishSubmission(*database_, id, ManifestOf(name), "/home/bots/" + named->entry(), Now()), IsOk());
    return named->entry();
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  Micros now_{0};
};

TEST_F(SubmissionsTest, EachVersionIsAnEntryAndTheNewestAloneIsPresent) {
  EXPECT_EQ(MustSubmit("amy", "rook", 'a'), "rook@1");
  EXPECT_EQ(MustSubmit("amy", "rook", 'b'), "rook@2");
  EXPECT_EQ(FindBot(*database_, "rook")->name(), "rook@2");
  const auto first = FindBot(*database_, "rook@1");
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->State(), v1::Bot::STATE_RETIRED);
  EXPECT_EQ(first->Reason(), "rook@2 took its place");
  const auto second = FindBot(*database_, "rook@2");
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->State(), v1::Bot::STATE_READY);
  EXPECT_EQ(second->owner, "amy");
  EXPECT_TRUE(second->is_submitted());
  EXPECT_EQ(second->content_sha256, HashOf('b'));
  EXPECT_EQ(second->folder, "/home/bots/rook@2");
  EXPECT_EQ(ListBots(*database_)->size(), 2u);
  EXPECT_THAT(CheckBots(*database_), IsOk());
}

TEST_F(SubmissionsTest, TheStatesAreKeptWithTheirTimes) {
  MustSubmit("amy", "rook", 'a');
  const auto submission = FindSubmission(*database_, 1);
  ASSERT_THAT(submission, IsOk());
  EXPECT_EQ(submission->owner(), "amy");
  EXPECT_EQ(submission->bot_name(), "rook");
  EXPECT_EQ(submission->entry(), "rook@1");
  std::vector<std::string> states;
  Micros last{0};
  for (const v1::SubmissionStep& step : submission->steps()) {
    states.emplace_back(EnumWord(step.state()));
    EXPECT_GT(MicrosOf(step.time()), last);
    last = MicrosOf(step.time());
  }
  EXPECT_THAT(states, ElementsAre("received", "unpacking", "checking_manifest", "building", "checking", "ready"));
}

TEST_F(SubmissionsTest, TheSameContentIsAnsweredWithThePresentEntry) {
  EXPECT_EQ(MustSubmit("amy", "rook", 'a'), "rook@1");
  EXPECT_EQ(MustSubmit("amy", "rook", 'a'), "rook@1");
  EXPECT_EQ(MustSubmit("amy", "rook", 'b'), "rook@2");
  EXPECT_EQ(MustSubmit("amy", "rook", 'a'), "rook@3") << "back to what is retired is a new version";
  EXPECT_EQ(MustSubmit("amy", "bishop", 'a'), "bishop@1");
  EXPECT_EQ(ListBots(*database_)->size(), 4u);
  EXPECT_THAT(CheckBots(*database_), IsOk());
}

TEST_F(SubmissionsTest, ANameIsItsFirstOwnersForGood) {
  MustSubmit("amy", "rook", 'a');
  ASSERT_THAT(RetireBot(*database_, "rook@1", "no more"), IsOk());
  Furnish(*database_);
  const std::int64_t id = MustBegin("ben");
  EXPECT_THAT(NameSubmission(*database_, id, "rook", HashOf('a'), Now()),
              IsError(absl::StatusCode::kPermissionDenied, "'rook' belongs to amy"));
  EXPECT_THAT(NameSubmission(*database_, id, "ann", HashOf('a'), Now()),
              IsError(absl::StatusCode::kPermissionDenied, "'ann' belongs to the host"));
  EXPECT_THAT(AddBot(*database_, {.manifest = ManifestOf("rook"), .folder = "/"}),
              IsError(absl::StatusCode::kPermissionDenied, "'rook' belongs to amy"));
  EXPECT_EQ(FindSubmission(*database_, id)->state(), v1::Submission::STATE_RECEIVED) << "refusals change nothing";
  EXPECT_EQ(MustSubmit("", "ann", 'z'), "ann@1") << "the host's own name";
  EXPECT_EQ(FindBot(*database_, "ann")->name(), "ann@1");
}

TEST_F(SubmissionsTest, OneAtATimeForAnOwnerAndForAName) {
  const std::int64_t first = MustBegin("amy");
  EXPECT_THAT(BeginSubmission(*database_, "amy", Now()),
              IsError(absl::StatusCode::kFailedPrecondition, "submission 1 by amy is under way (received)"));
  const std::int64_t second = MustBegin("ben");
  ASSERT_THAT(NameSubmission(*database_, first, "rook", HashOf('a'), Now()), IsOk());
  EXPECT_THAT(NameSubmission(*database_, second, "rook", HashOf('b'), Now()),
              IsError(absl::StatusCode::kFailedPrecondition, "submission 1 of rook is under way (building)"));
  ASSERT_THAT(FailSubmission(*database_, first, "no compiler", Now()), IsOk());
  EXPECT_EQ(NameSubmission(*database_, second, "rook", HashOf('b'), Now())->entry(), "rook@1")
      << "what failed holds neither number nor name";
  EXPECT_THAT(BeginSubmission(*database_, "amy", Now()), IsOk());
  EXPECT_THAT(BeginSubmission(*database_, "eve", Now()), IsError(absl::StatusCode::kNotFound, "there are amy, ben"));
}

TEST_F(SubmissionsTest, ASubmissionThatIsOverNeverChanges) {
  MustSubmit("amy", "rook", 'a');
  const std::int64_t failed = MustBegin("amy");
  ASSERT_THAT(FailSubmission(*database_, failed, "no manifest", Now()), IsOk());
  EXPECT_EQ(FindSubmission(*database_, failed)->reason(), "no manifest");
  for (const std::int64_t id : {std::int64_t{1}, failed}) {
    const char* over = id == 1 ? "is over already: ready" : "is over already: failed";
    EXPECT_THAT(AdvanceSubmission(*database_, id, v1::Submission::STATE_CHECKING, Now()),
                IsError(absl::StatusCode::kFailedPrecondition, over));
    EXPECT_THAT(FailSubmission(*database_, id, "why", Now()), IsError(absl::StatusCode::kFailedPrecondition, over));
    EXPECT_THAT(NameSubmission(*database_, id, "rook", HashOf('c'), Now()),
                IsError(absl::StatusCode::kFailedPrecondition, over));
    EXPECT_THAT(FinishSubmission(*database_, id, ManifestOf("rook"), "/", Now()),
                IsError(absl::StatusCode::kFailedPrecondition, over));
  }
  EXPECT_THAT(FindSubmission(*database_, 99), IsError(absl::StatusCode::kNotFound, "no submission 99"));
}

TEST_F(SubmissionsTest, AreListedFromTheNewest) {
  MustSubmit("amy", "rook", 'a');
  MustSubmit("ben", "king", 'a');
  MustBegin("amy");
  EXPECT_EQ(ListSubmissions(*database_, {}, std::nullopt, 10)->size(), 3u);
  EXPECT_EQ(ListSubmissions(*database_, {}, 3, 1)->front().id(), 2u);
  EXPECT_EQ(ListSubmissions(*database_, {.owner = "amy"}, std::nullopt, 10)->front().id(), 3u);
  EXPECT_EQ(ListSubmissions(*database_, {.bot_name = "king"}, std::nullopt, 10)->size(), 1u);
  EXPECT_EQ(ListSubmissions(*database_, {.only_under_way = true}, std::nullopt, 10)->size(), 1u);
}

TEST_F(SubmissionsTest, ATournamentHoldsEntries) {
  Furnish(*database_);
  MustSubmit("amy", "rook", 'a');
  const auto id = CreateTournament(*database_, CompleteSpecOf({"ann", "rook"}), kPool, Now());
  ASSERT_THAT(id, IsOk());
  EXPECT_THAT(FindTournament(*database_, *id)->spec.bots(), ElementsAre("ann", "rook@1"));
  EXPECT_THAT(MustStore(*database_, ResultOf(*id, 1, "ann", "rook@1")).status, IsOk());
  MustSubmit("amy", "rook", 'b');
  EXPECT_THAT(CreateTournament(*database_, CompleteSpecOf({"rook", "rook@2"}), kPool, Now()),
              IsError(absl::StatusCode::kInvalidArgument, "'rook@2' comes twice"));
  EXPECT_THAT(CreateTournament(*database_, CompleteSpecOf({"ann", "rook@1"}), kPool, Now()),
              IsError(absl::StatusCode::kFailedPrecondition, "rook@1 is retired: rook@2 took its place"));
  EXPECT_THAT(MustStore(*database_, ResultOf(*id, 2, "ann", "rook@1")).status, IsOk()) << "it plays on";
}

TEST_F(SubmissionsTest, TheTablesRefuseWhatTheCodeWouldNotDo) {
  MustSubmit("amy", "rook", 'a');
  MustSubmit("amy", "rook", 'b');
  MustBegin("amy");
  for (const char* sql : {
           "UPDATE bots SET retired_reason = NULL WHERE name = 'rook@1'",
           "UPDATE bots SET owner_id = 2",
           "UPDATE bots SET name = 'king@1' WHERE name = 'rook@1'",
           "UPDATE bots SET content_sha256 = NULL",
           R"(INSERT INTO bots (name, version, folder, manifest, added_time_us, owner_id)
           VALUES ('rook@3', '1', '/', '{}', 1, 1))",
           R"(INSERT INTO bots (name, version, folder, manifest, added_time_us, owner_id, retired_reason)
           VALUES ('rook@3', '1', '/', '{}', 1, 2, 'x'))",
           "INSERT INTO submissions (owner_id, state, received_time_us, updated_time_us) VALUES (1, 'received', 1, 1)",
           "UPDATE submissions SET state = 'ready' WHERE submission_id = 3",
           "UPDATE submissions SET state = 'building' WHERE submission_id = 3",
           "UPDATE submissions SET state = 'failed' WHERE submission_id = 3",
           "UPDATE submissions SET state = 'failed', reason = 'x' WHERE submission_id = 1",
           "DELETE FROM submissions",
           "INSERT INTO tokens (sha256, user_id, bot_id, label, created_time_us) VALUES (zeroblob(32), 1, 1, '', 1)",
           "INSERT INTO tokens (sha256, user_id, label, created_time_us) VALUES (zeroblob(31), 1, '', 1)",
       }) {
    EXPECT_THAT(database_->Execute(sql), IsError(absl::StatusCode::kFailedPrecondition, "")) << sql;
  }
}

TEST_F(SubmissionsTest, TheCheckFindsWhatTheTablesCannotSee) {
  MustSubmit("amy", "rook", 'a');
  ASSERT_THAT(AddToken(*database_, {.user = "ben"}, HashOf('t'), Now()), IsOk());
  database_.reset();
  constexpr char kWithoutGuards[] =
      "DROP TRIGGER bots_keep_their_owners; DROP TRIGGER submissions_end_once; DROP TRIGGER "
      "bot_names_stay_their_owners;";
  for (const char* tampering : {
           "UPDATE bots SET manifest = '{\"name\":\"king\"}'",
           "UPDATE bots SET content_sha256 = NULL",
           "UPDATE bots SET content_sha256 = zeroblob(32)",
           "UPDATE bots SET owner_id = 2",
           "UPDATE submissions SET entry = 'rook@7'",
           R"(INSERT INTO bots (name, version, folder, manifest, added_time_us, retired_reason)
           VALUES ('rook', '1', '/', '{"name":"rook"}', 1, 'x'))",
           "UPDATE users SET removed_time_us = 1 WHERE name = 'ben'",
       }) {
    RawSqlite(dir_.At(kDatabaseFileName)).Execute("VACUUM INTO '" + dir_.At("tampered.db") + "'");
    RawSqlite(dir_.At("tampered.db")).Execute(std::string(kWithoutGuards) + tampering);
    const auto tampered = Database::OpenForReading(dir_.At("tampered.db"));
    ASSERT_THAT(tampered, IsOk());
    EXPECT_THAT(CheckBots(**tampered), IsError(absl::StatusCode::kDataLoss, "'")) << tampering;
    ASSERT_EQ(std::remove(dir_.At("tampered.db").c_str()), 0);
  }
  EXPECT_THAT(CheckBots(*MustOpen(dir_.At(kDatabaseFileName))), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::store
