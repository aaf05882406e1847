// abuse_server [CERTIFICATE]: a referee with reflection at a free port of 127.0.0.1, over TLS where a file is named, to
// which a new certificate is written. Prints "ready ADDRESS" when bots may dial in, and serves until it is killed:
// honest-red and honest-blue, whose games follow each other, honest-pinger, who has none, and loser and winner, who
// have theirs with little time for each ply. A bot's token is its name.

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "referee/service/referee.h"
#include "tests/support/tls_identities.h"

namespace flagfall::abuse {
namespace {

constexpr std::int64_t kSecond = 1'000'000;

MatchSpec Spec(const std::string& id, const std::string& red, const std::string& blue, std::int64_t per_ply_micros) {
  MatchSpec spec;
  spec.game_id = id;
  spec.ruleset.set_id("barrage");
  spec.seed = std::string(32, 's');
  spec.red.set_name(red);
  spec.blue.set_name(blue);
  spec.time_control.set_per_ply_micros(per_ply_micros);
  spec.time_control.set_set_up_micros(60 * kSecond);
  spec.policy.set_max_plies(4000);
  spec.policy.set_max_plies_without_capture(400);
  spec.policy.set_disconnect_grace_micros(10 * kSecond);
  // As tournaments have it by default.
  spec.policy.set_host_delay_max_micros(kSecond / 4);
  return spec;
}

// When the game is over, the next one of the two begins.
void StartGame(Referee& referee, const MatchSpec& spec, int number) {
  MatchSpec next = spec;
  next.game_id = spec.game_id + "-" + std::to_string(number);
  const absl::Status status = referee.StartGame(
      next, [&referee, spec, number](const v1::GameRecord& /*record*/) { StartGame(referee, spec, number + 1); });
  if (!status.ok()) std::cerr << status << "\n";
}

int ServeAttacked(int argc, char** argv) {
  RefereeOptions options;
  options.listen = {"127.0.0.1:0"};
  options.no_show_after = std::chrono::hours(1);
  options.serves_reflection = true;
  if (argc > 1) {
    options.tls = MakeTlsIdentity();
    std::ofstream(argv[1]) << options.tls->certificate_chain;
  }
  auto referee = Referee::Start(options, {});
  if (!referee.ok()) {
    std::cerr << referee.status() << "\n";
    return 1;
  }
  for (const char* bot : {"honest-red", "honest-blue", "honest-pinger", "loser", "winner"}) {
    (*referee)->Admit(bot, bot);
  }
  StartGame(**referee, Spec("honest", "honest-red", "honest-blue", 10 * kSecond), 1);
  StartGame(**referee, Spec("lost", "loser", "winner", 2 * kSecond), 1);
  std::cout << "ready " << (*referee)->Addresses()[0] << std::endl;
  // Until whoever started this ends.
  for (std::string line; std::getline(std::cin, line);) {
  }
  return 0;
}

}  // namespace
}  // namespace flagfall::abuse

int main(int argc, char** argv) {
  // A setting of the whole process, as the host's own programs make them.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  return flagfall::abuse::ServeAttacked(argc, argv);
}
