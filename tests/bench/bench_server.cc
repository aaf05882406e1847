// bench_server relay|referee ADDRESS BOTS GAMES: serves endless games between bot-0 and bot-1, bot-2 and bot-3, ...,
// GAMES of them at once in each pair, until it is killed. Prints "ready" when bots may dial in.
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "referee/service/referee.h"
#include "tests/bench/relay.h"

namespace flagfall::bench {
namespace {

MatchSpec EndlessClassic(const std::string& game_id) {
  MatchSpec spec;
  spec.game_id = game_id;
  spec.ruleset.set_id("classic");
  spec.seed = std::string(32, 's');
  spec.time_control.set_base_micros(3'600'000'000);
  spec.time_control.set_set_up_micros(3'600'000'000);
  spec.policy.set_disconnect_grace_micros(60'000'000);
  spec.policy.set_host_delay_max_micros(60'000'000);
  return spec;
}

int ServeReferee(const std::string& address, int bots, int games) {
  RefereeOptions options;
  options.listen = {address};
  options.no_show_after = std::chrono::hours(1);
  auto referee = Referee::Start(options, {});
  if (!referee.ok()) {
    std::cerr << referee.status() << "\n";
    return 1;
  }
  const auto name = [](int i) { return "bot-" + std::to_string(i); };
  for (int i = 0; i < bots; ++i) (*referee)->Admit(name(i), name(i));
  for (int i = 0; i + 1 < bots; i += 2) {
    for (int game = 0; game < games; ++game) {
      const std::string id = "game-" + std::to_string(i / 2) + "-" + std::to_string(game);
      if (auto status = (*referee)->StartGame(EndlessClassic(id), name(i), name(i + 1), [](const v1::GameRecord&) {});
          !status.ok()) {
        std::cerr << status << "\n";
        return 1;
      }
    }
  }
  std::cout << "ready" << std::endl;
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

int Main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: bench_server relay|referee ADDRESS BOTS GAMES\n";
    return 2;
  }
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  const std::string address = argv[2];
  const int bots = std::atoi(argv[3]);
  const int games = std::atoi(argv[4]);
  if (argv[1] == std::string("referee")) return ServeReferee(address, bots, games);
  Relay(address, games).Run();
  return 0;
}

}  // namespace
}  // namespace flagfall::bench

int main(int argc, char** argv) { return flagfall::bench::Main(argc, argv); }
