#include "arena/bots/supervisor/bot_monitor.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "arena/bots/supervisor/process_tree.h"
#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots::supervisor {
namespace {

using std::chrono::milliseconds;

// How often the processes of a bot with a limit are counted.
constexpr milliseconds kCountInterval{500};
constexpr milliseconds kKillingMax{5000};
// After a bot's end, how long SIGTERM to the supervisor may be on its way: who sends it to both does so one by one.
constexpr timespec kTermMax{.tv_sec = 0, .tv_nsec = 100'000'000};
// Bubblewrap's exit code for a bot that was killed by signal N is this + N.
constexpr int kSignalExit = 128;

std::uint64_t MicrosOf(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_usec);
}

// Whether SIGTERM, which is blocked, came to the supervisor.
bool GotTerm() {
  sigset_t term;
  ::sigemptyset(&term);
  ::sigaddset(&term, SIGTERM);
  return ::sigtimedwait(&term, nullptr, &kTermMax) == SIGTERM;
}

}  // namespace

void SendReport(int arena, const std::string& line) {
  const std::string text = line + "\n";
  const ssize_t ignored = ::send(arena, text.data(), text.size(), MSG_NOSIGNAL);
  static_cast<void>(ignored);
}

BotMonitor::BotMonitor(int arena, int child_signals, pid_t bot, const SupervisorOptions& options,
                       const BotCgroup* group)
    : arena_(arena), child_signals_(child_signals), bot_(bot), options_(options), group_(group) {
  if (options_.processes_max > 0 || options_.memory_bytes_max > 0) count_at_ = Clock::now() + kCountInterval;
}

void BotMonitor::Run() {
  while (!has_ended_) {
    pollfd polled[2] = {{is_arena_gone_ ? -1 : arena_, POLLIN, 0}, {child_signals_, POLLIN, 0}};
    ::poll(polled, 2, WaitMs());
    if (polled[0].revents != 0) OnArena();
    if (polled[1].revents != 0) OnChildren();
    OnTick();
  }
  KillAll();
  ReportUse();
}

int BotMonitor::WaitMs() const {
  const Clock::time_point next = std::min(kill_at_, count_at_);
  if (next == Clock::time_point::max()) return -1;
  const auto left = std::chrono::ceil<milliseconds>(next - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void BotMonitor::OnArena() {
  char commands[64];
  const ssize_t count = ::recv(arena_, commands, sizeof commands, MSG_DONTWAIT);
  if (count <= 0) {
    is_arena_gone_ = true;
    Stop();
    return;
  }
  for (ssize_t i = 0; i < count; ++i) {
    if (commands[i] == kStop) Stop();
  }
}

void BotMonitor::Stop() {
  if (kill_at_ != Clock::time_point::max()) return;
  kill_at_ = Clock::now() + milliseconds(kGraceMs);
  // A frozen process would not get the signal.
  if (group_ != nullptr) group_->Thaw();
  if (!options_.sandboxed) {
    ::kill(-bot_, SIGTERM);
    return;
  }
  // SIGTERM goes to the bot itself. To bubblewrap it would end the whole sandbox at once.
  for (const pid_t pid : DescendantsOf(bot_)) ::kill(pid, SIGTERM);
}

void BotMonitor::OnChildren() {
  signalfd_siginfo ignored;
  while (::read(child_signals_, &ignored, sizeof ignored) > 0) {
  }
  int status = 0;
  pid_t child = 0;
  while ((child = ::waitpid(-1, &status, WNOHANG)) > 0) {
    if (child != bot_) continue;
    const bool is_asked = kill_at_ != Clock::time_point::max();
    End(!is_asked && GotTerm() ? "terminated" : ExitReport(status));
  }
}

std::string BotMonitor::ExitReport(int status) const {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  // By such a code bubblewrap tells which signal killed the bot. A larger code is the bot's own.
  if (options_.sandboxed && WIFEXITED(status) && WEXITSTATUS(status) > kSignalExit &&
      WEXITSTATUS(status) < kSignalExit + NSIG) {
    signal = WEXITSTATUS(status) - kSignalExit;
  }
  if (signal == SIGKILL && group_ != nullptr && group_->RanOutOfMemory()) {
    return "exhausted " + std::to_string(options_.memory_bytes_max);
  }
  const bool is_success = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!is_success && group_ != nullptr && group_->RanOutOfTasks()) {
    return "starved " + std::to_string(options_.tasks_max);
  }
  if (signal > 0) return "killed " + std::to_string(signal);
  return "exited " + std::to_string(WEXITSTATUS(status));
}

void BotMonitor::OnTick() {
  const Clock::time_point now = Clock::now();
  if (!has_ended_ && now >= kill_at_) End("killed " + std::to_string(SIGKILL));
  if (has_ended_ || now < count_at_) return;
  count_at_ = now + kCountInterval;
  CheckLimits();
}

void BotMonitor::CheckLimits() {
  const std::vector<pid_t> processes = DescendantsOf(::getpid());
  // Two processes are bubblewrap's own.
  const std::size_t count = processes.size() - std::min(processes.size(), options_.sandboxed ? std::size_t{2} : 0);
  processes_peak_ = std::max(processes_peak_, count);
  if (group_ != nullptr && group_->RanOutOfTasks()) {
    End("starved " + std::to_string(options_.tasks_max));
  } else if (group_ != nullptr && group_->RanOutOfMemory()) {
    // The kernel has killed another process than the bot's first.
    End("exhausted " + std::to_string(options_.memory_bytes_max));
  } else if (options_.processes_max > 0 && count > options_.processes_max) {
    End("overran " + std::to_string(count));
  } else if (options_.memory_bytes_max > 0 && !options_.cgroups.LimitsMemory()) {
    const std::uint64_t bytes = OwnMemoryOf(processes);
    if (bytes > options_.memory_bytes_max) End("exhausted " + std::to_string(options_.memory_bytes_max));
  }
}

void BotMonitor::End(const std::string& report) {
  SendReport(arena_, report);
  has_ended_ = true;
}

void BotMonitor::KillAll() {
  if (group_ != nullptr) group_->Kill();
  KillDescendants(::getpid(), Clock::now() + kKillingMax);
}

void BotMonitor::ReportUse() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  std::uint64_t cpu_micros = MicrosOf(used.ru_utime) + MicrosOf(used.ru_stime);
  std::uint64_t memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  if (group_ != nullptr) {
    const CgroupUsage usage = group_->Usage();
    cpu_micros = usage.cpu_micros.value_or(cpu_micros);
    memory_bytes = usage.memory_bytes_peak.value_or(memory_bytes);
  }
  SendReport(arena_, "used " + std::to_string(cpu_micros) + " " + std::to_string(memory_bytes) + " " +
                         std::to_string(processes_peak_));
}

}  // namespace flagfall::arena::bots::supervisor
