// What turns of connections cost, as the host is told of it by kinds of peers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "referee/base/mutex.h"
#include "referee/net/refusal.h"
#include "referee/service/referee.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

class PeerCostTest : public testing::Test {
 protected:
  PeerCostTest() {
    RefereeOptions options;
    options.listen = {"127.0.0.1:0"};
    options.on_peer_cost = [this](absl::string_view kind, Micros cost) {
      MutexLock lock(mutex_);
      costs_[std::string(kind)] += cost;
    };
    referee_ = Referee::Start(options, {.on_connected = [](const std::string&, const v1::Hello&) {},
                                        .on_disconnected = [](const std::string&, const std::string&) {},
                                        .on_refused = [](const std::string&, const std::string&) {}})
                   .value();
    for (const char* bot : {"anna", "bert"}) referee_->Admit(bot, std::string(bot) + "-token");
  }
  ~PeerCostTest() override { referee_.reset(); }

  std::map<std::string, Micros> Costs() ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    return costs_;
  }
  bool Cost(absl::string_view kind) {
    return WaitFor([&] { return Costs()[std::string(kind)] > Micros(0); });
  }

  TempDir dir_;
  Mutex mutex_;
  std::map<std::string, Micros> costs_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<Referee> referee_;
};

TEST_F(PeerCostTest, ABotWithASocketOfItsOwnIsLocal) {
  ASSERT_THAT(referee_->ListenFor("anna", dir_.At("anna.sock")), IsOk());
  TestBot anna("unix:" + dir_.At("anna.sock"), "anna-token");
  ASSERT_TRUE(anna.SayHello());
  EXPECT_TRUE(anna.HearUntil(v1::PlayResponse::kWelcome).has_value());
  EXPECT_TRUE(Cost(peer_kinds::kLocalBot));
  EXPECT_EQ(Costs().count(std::string(peer_kinds::kRemoteBot)), 0U);
}

TEST_F(PeerCostTest, ABotWithATokenIsRemoteAndOneWithoutIsACaller) {
  TestBot stranger(referee_->Addresses()[0], "nobody's-token");
  stranger.SayHello();
  EXPECT_FALSE(stranger.HearUntil(v1::PlayResponse::kWelcome).has_value());
  EXPECT_TRUE(Cost(peer_kinds::kCaller));
  EXPECT_EQ(Costs().count(std::string(peer_kinds::kRemoteBot)), 0U);
  TestBot bert(referee_->Addresses()[0], "bert-token");
  ASSERT_TRUE(bert.SayHello());
  EXPECT_TRUE(bert.HearUntil(v1::PlayResponse::kWelcome).has_value());
  EXPECT_TRUE(Cost(peer_kinds::kRemoteBot));
  EXPECT_EQ(Costs().count(std::string(peer_kinds::kLocalBot)), 0U);
}

}  // namespace
}  // namespace flagfall
