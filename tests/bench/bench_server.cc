// bench_server relay|referee|tcp|tls ADDRESS BOTS GAMES: serves games that go on for ever between bot-0 and bot-1,
// bot-2 and bot-3, ..., GAMES of them at once in each pair, until it is killed. Prints the address that bots dial in to
// as soon as they may: ADDRESS-NAME for a referee at the bots' own sockets (written ADDRESS*), a port of TCP where the
// bots come over the network as remote bots do. The certificate for tls is written to the file of ADDRESS with ".pem".

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "referee/service/referee.h"
#include "tests/bench/long_game.h"
#include "tests/bench/relay.h"
#include "tests/support/tls_identities.h"

namespace flagfall::bench {
namespace {

MatchSpec Classic(const std::string& game_id, const std::string& red, const std::string& blue) {
  MatchSpec spec;
  spec.game_id = game_id;
  spec.ruleset.set_id("classic");
  spec.seed = std::string(32, 's');
  spec.red.set_name(red);
  spec.blue.set_name(blue);
  spec.time_control.set_base_micros(3'600'000'000);
  spec.time_control.set_set_up_micros(3'600'000'000);
  spec.policy.set_max_plies(kPliesOfAGame);
  spec.policy.set_disconnect_grace_micros(60'000'000);
  spec.policy.set_host_delay_max_micros(60'000'000);
  return spec;
}

std::string BotName(int number) { return "bot-" + std::to_string(number); }

// When a game is over, the next game of the pair begins.
void StartGame(Referee& referee, int pair, int number, int games) {
  const std::string id = "game-" + std::to_string(pair) + "-" + std::to_string(number);
  const absl::Status status = referee.StartGame(Classic(id, BotName(2 * pair), BotName(2 * pair + 1)),
                                                [&referee, pair, number, games](const v1::GameRecord& record) {
                                                  // A bot has left: the measurement is over.
                                                  if (record.outcome().reason() != v1::REASON_ADJUDICATED_MAX_PLIES)
                                                    return;
                                                  StartGame(referee, pair, number + games, games);
                                                });
  if (!status.ok()) std::cerr << status << "\n";
}

int Fail(const absl::Status& status) {
  std::cerr << status << "\n";
  return 1;
}

int ServeReferee(const std::string& kind, const std::string& address, int bots, int games) {
  RefereeOptions options;
  options.no_show_after = std::chrono::hours(1);
  const std::string path = address.substr(address.find(':') + 1);
  const bool is_remote = kind != "referee";
  if (is_remote) options.listen = {"127.0.0.1:0"};
  if (kind == "tls") {
    options.tls = MakeTlsIdentity();
    std::ofstream(path + ".pem") << options.tls->certificate_chain;
  }
  auto referee = Referee::Start(options, {});
  if (!referee.ok()) return Fail(referee.status());
  for (int i = 0; i < bots; ++i) {
    (*referee)->Admit(BotName(i), BotName(i));
    if (is_remote) continue;
    const absl::Status status = (*referee)->ListenFor(BotName(i), path + "-" + BotName(i));
    if (!status.ok()) return Fail(status);
  }
  for (int pair = 0; pair < bots / 2; ++pair) {
    for (int game = 0; game < games; ++game) StartGame(**referee, pair, game, games);
  }
  std::cout << (is_remote ? (*referee)->Addresses()[0] : address + "*") << std::endl;
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

int Main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: bench_server relay|referee|tcp|tls ADDRESS BOTS GAMES\n";
    return 2;
  }
  // A setting of the whole process, as the host's own programs make them.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  const std::string address = argv[2];
  const int bots = std::atoi(argv[3]);
  const int games = std::atoi(argv[4]);
  const std::string kind = argv[1];
  if (kind != "relay") return ServeReferee(kind, address, bots, games);
  Relay(address, games).Run();
  return 0;
}

}  // namespace
}  // namespace flagfall::bench

int main(int argc, char** argv) { return flagfall::bench::Main(argc, argv); }
