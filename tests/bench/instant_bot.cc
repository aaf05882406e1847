// instant_bot ADDRESS TOKEN START SECONDS: plays all games that it is given, answering at once, and counts its plies in
// the SECONDS from START on (seconds of the machine's steady clock), with the time from each ply to the decision that
// follows it. Writes the number of plies and the times, as Latencies writes them, to standard output.
//
// instant_bot ADDRESS idle FIRST COUNT: opens so many connections with a stream each, as bot-FIRST and those that
// follow, writes "ready", and waits until its input is closed.
//
// With the environment's FLAGFALL_ROOT, a file, it speaks TLS and trusts the certificate in it.
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/sync_stream.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "tests/bench/latencies.h"
#include "tests/bench/long_game.h"

namespace flagfall::bench {
namespace {

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The address of the bot's own socket, for an ADDRESS that ends with `*`.
std::string AddressFor(std::string address, const std::string& token) {
  if (address.back() != '*') return address;
  address.back() = '-';
  return address + token;
}

std::shared_ptr<grpc::ChannelCredentials> Credentials() {
  const char* const file = std::getenv("FLAGFALL_ROOT");
  if (file == nullptr) return grpc::InsecureChannelCredentials();
  std::ostringstream root;
  root << std::ifstream(file).rdbuf();
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = root.str();
  return grpc::SslCredentials(options);
}

// A connection with one stream on which hello was sent.
struct Line {
  Line(const std::string& address, const std::string& token) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    stub = v1::BotService::NewStub(grpc::CreateCustomChannel(AddressFor(address, token), Credentials(), arguments));
    context.AddMetadata("authorization", "Bearer " + token);
    context.set_wait_for_ready(true);
    stream = stub->Play(&context);
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_protocol_version(1);
    hello.set_bot_name(token);
    hello.add_rulesets("classic");
    hello.set_concurrent_games_max(256);
    stream->Write(request);
  }

  std::unique_ptr<v1::BotService::Stub> stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream;
};

struct Game {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  double answered_at = 0;
};

int Play(const std::string& address, const std::string& token, double start, double seconds) {
  Line line(address, token);
  std::unordered_map<std::string, Game> games;
  Latencies latencies;
  v1::PlayResponse response;
  v1::PlayRequest request;
  std::uint64_t plies = 0;
  // All bots play on for a little longer than the measurement.
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::duration<double>(start + seconds + 0.1 - NowSeconds()));
    line.context.TryCancel();
  });
  while (line.stream->Read(&response)) {
    if (response.has_game_started()) games[response.game_started().game_id()].side = response.game_started().side();
    if (response.has_game_over()) games.erase(response.game_over().game_id());
    if (response.has_game_error()) std::cerr << token << ": " << response.game_error().message() << "\n";
    if (!response.has_decision_required()) continue;
    const v1::DecisionRequired& decision = response.decision_required();
    Game& game = games[decision.game_id()];
    const double now = NowSeconds();
    const bool is_measured = now >= start && now < start + seconds;
    if (is_measured && game.answered_at > 0) latencies.Add((now - game.answered_at) * 1e6);
    game.answered_at = now;
    v1::Act& act = *request.mutable_act();
    act.set_game_id(decision.game_id());
    act.set_decision(decision.decision());
    if (decision.kind() == v1::DECISION_KIND_SET_UP) {
      *act.mutable_action() = SetUpOf(game.side);
    } else {
      FillPly(game.side, decision.decision(), *act.mutable_action()->mutable_ply());
      if (is_measured) ++plies;
    }
    if (!line.stream->Write(request)) break;
  }
  if (NowSeconds() < start + seconds) std::cerr << token << ": " << line.stream->Finish().error_message() << "\n";
  std::cout << plies << "\n";
  latencies.Write(std::cout);
  std::cout.flush();
  // The stream is not closed, since the server is about to be killed.
  std::_Exit(0);
}

int Idle(const std::string& address, int first, int count) {
  std::vector<std::unique_ptr<Line>> lines;
  for (int i = first; i < first + count; ++i) {
    lines.push_back(std::make_unique<Line>(address, "bot-" + std::to_string(i)));
    v1::PlayResponse welcome;
    if (!lines.back()->stream->Read(&welcome)) return 1;
  }
  std::cout << "ready" << std::endl;
  std::string ignored;
  std::getline(std::cin, ignored);
  std::_Exit(0);
}

int Main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: instant_bot ADDRESS TOKEN START SECONDS | instant_bot ADDRESS idle FIRST COUNT\n";
    return 2;
  }
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  if (argv[2] == std::string("idle")) return Idle(argv[1], std::atoi(argv[3]), std::atoi(argv[4]));
  return Play(argv[1], argv[2], std::atof(argv[3]), std::atof(argv[4]));
}

}  // namespace
}  // namespace flagfall::bench

int main(int argc, char** argv) { return flagfall::bench::Main(argc, argv); }
