#include "arena/runner/tournament_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/runner/run_ledger.h"
#include "arena/runner/shared_referee.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/given_games.h"
#include "arena/tournament/spec.h"
#include "referee/match/time_control.h"
#include "tests/runner/stored_tournament.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

constexpr char kNotice[] = "results wait";

// Says only when it ends that the ledger takes no more: a disk that is full while the run is stopped comes to that.
class LateWriter final : public ResultWriter {
 public:
  LateWriter(LedgerObserver observer, absl::Status end) : observer_(std::move(observer)), end_(std::move(end)) {}
  LateWriter(const LateWriter&) = delete;
  LateWriter& operator=(const LateWriter&) = delete;
  ~LateWriter() override {
    observer_.on_notice(kNotice);
    if (!end_.ok()) observer_.on_failed(end_);
  }

  void Put(store::GameResult /*result*/) override {}
  void Put(BotFault /*fault*/) override {}

 private:
  const LedgerObserver observer_;
  const absl::Status end_;
};

class LateLedger final : public RunLedger {
 public:
  explicit LateLedger(absl::Status end) : end_(std::move(end)) {}

  absl::StatusOr<v1::GivenSetUps> GivenSetUpsOf(const tournament::ScheduledGame& /*game*/,
                                                const std::string& /*seed*/) override {
    return v1::GivenSetUps();
  }
  std::unique_ptr<ResultWriter> OpenWriter(LedgerObserver observer) override {
    return std::make_unique<LateWriter>(std::move(observer), end_);
  }

 private:
  const absl::Status end_;
};

// Of a run of remote bots that is stopped before its first game: there is no process to be started. It is over at once,
// so that it has its end before its writer has.
class StoppedRunTest : public testing::Test {
 protected:
  absl::StatusOr<coordinator::RunEnd> Play(const absl::Status& end_of_writer) {
    store::Tournament tournament;
    tournament.id = 1;
    std::vector<store::Bot> bots;
    coordinator::RunStart start;
    for (const char* name : {"anna", "ben"}) {
      store::Bot bot;
      bot.manifest.set_name(name);
      bot.manifest.set_version("1");
      bots.push_back(bot);
      start.bots.push_back({.name = name, .is_remote = true, .suspended_reason = {}});
      tournament.spec.add_bots(name);
    }
    tournament.spec.mutable_ruleset()->set_id("barrage");
    tournament.spec.set_games(2);
    tournament.spec = *tournament::CompleteSpec(tournament.spec, {.cores = 1, .draw_seed = [] { return 7; }});
    start.tournament_id = tournament.id;
    start.spec = tournament.spec;
    start.games =
        std::make_unique<tournament::GivenGames>(std::vector<tournament::ScheduledGame>{{.number = 1, .blue = 1}});

    RunOptions options;
    options.logs_folder = dir_.At("logs");
    const RunObserver observer = [this](const v1::TournamentEvent& event) {
      if (event.has_notice()) notices_.push_back(event.notice());
    };
    LateLedger ledger(end_of_writer);
    std::stop_source stop;
    stop.request_stop();
    TournamentRun run(tournament, bots, std::move(start), *ParseTimeControl(tournament.spec.time_control()), options,
                      observer);
    return run.Play(ledger, stop.get_token());
  }

  TempDir dir_;
  std::vector<std::string> notices_;
};

TEST_F(StoppedRunTest, FailsWhereItsLastResultsCouldNotBeStored) {
  EXPECT_THAT(Play(absl::ResourceExhaustedError("the disk is full")),
              IsError(absl::StatusCode::kResourceExhausted, "the disk is full"));
}

TEST_F(StoppedRunTest, TellsWhatItsWriterSaysAtTheEnd) {
  const absl::StatusOr<coordinator::RunEnd> end = Play(absl::OkStatus());
  ASSERT_THAT(end, IsOk());
  EXPECT_EQ(*end, coordinator::RunEnd::kStopped);
  EXPECT_THAT(notices_, testing::Contains(kNotice));
}

// The pause comes when the run has begun: what its end is written as must be asked for at its end.
TEST(RunTournament, WritesThatItIsPausedWhenThePauseCameWhileItRan) {
  const TempDir dir;
  v1::TournamentSpec spec;
  spec.mutable_ruleset()->set_id("barrage");
  spec.set_games(2);
  const StoredTournament stored = StoreTournament(dir, spec, {});

  const auto referee = SharedReferee::Start({});
  ASSERT_THAT(referee, IsOk());
  std::stop_source pause;
  RunOptions options;
  options.logs_folder = dir.At("logs");
  options.shared_referee = referee->get();
  options.pause = pause.get_token();
  options.state_when_stopped = v1::Tournament::STATE_RUNNING;
  const auto end = RunTournament(*stored.database, stored.tournament, options,
                                 [&pause](const v1::TournamentEvent&) { pause.request_stop(); }, {});
  ASSERT_THAT(end, IsOk());
  EXPECT_EQ(*end, coordinator::RunEnd::kPaused);
  EXPECT_EQ(store::FindTournament(*stored.database, stored.tournament.id)->state, v1::Tournament::STATE_PAUSED);
}

}  // namespace
}  // namespace flagfall::arena::runner
