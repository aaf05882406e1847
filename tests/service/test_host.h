#ifndef TESTS_SERVICE_TEST_HOST_H_
#define TESTS_SERVICE_TEST_HOST_H_

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "flagfall/v1/record.pb.h"
#include "referee/service/referee.h"
#include "tests/support/temp_dir.h"

namespace flagfall {

// A referee on a Unix socket and a TCP port of its own, there with TLS when told to, and what it has reported.
class TestHost {
 public:
  explicit TestHost(Micros no_show_after = std::chrono::seconds(60), std::optional<TlsIdentity> tls = std::nullopt,
                    SpectatorGames* spectator_games = nullptr);
  ~TestHost();

  Referee& referee() { return *referee_; }
  std::string unix_address() const { return referee_->Addresses()[0]; }
  std::string tcp_address() const { return referee_->Addresses()[1]; }

  // A barrage game with plenty of time.
  static MatchSpec Barrage(const std::string& game_id, const std::string& red = "red",
                           const std::string& blue = "blue");

  // Starts a game between the bots that the spec names.
  void Start(const MatchSpec& spec);
  void Start(const std::string& game_id) { Start(Barrage(game_id)); }

  // Waits for the end of that game.
  v1::GameRecord RecordOf(const std::string& game_id);
  // Waits until the bot has come, or gone, so many times; the last detail told.
  void AwaitConnected(const std::string& bot, int times = 1);
  int TimesConnected(const std::string& bot);
  std::string AwaitDisconnected(const std::string& bot, int times = 1);

 private:
  template <typename Condition>
  void Await(std::unique_lock<std::mutex>& lock, const std::string& what, Condition condition);

  TempDir dir_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, v1::GameRecord> records_;
  std::map<std::string, int> connected_;
  std::map<std::string, std::vector<std::string>> disconnected_;
  std::unique_ptr<Referee> referee_;
};

}  // namespace flagfall

#endif  // TESTS_SERVICE_TEST_HOST_H_
