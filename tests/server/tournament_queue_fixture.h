#ifndef TESTS_SERVER_TOURNAMENT_QUEUE_FIXTURE_H_
#define TESTS_SERVER_TOURNAMENT_QUEUE_FIXTURE_H_

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "absl/strings/match.h"
#include "arena/server/tournament_queue.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {

// Two tournaments of bots that cannot be started, which is of no importance where nothing comes so far.
class TournamentQueueFixture : public testing::Test {
 protected:
  void SetUp() override {
    first_ = store::Furnish(*database_);
    second_ =
        store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), store::kPool, Micros(3)).value();
    // Where the logs' folder should be is a file.
    options_.logs_folder = dir_.Write("logs", "");
    options_.state_when_stopped = v1::Tournament::STATE_RUNNING;
  }

  v1::Tournament::State StateOf(std::int64_t id) {
    MutexLock lock(database_->access());
    return store::FindTournament(*database_, id)->state;
  }

  void AwaitState(std::int64_t id, v1::Tournament::State state) {
    while (StateOf(id) != state) std::this_thread::yield();
  }

  void AwaitPlaying(std::int64_t id) {
    while (!queue_.Playing().contains(id)) std::this_thread::yield();
  }

  // Waits until bots are started for games, where these can be.
  void AwaitBots() const {
    std::error_code ignored;
    while (!std::filesystem::exists(options_.logs_folder) || std::filesystem::is_empty(options_.logs_folder, ignored)) {
      std::this_thread::yield();
    }
  }

  // From now on the bots can be started, and never dial in, so that games wait for them.
  void LetGamesLast() {
    for (const char* name : {"ann", "bob", "cid", "dot"}) {
      v1::BotManifest manifest = store::ManifestOf(name);
      manifest.clear_command();
      for (const char* word : {"/bin/sleep", "1000000"}) manifest.add_command(word);
      EXPECT_THAT(store::UpdateBot(*database_, manifest, dir_.path()), IsOk());
    }
    options_.supervisor_path = FLAGFALL_SUPERVISOR;
    options_.logs_folder = dir_.At("output");
    options_.no_show_after = std::chrono::hours(1);
  }

  void Note(const std::string& line) {
    begun_ += absl::EndsWith(line, " begins");
    cancelled_ += absl::EndsWith(line, " was cancelled");
  }

  absl::Status Run(const std::stop_token& stop) { return queue_.Run(options_, stop); }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  TournamentFeed feed_;
  // The time since 1970 as the queue knows it.
  std::atomic<std::int64_t> now_us_ = 1'000'000;
  TournamentQueue queue_{*database_,
                         feed_,
                         nullptr,
                         [this](const std::string& line) { Note(line); },
                         /*descriptors_for_others=*/0,
                         [this] { return Micros(now_us_); }};
  runner::RunOptions options_;
  std::int64_t first_ = 0;
  std::int64_t second_ = 0;
  std::atomic<int> begun_ = 0;
  std::atomic<int> cancelled_ = 0;
};

}  // namespace flagfall::arena::server

#endif  // TESTS_SERVER_TOURNAMENT_QUEUE_FIXTURE_H_
