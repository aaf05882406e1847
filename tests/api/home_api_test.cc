#include "arena/api/home_api.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/time_util.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/judged_workers.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "arena/store/workers.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::api {
namespace {

using google::protobuf::util::TimeUtil;

// When game `number` of ResultOf began.
std::int64_t InNanos(std::uint32_t number) { return (1'700'000'000 + std::int64_t{number}) * 1'000'000'000; }

class HomeApiTest : public testing::Test {
 protected:
  TempDir dir_;
  const std::string path_ = dir_.At(store::kDatabaseFileName);
  std::unique_ptr<store::Database> database_ = store::MustOpen(path_);
  std::int64_t tournament_ = store::Furnish(*database_);
};

TEST_F(HomeApiTest, AnAnswerIsOfOneStateOfTheLedgerWhateverIsStoredMeanwhile) {
  auto reader = store::Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  std::atomic<bool> is_done = false;
  std::thread writer([&] {
    for (std::uint32_t number = 1; number <= 300; ++number)
      store::MustStore(*database_, store::ResultOf(tournament_, number));
    is_done = true;
  });
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(tournament_));
  bool is_last = false;
  do {
    is_last = is_done;
    const auto answer = HomeApi(**reader).GetTournament(request);
    EXPECT_THAT(answer, IsOk());
    std::uint32_t games = 0;
    for (const v1::TournamentStanding& standing : answer->standings()) games += standing.games();
    EXPECT_EQ(games, 2 * answer->games_stored());
  } while (!is_last);
  writer.join();
}

TEST_F(HomeApiTest, ATableIsAfterSoManyGamesThoughMoreWereStoredWithThem) {
  std::vector<store::GameResult> group;
  for (const std::uint32_t number : {4, 2, 5, 1, 3}) group.push_back(store::ResultOf(tournament_, number));
  ASSERT_THAT(store::StoreResults(*database_, group), IsOk());
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(tournament_));
  const auto games_after = [&](std::uint32_t games_max) {
    request.set_games_max(games_max);
    const auto answer = HomeApi(*database_).GetTournament(request);
    EXPECT_THAT(answer, IsOk());
    std::uint32_t games = 0;
    for (const v1::TournamentStanding& standing : answer->standings()) games += standing.games();
    EXPECT_EQ(games, 2 * answer->games_stored());
    return answer->games_stored();
  };
  EXPECT_EQ(games_after(3), 3U);
  EXPECT_EQ(games_after(5), 5U);
  EXPECT_EQ(games_after(7), 5U);
  EXPECT_EQ(games_after(0), 5U);
}

TEST_F(HomeApiTest, GamesAreListedFromATimeOnAndBeforeAnother) {
  for (std::uint32_t number = 1; number <= 4; ++number)
    store::MustStore(*database_, store::ResultOf(tournament_, number));
  struct Row {
    const char* what;
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
    std::vector<std::string> games;
  };
  constexpr std::int64_t kMicro = 1'000;
  for (const Row& row : {
           Row{"any time", {}, {}, {"1-4", "1-3", "1-2", "1-1"}},
           Row{"one that begins then is in", InNanos(2), {}, {"1-4", "1-3", "1-2"}},
           Row{"a microsecond later it is not", InNanos(2) + kMicro, {}, {"1-4", "1-3"}},
           Row{"one that begins at the end is out", {}, InNanos(3), {"1-2", "1-1"}},
           Row{"a microsecond later it is in", {}, InNanos(3) + kMicro, {"1-3", "1-2", "1-1"}},
           Row{"both", InNanos(2), InNanos(4), {"1-3", "1-2"}},
           Row{"nothing is between", InNanos(3), InNanos(2), {}},
       }) {
    v1::ListGamesRequest request;
    if (row.min.has_value()) *request.mutable_start_time_min() = TimeUtil::NanosecondsToTimestamp(*row.min);
    if (row.max.has_value()) *request.mutable_start_time_max() = TimeUtil::NanosecondsToTimestamp(*row.max);
    const auto answer = HomeApi(*database_).ListGames(request);
    ASSERT_THAT(answer, IsOk()) << row.what;
    std::vector<std::string> games;
    for (const v1::GameSummary& game : answer->games()) games.push_back(game.game_id());
    EXPECT_EQ(games, row.games) << row.what;
  }
}

// The first and the last moment of protobuf's Timestamp, and what lies beyond them.
// Games are read in portions, which end after many games or after many entries of records.
TEST_F(HomeApiTest, AnExportHasEachGameOnceHoweverTheyArePortioned) {
  constexpr std::uint32_t kGames = 600;
  std::vector<store::GameResult> results;
  for (std::uint32_t number = 1; number <= kGames; ++number) {
    store::GameResult& result = results.emplace_back(store::ResultOf(tournament_, number));
    // Twice as many entries as one portion has, and then a few more.
    if (number > 100 && number <= 104) {
      for (int entry = 0; entry < (1 << 15); ++entry) result.record.add_entries()->mutable_connected();
    }
  }
  ASSERT_THAT(store::StoreResults(*database_, results), IsOk());
  for (const std::uint32_t games_max : {0U, 498U, 499U}) {
    v1::ExportGamesRequest request;
    request.set_games_max(games_max);
    std::uint32_t next = kGames;
    ASSERT_THAT(HomeApi(*database_)
                    .ExportGames(request,
                                 [&](const v1::ExportGamesResponse& game) {
                                   EXPECT_EQ(game.game().game_id(), store::GameIdOf(tournament_, next));
                                   EXPECT_EQ(game.record().game_id(), game.game().game_id());
                                   --next;
                                   return absl::OkStatus();
                                 }),
                IsOk());
    EXPECT_EQ(next, games_max == 0 ? 0 : kGames - games_max);
  }
}

TEST_F(HomeApiTest, ATimeIsOneOfTheYears1To9999) {
  constexpr std::int64_t kFirst = -62'135'596'800;
  constexpr std::int64_t kLast = 253'402'300'799;
  struct Row {
    std::int64_t seconds;
    std::int32_t nanos;
    bool is_time;
  };
  for (const Row& row : {Row{kFirst, 0, true}, Row{kLast, 999'999'999, true}, Row{kFirst - 1, 0, false},
                         Row{kLast + 1, 0, false}, Row{0, -1, false}, Row{0, 1'000'000'000, false}}) {
    for (const char* field : {"start_time_min", "start_time_max"}) {
      SCOPED_TRACE(absl::StrCat(field, " ", row.seconds, " s ", row.nanos, " ns"));
      v1::ListGamesRequest request;
      google::protobuf::Timestamp& time = field == absl::string_view("start_time_min")
                                              ? *request.mutable_start_time_min()
                                              : *request.mutable_start_time_max();
      time.set_seconds(row.seconds);
      time.set_nanos(row.nanos);
      const absl::Status status = HomeApi(*database_).ListGames(request).status();
      if (row.is_time) {
        EXPECT_THAT(status, IsOk());
      } else {
        EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument,
                                    absl::StrCat(field, " is no time between the years 1 and 9999")));
      }
    }
  }
}

TEST_F(HomeApiTest, AListOfGamesThatTakesTooLongIsGivenUpButForAHost) {
  std::vector<store::GameResult> results;
  for (std::uint32_t number = 1; number <= 500; ++number) results.push_back(store::ResultOf(tournament_, number));
  ASSERT_THAT(store::StoreResults(*database_, results), IsOk());
  v1::ListGamesRequest request;
  request.set_plies_min(1'000'000);
  const auto list = [&](HomeApi api, std::chrono::milliseconds time_max) {
    api.set_list_games_time_max(time_max);
    return api.ListGames(request).status();
  };
  constexpr std::chrono::milliseconds kNone{0};
  EXPECT_THAT(list(HomeApi(*database_), kNone), IsError(absl::StatusCode::kUnavailable, "few games are so"));
  EXPECT_THAT(list(HomeApi(*database_, {.role = accounts::Role::kHost}), kNone), IsOk());
  EXPECT_THAT(HomeApi(*database_).ListGames(request), IsOk()) << "the limit is over with its list";
}

TEST_F(HomeApiTest, TournamentsArePagedFromTheNewest) {
  for (int i = 0; i < 2; ++i) {
    ASSERT_THAT(store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), store::kPool, Micros(3)),
                IsOk());
  }
  v1::ListTournamentsRequest request;
  request.set_page_size(1);
  for (const std::uint32_t id : {3U, 2U, 1U}) {
    const auto page = HomeApi(*database_).ListTournaments(request);
    ASSERT_THAT(page, IsOk());
    ASSERT_EQ(page->tournaments_size(), 1);
    EXPECT_EQ(page->tournaments(0).id(), id);
    EXPECT_EQ(page->next_page_token().empty(), id == 1) << "none is older than the first";
    request.set_page_token(page->next_page_token());
  }
}

TEST_F(HomeApiTest, AViewIsSomeObservers) {
  store::MustStore(*database_, store::ResultOf(tournament_, 1));
  v1::GetGameViewRequest request;
  request.set_game_id("1-1");
  EXPECT_THAT(
      HomeApi(*database_).GetGameView(request),
      IsError(absl::StatusCode::kInvalidArgument, "observer is not given; it may be red, blue, spectator or all"));
}

TEST_F(HomeApiTest, AHomeWithoutAServerQueuesNoTournaments) {
  HomeApi api(*database_, {.role = accounts::Role::kHost});
  for (const absl::Status& refused :
       {api.CreateTournament({}).status(), api.CancelTournament({}).status(), api.ResumeTournament({}).status(),
        api.WatchTournament({}, [](const v1::TournamentEvent&) {})}) {
    EXPECT_THAT(refused, IsError(absl::StatusCode::kFailedPrecondition, "give --server"));
  }
}

// A caller whose role is not allowed to call a method is refused by the home itself, also where no service stands
// before.
TEST_F(HomeApiTest, UsersAreForHosts) {
  HomeApi api(*database_, {.role = accounts::Role::kOwner, .user = "amy"});
  EXPECT_THAT(api.ListUsers({}), IsError(absl::StatusCode::kPermissionDenied, "ListUsers is not for the role owner"));
  EXPECT_THAT(api.CreateUser({}), IsError(absl::StatusCode::kPermissionDenied, "CreateUser"));
  EXPECT_THAT(api.RemoveUser({}), IsError(absl::StatusCode::kPermissionDenied, "RemoveUser"));
}

TEST_F(HomeApiTest, WorkersAreForHosts) {
  HomeApi ann(*database_, {.role = accounts::Role::kOwner, .user = "ann"});
  EXPECT_THAT(ann.ListWorkers({}), IsError(absl::StatusCode::kPermissionDenied, "ListWorkers is not for"));
  EXPECT_THAT(ann.TrustWorker({}), IsError(absl::StatusCode::kPermissionDenied, "TrustWorker is not for"));
}

TEST_F(HomeApiTest, OnlyAServerHasFiguresAndTheyAreForHosts) {
  HomeApi ann(*database_, {.role = accounts::Role::kOwner, .user = "ann"});
  EXPECT_THAT(ann.GetServerStatus({}), IsError(absl::StatusCode::kPermissionDenied, "GetServerStatus is not for"));
  HomeApi zoe(*database_, {.role = accounts::Role::kHost, .user = "zoe"});
  EXPECT_THAT(zoe.GetServerStatus({}), IsError(absl::StatusCode::kFailedPrecondition, "only a server that runs"));
}

TEST_F(HomeApiTest, AHostTrustsAWorkerByItsNameAndWhereThatIsNotEnoughByItsUser) {
  accounts::SubmissionOptions options;
  options.now = WallNow;
  HomeApi api(store::LedgerAccess(*database_), {.role = accounts::Role::kHost, .user = "zoe"}, options);
  EXPECT_EQ(api.ListWorkers({})->workers_size(), 0);
  v1::TrustWorkerRequest request;
  EXPECT_THAT(api.TrustWorker(request), IsError(absl::StatusCode::kInvalidArgument, "name is not given"));
  request.set_name("node1");
  EXPECT_THAT(api.TrustWorker(request), IsError(absl::StatusCode::kNotFound, "there is no worker node1"));
  for (const char* user : {"east", "west"}) {
    ASSERT_THAT(store::AddUser(*database_, user, v1::User::ROLE_WORKER, Micros(1)), IsOk());
    const auto key = store::WorkerKey(*database_, {.user = user, .name = "node1"}, Micros(1));
    ASSERT_THAT(key, IsOk());
    ASSERT_THAT(store::SuspectWorker(*database_, *key, "too many void games"), IsOk());
  }
  EXPECT_EQ(api.ListWorkers({})->workers(1).suspected_reason(), "too many void games");
  EXPECT_THAT(api.TrustWorker(request),
              IsError(absl::StatusCode::kInvalidArgument, "east, west each have a worker node1; name one of them"));
  request.set_user("west");
  ASSERT_THAT(api.TrustWorker(request), IsOk());
  EXPECT_EQ(api.ListWorkers({})->workers(0).suspected_reason(), "too many void games");
  EXPECT_EQ(api.ListWorkers({})->workers(1).suspected_reason(), "");
  EXPECT_TRUE(api.ListWorkers({})->workers(1).has_trust_time());
  EXPECT_THAT(api.TrustWorker(request), IsError(absl::StatusCode::kFailedPrecondition, "trusted already"));
}

}  // namespace
}  // namespace flagfall::arena::api
