#include "arena/store/workers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/check.h"
#include "arena/store/judged_workers.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const WorkerName kNode1{.user = "cluster", .name = "node1"};
const WorkerName kNode2{.user = "cluster", .name = "node 2"};

class WorkersTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_ = Furnish(*database_);
    for (const char* user : {"cluster", "other"}) {
      ASSERT_THAT(AddUser(*database_, user, v1::User::ROLE_WORKER, Micros(1)), IsOk());
    }
  }

  // Stores the tournament's next game, as this worker's where one is given, and returns its receipt.
  Receipt Store(const std::optional<WorkerName>& worker, v1::Result result = v1::RESULT_RED_WINS,
                v1::Reason reason = v1::REASON_FLAG_CAPTURED, const std::string& red = "ann",
                const std::string& blue = "bob") {
    GameResult game = ResultOf(tournament_, ++number_, red, blue, result, reason);
    game.worker = worker;
    return MustStore(*database_, game);
  }

  std::int64_t KeyOf(const WorkerName& worker) { return *WorkerKey(*database_, worker, Micros(1)); }

  // Of all tournaments in which the worker has played.
  std::vector<std::string> GamesJudgedWith(const WorkerName& worker) {
    const auto games = GamesToJudge(*database_, {KeyOf(worker)});
    EXPECT_THAT(games, IsOk());
    std::vector<std::string> texts;
    for (const JudgedGames& alike : *games) {
      texts.push_back(absl::StrCat(alike.games, " of ", alike.worker, ": ", alike.red, "-", alike.blue, " ",
                                   v1::Result_Name(alike.result), alike.is_time_loss ? " on time" : ""));
    }
    return texts;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = 0;
  std::uint32_t number_ = 0;
};

TEST_F(WorkersTest, EachWorkerHasTheGamesThatItHandedIn) {
  Store(std::nullopt);
  EXPECT_THAT(*ListWorkers(*database_), IsEmpty());
  Store(kNode1);
  Store(kNode1, v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  Store(kNode1, v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME, "cid", "ann");
  Store(kNode1, v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME, "cid", "ann");
  Store(kNode1, v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
  Store(kNode1, v1::RESULT_VOID, v1::REASON_HOST_LATE);
  Store(kNode2);
  const auto workers = ListWorkers(*database_);
  ASSERT_THAT(workers, IsOk());
  ASSERT_THAT(*workers, SizeIs(2));
  EXPECT_EQ((*workers)[0].name(), "node 2");
  const v1::WorkerStatus& node1 = (*workers)[1];
  EXPECT_EQ(node1.user(), "cluster");
  EXPECT_EQ(node1.games(), 5);
  EXPECT_EQ(node1.red_time_losses(), 1);
  EXPECT_EQ(node1.blue_time_losses(), 2);
  EXPECT_EQ(node1.void_games(), 1);
  // ResultOf's games have 2 plies and last a tenth of a second.
  EXPECT_DOUBLE_EQ(node1.plies_per_second(), 20);
  std::vector<std::string> results;
  for (const v1::WorkerBotResults& bot : node1.results()) {
    results.push_back(absl::StrCat(bot.bot(), " +", bot.wins(), " =", bot.draws(), " -", bot.losses()));
  }
  EXPECT_THAT(results, ElementsAre("ann +1 =1 -3", "bob +1 =1 -1", "cid +2 =0 -0"));
  EXPECT_THAT(CheckIntegrity(*database_), IsOk());
}

TEST_F(WorkersTest, AWorkerWithoutAGameThatCountsPlaysNoPlies) {
  Store(kNode1, v1::RESULT_VOID, v1::REASON_HOST_LATE);
  const auto worker = FindWorker(*database_, kNode1);
  ASSERT_THAT(worker, IsOk());
  EXPECT_EQ(worker->games(), 0);
  EXPECT_EQ(worker->plies_per_second(), 0);
}

TEST_F(WorkersTest, TheSameResultAgainIsCountedOnce) {
  GameResult game = ResultOf(tournament_, 1);
  game.worker = kNode1;
  MustStore(*database_, game);
  game.worker = kNode2;
  EXPECT_TRUE(MustStore(*database_, game).was_stored);
  EXPECT_EQ(FindWorker(*database_, kNode1)->games(), 1);
  EXPECT_THAT(FindWorker(*database_, kNode2), IsError(absl::StatusCode::kNotFound, "cluster has no worker node 2"));
}

TEST_F(WorkersTest, AWorkerIsSomeUsers) {
  const Receipt receipt = Store(WorkerName{.user = "nobody", .name = "node1"});
  EXPECT_THAT(receipt.status, IsError(absl::StatusCode::kNotFound, "no user 'nobody' whose it could be"));
  Store(WorkerName{.user = "other", .name = "node1"});
  Store(kNode1);
  EXPECT_THAT(*UsersOfWorker(*database_, "node1"), ElementsAre("cluster", "other"));
  EXPECT_THAT(*UsersOfWorker(*database_, "node7"), IsEmpty());
}

TEST_F(WorkersTest, NotesAddUp) {
  ASSERT_THAT(
      NoteWorkers(*database_,
                  std::vector<WorkerNote>{{.worker = kNode1, .seen = Micros(5'000'000), .plies_per_second = 1000},
                                          {.worker = kNode1, .seen = Micros(3'000'000), .returned_games = 2}}),
      IsOk());
  ASSERT_THAT(NoteWorkers(*database_,
                          std::vector<WorkerNote>{
                              {.worker = kNode1, .seen = Micros(7'000'000), .returned_games = 3, .bot_faults = 1}}),
              IsOk());
  const auto worker = FindWorker(*database_, kNode1);
  ASSERT_THAT(worker, IsOk());
  EXPECT_EQ(worker->returned_games(), 5);
  EXPECT_EQ(worker->bot_faults(), 1);
  EXPECT_EQ(worker->measured_plies_per_second(), 1000);
  EXPECT_EQ(MicrosOf(worker->seen_time()), Micros(7'000'000));
}

TEST_F(WorkersTest, AWorkerIsJudgedAgainWhenItHasHandedInEnough) {
  Store(kNode1);
  Store(kNode1, v1::RESULT_VOID, v1::REASON_HOST_LATE);
  auto due = WorkersToJudge(*database_);
  ASSERT_THAT(due, IsOk());
  ASSERT_THAT(*due, SizeIs(1));
  EXPECT_EQ(due->front().name, kNode1);
  EXPECT_EQ(due->front().games, 2);
  ASSERT_THAT(NoteLook(*database_, due->front().key, 4), IsOk());
  EXPECT_THAT(*WorkersToJudge(*database_), IsEmpty());
  Store(kNode1);
  EXPECT_THAT(*WorkersToJudge(*database_), IsEmpty());
  Store(kNode1);
  EXPECT_THAT(*WorkersToJudge(*database_), SizeIs(1));
  EXPECT_EQ(*CountWorkers(*database_), 1);
}

TEST_F(WorkersTest, OnlyGamesOfTheSameTournamentsAreJudged) {
  Store(std::nullopt);
  Store(std::nullopt, v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
  Store(kNode1);
  Store(kNode1, v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
  Store(kNode1, v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
  Store(kNode2, v1::RESULT_VOID, v1::REASON_HOST_LATE);
  const auto other = CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(2));
  ASSERT_THAT(other, IsOk());
  MustStore(*database_, ResultOf(*other, 1));
  const std::int64_t node1 = KeyOf(kNode1);
  const std::int64_t node2 = KeyOf(kNode2);
  EXPECT_THAT(GamesJudgedWith(kNode1),
              ElementsAre("1 of 0: ann-bob RESULT_RED_WINS", absl::StrCat("1 of ", node1, ": ann-bob RESULT_BLUE_WINS"),
                          absl::StrCat("1 of ", node1, ": ann-bob RESULT_RED_WINS"),
                          absl::StrCat("1 of ", node1, ": ann-bob RESULT_RED_WINS on time"),
                          absl::StrCat("1 of ", node2, ": ann-bob RESULT_VOID")));
  // Of several workers at once, those of the tournaments of each.
  EXPECT_THAT(*GamesToJudge(*database_, {node1, node2}), SizeIs(5));
  GameResult elsewhere = ResultOf(*other, 2);
  elsewhere.worker = kNode2;
  MustStore(*database_, elsewhere);
  EXPECT_THAT(GamesJudgedWith(kNode1), SizeIs(5));
  EXPECT_THAT(*GamesToJudge(*database_, {node1, node2}), SizeIs(7));
  EXPECT_THAT(*GamesToJudge(*database_, {}), IsEmpty());
}

TEST_F(WorkersTest, TrustEndsASuspicionAndWhatWasBeforeIsNotJudgedAnyMore) {
  EXPECT_THAT(TrustWorker(*database_, kNode1, Micros(1)), IsError(absl::StatusCode::kNotFound, "has no worker node1"));
  Store(kNode1);
  Store(kNode2);
  EXPECT_THAT(TrustWorker(*database_, kNode1, Micros(1)),
              IsError(absl::StatusCode::kFailedPrecondition, "worker node1 of cluster is trusted already"));
  ASSERT_THAT(SuspectWorker(*database_, KeyOf(kNode1), "too many void games"), IsOk());
  EXPECT_THAT(*SuspectedWorkers(*database_), ElementsAre(testing::Pair(kNode1, "too many void games")));
  EXPECT_EQ(FindWorker(*database_, kNode1)->suspected_reason(), "too many void games");
  // Nobody is compared with it.
  EXPECT_THAT(GamesJudgedWith(kNode2), SizeIs(1));
  EXPECT_THAT(*WorkersToJudge(*database_), SizeIs(1));
  // Two games of those that ResultOf makes end a second apart.
  const Micros between(1'700'000'003'000'000);
  ASSERT_THAT(TrustWorker(*database_, kNode1, between), IsOk());
  EXPECT_THAT(*SuspectedWorkers(*database_), IsEmpty());
  EXPECT_EQ(MicrosOf(FindWorker(*database_, kNode1)->trust_time()), between);
  EXPECT_THAT(GamesJudgedWith(kNode2), SizeIs(1));
  Store(kNode1);
  EXPECT_THAT(GamesJudgedWith(kNode2), SizeIs(2));
  const auto due = WorkersToJudge(*database_);
  ASSERT_THAT(due, IsOk());
  ASSERT_THAT(*due, SizeIs(2));
  for (const JudgedWorker& worker : *due) EXPECT_EQ(worker.games, 1) << worker.name.name;
  EXPECT_EQ(FindWorker(*database_, kNode1)->games(), 2) << "its results stay";
}

TEST_F(WorkersTest, WorkersStayAsTheyAre) {
  Store(kNode1);
  EXPECT_FALSE(database_->Execute("DELETE FROM workers").ok());
  EXPECT_FALSE(database_->Execute("UPDATE workers SET name = 'node3'").ok());
  EXPECT_FALSE(database_->Execute("UPDATE games SET worker_id = NULL").ok());
}

}  // namespace
}  // namespace flagfall::arena::store
