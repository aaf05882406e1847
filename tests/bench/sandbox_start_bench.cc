// sandbox_start_bench [STARTS]: the time from the order to start a bot until its program has printed a line, and from
// the order to stop it until all of its processes are gone, in each sandbox that this machine has. The modes take
// turns.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox_probe.h"
#include "tests/bench/latencies.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

using bench::Latencies;

struct Figures {
  bots::Sandbox sandbox;
  Latencies to_start;
  Latencies to_stop;
};

// A log that can be waited for: what the bot prints is read as soon as the host has written it.
class LogPipe {
 public:
  LogPipe() : path_(dir_.At("log")) {
    // Open for both, so that it neither waits for a writer nor ends with one.
    if (::mkfifo(path_.c_str(), 0600) == 0) pipe_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
  }
  LogPipe(const LogPipe&) = delete;
  LogPipe& operator=(const LogPipe&) = delete;
  ~LogPipe() { ::close(pipe_); }

  const std::string& path() const { return path_; }

  void WaitForLine() {
    char read = 0;
    while (read != '\n') {
      if (::read(pipe_, &read, 1) != 1) std::abort();
    }
  }

 private:
  TempDir dir_;
  std::string path_;
  int pipe_ = -1;
};

double MicrosSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

// The bot is stopped. Of one that ends by itself its supervisor would not say so before it had waited a moment, in case
// that it is being ended with it.
void RunOnce(Figures& figures, LogPipe& log) {
  const bots::BotLaunch launch{.folder = "/usr",
                               .command = {"/usr/bin/sh", "-c", "echo started; exec sleep 1000"},
                               .environment = {},
                               .log_path = log.path(),
                               .limits = {},
                               .sandbox = figures.sandbox,
                               .bot_folder = "/usr"};
  const auto started = std::chrono::steady_clock::now();
  std::atomic<bool> is_stopped = false;
  const auto process = bots::BotProcess::Start(SUPERVISOR, launch, [&is_stopped](const bots::BotExit& exit) {
    if (is_stopped) return;
    // Its line may never come.
    std::fprintf(stderr, "a bot did not run: it %s\n", exit.detail.c_str());
    std::_Exit(1);
  });
  if (!process.ok()) {
    std::fprintf(stderr, "a bot could not be started: %s\n", std::string(process.status().message()).c_str());
    std::exit(1);
  }
  log.WaitForLine();
  figures.to_start.Add(MicrosSince(started));
  is_stopped = true;
  const auto stopped = std::chrono::steady_clock::now();
  (*process)->Stop();
  figures.to_stop.Add(MicrosSince(stopped));
}

void Print(const Figures& figures, double p50_without) {
  const double p50 = figures.to_start.Quantile(0.5);
  std::printf("%-8s %8.1f %8.1f %10.1f %10.1f %10.1f\n",
              std::string(bots::SandboxModeName(figures.sandbox.mode)).c_str(), p50 / 1e3,
              figures.to_start.Quantile(0.99) / 1e3, figures.to_stop.Quantile(0.5) / 1e3,
              figures.to_stop.Quantile(0.99) / 1e3, p50 / p50_without);
}

void Run(int starts) {
  std::vector<Figures> all;
  for (const bots::SandboxMode mode :
       {bots::SandboxMode::kNone, bots::SandboxMode::kBasic, bots::SandboxMode::kStrict}) {
    const absl::StatusOr<bots::Sandbox> found = bots::FindSandbox(mode, {.supervisor_path = SUPERVISOR});
    if (found.ok()) {
      all.push_back({.sandbox = *found, .to_start = {}, .to_stop = {}});
    } else {
      std::printf("left out: %s\n", std::string(found.status().message()).c_str());
    }
  }
  LogPipe log;
  for (int i = 0; i < starts; ++i) {
    for (Figures& figures : all) RunOnce(figures, log);
  }
  std::printf("%-8s %8s %8s %10s %10s %10s\n", "sandbox", "p50 ms", "p99 ms", "stop p50", "stop p99", "p50 ratio");
  for (const Figures& figures : all) Print(figures, all.front().to_start.Quantile(0.5));
}

}  // namespace
}  // namespace flagfall::arena

int main(int argc, char** argv) {
  constexpr int kDefaultStarts = 300;
  flagfall::arena::Run(argc > 1 ? std::atoi(argv[1]) : kDefaultStarts);
}
