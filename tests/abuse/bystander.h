#ifndef TESTS_ABUSE_BYSTANDER_H_
#define TESTS_ABUSE_BYSTANDER_H_

#include <grpcpp/channel.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "tests/abuse/server_process.h"
#include "tests/support/test_bot.h"

namespace flagfall::abuse {

// A channel to the server, with its certificate where it speaks TLS.
std::shared_ptr<grpc::Channel> DialInTo(const ServerProcess& server);

// Times in milliseconds.
struct Latencies {
  std::size_t count = 0;
  double p50 = 0;
  double p99 = 0;
  double max = 0;
};

// An honest user of the server, by an ordinary gRPC library from 127.0.0.1: two bots play games, a third sends a ping a
// hundredth of a second over its own stream, and health is asked for ten times a second, each on a connection of its
// own.
class Bystander {
 public:
  // Returns when a game is under way.
  explicit Bystander(const ServerProcess& server);
  ~Bystander();
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;

  // What was measured since the last call. A ping without an answer counts with its age.
  Latencies TakePings();
  Latencies TakeHealthChecks();
  // How many plies and set-ups the bots have made.
  int plies() const { return plies_; }

  // Stops asking, waits for what is still to come, and says what is wrong: a stream that has ended, an answer that has
  // not come within ten seconds, a game that is void or was lost on time. Empty when nothing is.
  std::string Leave();

 private:
  using Clock = std::chrono::steady_clock;

  void Play(TestBot& bot, std::uint64_t seed);
  void SendPings();
  void ReceivePongs();
  void AskHealth(const std::shared_ptr<grpc::Channel>& channel);
  void Complain(const std::string& what);

  std::atomic<bool> is_leaving_ = false;
  std::atomic<int> plies_ = 0;
  TestBot red_;
  TestBot blue_;
  TestBot pinger_;

  std::mutex mutex_;
  std::map<std::uint64_t, Clock::time_point> unanswered_;
  std::vector<double> ping_millis_;
  std::vector<double> health_millis_;
  std::string complaints_;

  std::thread health_;
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_BYSTANDER_H_
