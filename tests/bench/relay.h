#ifndef TESTS_BENCH_RELAY_H_
#define TESTS_BENCH_RELAY_H_

#include <string>

namespace flagfall::bench {

// What the referee is measured against: a gRPC server on one queue with one thread that hands each bot's plies on to
// its opponent, as the same messages, without rules, clocks, records, limits or timers. Bots are called bot-0, bot-1,
// ... (their tokens too); each even one plays Red in `games` games against the next. Serves until the process is
// killed.
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
