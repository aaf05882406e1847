// sandbox_start_bench [STARTS]: the time from the order to start a bot until its program, which here only ends, has
// run, and until all of its processes are gone, in each sandbox that this machine has. The modes take turns.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <vector>

#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox_probe.h"
#include "tests/bench/latencies.h"

namespace flagfall::arena {
namespace {

using bench::Latencies;

struct Figures {
  bots::Sandbox sandbox;
  Latencies to_exit;
  Latencies to_gone;
};

double MicrosSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

void RunOnce(Figures& figures) {
  const bots::BotLaunch launch{.folder = "/usr",
                               .command = {"/usr/bin/true"},
                               .environment = {},
                               .log_path = "/dev/null",
                               .limits = {},
                               .sandbox = figures.sandbox,
                               .bot_folder = "/usr"};
  std::promise<bots::BotExit> promise;
  const auto begin = std::chrono::steady_clock::now();
  const auto process =
      bots::BotProcess::Start(SUPERVISOR, launch, [&promise](const bots::BotExit& exit) { promise.set_value(exit); });
  if (!process.ok() || !promise.get_future().get().succeeded) {
    std::fprintf(stderr, "a bot could not be started\n");
    std::exit(1);
  }
  figures.to_exit.Add(MicrosSince(begin));
  (*process)->Stop();
  figures.to_gone.Add(MicrosSince(begin));
}

void Print(const Figures& figures, double p50_without) {
  const double p50 = figures.to_exit.Quantile(0.5);
  std::printf("%-8s %8.1f %8.1f %10.1f %10.1f %10.1f\n",
              std::string(bots::SandboxModeName(figures.sandbox.mode)).c_str(), p50 / 1e3,
              figures.to_exit.Quantile(0.99) / 1e3, figures.to_gone.Quantile(0.5) / 1e3,
              figures.to_gone.Quantile(0.99) / 1e3, p50 / p50_without);
}

void Run(int starts) {
  std::vector<Figures> all;
  for (const bots::SandboxMode mode :
       {bots::SandboxMode::kNone, bots::SandboxMode::kBasic, bots::SandboxMode::kStrict}) {
    const absl::StatusOr<bots::Sandbox> found = bots::FindSandbox(mode, {.supervisor_path = SUPERVISOR});
    if (found.ok()) {
      all.push_back({.sandbox = *found, .to_exit = {}, .to_gone = {}});
    } else {
      std::printf("left out: %s\n", std::string(found.status().message()).c_str());
    }
  }
  for (int i = 0; i < starts; ++i) {
    for (Figures& figures : all) RunOnce(figures);
  }
  std::printf("%-8s %8s %8s %10s %10s %10s\n", "sandbox", "p50 ms", "p99 ms", "gone p50", "gone p99", "p50 ratio");
  for (const Figures& figures : all) Print(figures, all.front().to_exit.Quantile(0.5));
}

}  // namespace
}  // namespace flagfall::arena

int main(int argc, char** argv) {
  constexpr int kDefaultStarts = 300;
  flagfall::arena::Run(argc > 1 ? std::atoi(argv[1]) : kDefaultStarts);
}
