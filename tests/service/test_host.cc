#include "tests/service/test_host.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <utility>

namespace flagfall {

TestHost::TestHost(Micros no_show_after, std::optional<TlsIdentity> tls, SpectatorGames* spectator_games) {
  RefereeOptions options;
  options.listen = {"unix:" + dir_.At("referee.sock"), "127.0.0.1:0"};
  options.no_show_after = no_show_after;
  options.tls = std::move(tls);
  options.spectator_games = spectator_games;
  RefereeObserver observer;
  observer.on_connected = [this](const std::string& bot, const v1::Hello&) {
    const std::lock_guard lock(mutex_);
    ++connected_[bot];
    changed_.notify_all();
  };
  observer.on_disconnected = [this](const std::string& bot, const std::string& detail) {
    const std::lock_guard lock(mutex_);
    disconnected_[bot].push_back(detail);
    changed_.notify_all();
  };
  auto referee = Referee::Start(options, observer);
  if (!referee.ok()) throw std::runtime_error(referee.status().ToString());
  referee_ = *std::move(referee);
}

TestHost::~TestHost() { referee_.reset(); }

MatchSpec TestHost::Barrage(const std::string& game_id, const std::string& red, const std::string& blue) {
  MatchSpec spec;
  spec.game_id = game_id;
  spec.ruleset.set_id("barrage");
  spec.seed = std::string(32, 's');
  spec.red.set_name(red);
  spec.blue.set_name(blue);
  spec.time_control.set_base_micros(60'000'000);
  spec.time_control.set_set_up_micros(60'000'000);
  spec.policy.set_max_plies(4000);
  spec.policy.set_max_plies_without_capture(400);
  spec.policy.set_disconnect_grace_micros(60'000'000);
  spec.policy.set_host_delay_max_micros(10'000'000);
  return spec;
}

void TestHost::Start(const MatchSpec& spec) {
  const absl::Status status = referee_->StartGame(spec, [this](v1::GameRecord record) {
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(records_.count(record.game_id()), 0u) << "reported twice";
    records_[record.game_id()] = std::move(record);
    changed_.notify_all();
  });
  EXPECT_TRUE(status.ok()) << status;
}

template <typename Condition>
void TestHost::Await(std::unique_lock<std::mutex>& lock, const std::string& what, Condition condition) {
  if (!changed_.wait_for(lock, std::chrono::seconds(60), condition))
    throw std::runtime_error("waited in vain for " + what);
}

v1::GameRecord TestHost::RecordOf(const std::string& game_id) {
  std::unique_lock lock(mutex_);
  Await(lock, "the end of " + game_id, [&] { return records_.count(game_id) > 0; });
  return records_[game_id];
}

void TestHost::AwaitConnected(const std::string& bot, int times) {
  std::unique_lock lock(mutex_);
  Await(lock, bot + " to come", [&] { return connected_[bot] >= times; });
}

int TestHost::TimesConnected(const std::string& bot) {
  const std::lock_guard lock(mutex_);
  return connected_[bot];
}

std::string TestHost::AwaitDisconnected(const std::string& bot, int times) {
  std::unique_lock lock(mutex_);
  Await(lock, bot + " to go", [&] { return static_cast<int>(disconnected_[bot].size()) >= times; });
  return disconnected_[bot].back();
}

}  // namespace flagfall
