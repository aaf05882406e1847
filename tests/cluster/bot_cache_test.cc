#include "arena/cluster/bot_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/folder_hash.h"
#include "arena/bots/pack_folder.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

namespace fs = std::filesystem;
using absl::StatusCode;

// A server that sends bots, each as its package says, and may send nothing more after the first byte.
class SendingServer final : public api::WorkerApi {
 public:
  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest&, const std::stop_token&) override {
    return Unexpected();
  }
  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest&) override { return Unexpected(); }
  absl::StatusOr<bool> HandInGame(v1::HandInGameHeader, const v1::GameRecord&) override { return Unexpected(); }
  absl::Status FetchBot(const v1::FetchBotRequest& request, const std::function<absl::Status(absl::string_view)>& take,
                        const std::stop_token& stop) override {
    ++fetched;
    const std::string& package = packages.at(request.bot());
    if (!hangs) return take(package);
    const absl::Status taken = take(package.substr(0, 1));
    while (!stop.stop_requested()) std::this_thread::yield();
    return absl::CancelledError("the call was cancelled");
  }

  std::map<std::string, std::string> packages;
  std::atomic<int> fetched = 0;
  bool hangs = false;

 private:
  static absl::Status Unexpected() { return absl::UnimplementedError("bots are fetched and nothing else"); }
};

class BotCacheTest : public testing::Test {
 protected:
  static constexpr std::size_t kBotBytes = 1000;

  // A bot of kBotBytes that the server has.
  v1::LeasedBot Make(const std::string& name) {
    const std::string folder = dir_.At(name);
    fs::create_directories(folder);
    std::ofstream(folder + "/bot.json") << name << std::string(kBotBytes - name.size(), ' ');
    EXPECT_THAT(bots::PackFolder(folder, dir_.At(name + ".tar.gz")), IsOk());
    std::ostringstream package;
    package << std::ifstream(dir_.At(name + ".tar.gz"), std::ios::binary).rdbuf();
    server_.packages[name] = package.str();
    v1::LeasedBot bot;
    bot.mutable_manifest()->set_name(name);
    bot.set_folder_sha256(bots::HashOfFolder(folder).value());
    return bot;
  }
  // Uses the bot for a moment, so many hours ago.
  void UseOnce(BotCache& cache, const v1::LeasedBot& bot, int hours_ago) {
    const absl::StatusOr<BotCache::Use> use = cache.Take(bot, 7, server_, std::stop_token());
    ASSERT_THAT(use, IsOk());
    fs::last_write_time(use->folder(), fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
  }
  bool IsKept(const v1::LeasedBot& bot) const {
    return fs::exists(absl::StrCat(folder_, "/", absl::BytesToHexString(bot.folder_sha256())));
  }

  TempDir dir_;
  const std::string folder_ = dir_.At("cache");
  SendingServer server_;
};

TEST_F(BotCacheTest, ABotIsFetchedOnce) {
  BotCache cache(folder_, 10 * kBotBytes, FLAGFALL_ARCHIVE_READER);
  const v1::LeasedBot anna = Make("anna");
  UseOnce(cache, anna, 0);
  UseOnce(cache, anna, 0);
  EXPECT_EQ(server_.fetched, 1);
  EXPECT_TRUE(IsKept(anna));
}

TEST_F(BotCacheTest, TheOneThatWasNotUsedForLongestIsRemoved) {
  BotCache cache(folder_, 2 * kBotBytes, FLAGFALL_ARCHIVE_READER);
  const v1::LeasedBot anna = Make("anna");
  const v1::LeasedBot ben = Make("ben");
  const v1::LeasedBot carl = Make("carl");
  UseOnce(cache, anna, 3);
  UseOnce(cache, ben, 2);
  UseOnce(cache, anna, 1);
  UseOnce(cache, carl, 0);
  EXPECT_TRUE(IsKept(anna));
  EXPECT_FALSE(IsKept(ben));
  EXPECT_TRUE(IsKept(carl));
}

TEST_F(BotCacheTest, NoneThatIsInUseIsRemoved) {
  BotCache cache(folder_, 0, FLAGFALL_ARCHIVE_READER);
  const v1::LeasedBot anna = Make("anna");
  const v1::LeasedBot ben = Make("ben");
  {
    const absl::StatusOr<BotCache::Use> use = cache.Take(anna, 7, server_, std::stop_token());
    ASSERT_THAT(use, IsOk());
    UseOnce(cache, ben, 0);
    EXPECT_TRUE(IsKept(anna));
    // Nor by another worker, which has its own eyes.
    BotCache other(folder_, 0, FLAGFALL_ARCHIVE_READER);
    other.Prune();
    EXPECT_TRUE(IsKept(anna));
    EXPECT_FALSE(IsKept(ben));
  }
  cache.Prune();
  EXPECT_FALSE(IsKept(anna));
  UseOnce(cache, anna, 0);
  EXPECT_EQ(server_.fetched, 3) << "it can be had again";
}

TEST_F(BotCacheTest, WhatAKilledWorkerLeftIsRemovedAfterADay) {
  BotCache cache(folder_, 10 * kBotBytes, FLAGFALL_ARCHIVE_READER);
  fs::create_directories(folder_ + "/.fetched-1-1");
  fs::create_directories(folder_ + "/.fetched-1-2");
  fs::last_write_time(folder_ + "/.fetched-1-1", fs::file_time_type::clock::now() - std::chrono::hours(25));
  cache.Prune();
  EXPECT_FALSE(fs::exists(folder_ + "/.fetched-1-1"));
  EXPECT_TRUE(fs::exists(folder_ + "/.fetched-1-2")) << "another worker may be filling it";
}

TEST_F(BotCacheTest, AStopCutsOffWhatIsBeingFetched) {
  BotCache cache(folder_, 10 * kBotBytes, FLAGFALL_ARCHIVE_READER);
  const v1::LeasedBot anna = Make("anna");
  server_.hangs = true;
  std::stop_source stop;
  std::jthread stopper([&] {
    EXPECT_TRUE(WaitFor([this] { return server_.fetched > 0; }));
    stop.request_stop();
  });
  EXPECT_THAT(cache.Take(anna, 7, server_, stop.get_token()).status(), IsError(StatusCode::kCancelled, ""));
  EXPECT_FALSE(IsKept(anna));
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace flagfall::arena::cluster
