#ifndef TESTS_BENCH_RELAY_H_
#define TESTS_BENCH_RELAY_H_

#include <string>

namespace flagfall::bench {

// The server with which the referee is compared: a gRPC server on one queue with one thread that passes each bot's
// plies to its opponent, in the same messages, without rules, clocks, records, limits or timers. Bots are called bot-0,
// bot-1,
// ... (their tokens too); each bot with an even number plays Red in `games` games against the next one. Serves until
// the process is killed.
class Relay {
 public:
  Relay(std::string address, int games);
  void Run();

 private:
  const std::string address_;
  const int games_;
};

}  // namespace flagfall::bench

#endif  // TESTS_BENCH_RELAY_H_
