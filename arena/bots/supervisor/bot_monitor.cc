#include "arena/bots/supervisor/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "arena/bots/supervisor/process_tree.h"
#include "arena/bots/supervisor/protocol.h"

namespace flagfall::arena::supervisor {
namespace {

using std::chrono::milliseconds;

// A bot's processes are counted this often when it has a limit of them.
constexpr milliseconds kCountInterval{500};
// A bot that floods its output is read at most this often once its budget is spent, so that it cannot make the
// supervisor eat a core.
constexpr int kFloodPauseMs = 2;
constexpr milliseconds kKillingMax{5000};
// Bubblewrap's exit code for a bot that was killed by signal N is this + N.
constexpr int kSignalExit = 128;
// What is read at once of the output of a bot that has ended: what a pipe can hold.
constexpr int kLastReadsMax = 16;

std::uint64_t MicrosOf(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_usec);
}

}  // namespace

void Report(int arena, const std::string& line) {
  const std::string text = line + "\n";
  const ssize_t ignored = ::send(arena, text.data(), text.size(), MSG_NOSIGNAL);
  static_cast<void>(ignored);
}

Supervisor::Supervisor(int arena, int child_signals, int output, pid_t bot, const Order& order, const BotCgroup* group,
                       CappedLog& log)
    : arena_(arena),
      child_signals_(child_signals),
      output_(output),
      bot_(bot),
      order_(order),
      group_(group),
      log_(log) {
  if (order_.processes_max > 0 || order_.memory_bytes_max > 0) count_at_ = Clock::now() + kCountInterval;
}

void Supervisor::Run() {
  while (!has_ended_) {
    const bool is_flooding = !log_.HasBudget();
    pollfd polled[3] = {{is_arena_gone_ ? -1 : arena_, POLLIN, 0},
                        {child_signals_, POLLIN, 0},
                        {is_output_closed_ ? -1 : output_, POLLIN, 0}};
    ::poll(polled, 3, WaitMs());
    if (polled[0].revents != 0) OnArena();
    if (polled[1].revents != 0) OnChildren();
    if (polled[2].revents != 0) {
      OnOutput();
      if (is_flooding) ::usleep(kFloodPauseMs * 1000);
    }
    OnTick();
  }
  KillAll();
  ReportUse();
  ReadRest();
}

int Supervisor::WaitMs() const {
  const Clock::time_point next = std::min(kill_at_, count_at_);
  if (next == Clock::time_point::max()) return -1;
  const auto left = std::chrono::ceil<milliseconds>(next - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void Supervisor::OnArena() {
  char commands[64];
  const ssize_t count = ::recv(arena_, commands, sizeof commands, MSG_DONTWAIT);
  if (count <= 0) {
    is_arena_gone_ = true;
    Stop();
    return;
  }
  for (ssize_t i = 0; i < count; ++i) {
    if (commands[i] == kGrant) log_.Grant(kGrantBytes);
    if (commands[i] == kStop) Stop();
  }
}

void Supervisor::Stop() {
  if (kill_at_ != Clock::time_point::max()) return;
  kill_at_ = Clock::now() + milliseconds(kGraceMs);
  // Frozen, it would not hear of it.
  if (group_ != nullptr) group_->Thaw();
  if (!order_.sandboxed) {
    ::kill(-bot_, SIGTERM);
    return;
  }
  // The bot itself is asked, not bubblewrap, with which the sandbox would go at once.
  for (const pid_t pid : DescendantsOf(bot_)) ::kill(pid, SIGTERM);
}

void Supervisor::OnChildren() {
  signalfd_siginfo ignored;
  while (::read(child_signals_, &ignored, sizeof ignored) > 0) {
  }
  int status = 0;
  pid_t child = 0;
  while ((child = ::waitpid(-1, &status, WNOHANG)) > 0) {
    if (child == bot_) End(ExitReport(status));
  }
}

std::string Supervisor::ExitReport(int status) const {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  // So bubblewrap hands on what killed the bot. A code above is the bot's own.
  if (order_.sandboxed && WIFEXITED(status) && WEXITSTATUS(status) > kSignalExit &&
      WEXITSTATUS(status) < kSignalExit + NSIG) {
    signal = WEXITSTATUS(status) - kSignalExit;
  }
  if (signal == SIGKILL && group_ != nullptr && group_->RanOutOfMemory()) {
    return "exhausted " + std::to_string(order_.memory_bytes_max);
  }
  const bool is_success = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!is_success && group_ != nullptr && group_->RanOutOfTasks()) {
    return "starved " + std::to_string(order_.tasks_max);
  }
  if (signal > 0) return "killed " + std::to_string(signal);
  return "exited " + std::to_string(WEXITSTATUS(status));
}

bool Supervisor::OnOutput() {
  char buffer[64 * 1024];
  const ssize_t count = ::read(output_, buffer, sizeof buffer);
  if (count > 0) log_.Write(std::string_view(buffer, static_cast<std::size_t>(count)));
  if (count == 0) is_output_closed_ = true;
  // Not blocking, it answers "try again" when the bot's end is still open somewhere.
  return count > 0;
}

void Supervisor::ReadRest() {
  for (int reads = 0; reads < kLastReadsMax && OnOutput(); ++reads) {
  }
}

void Supervisor::OnTick() {
  const Clock::time_point now = Clock::now();
  if (!has_ended_ && now >= kill_at_) End("killed " + std::to_string(SIGKILL));
  if (has_ended_ || now < count_at_) return;
  count_at_ = now + kCountInterval;
  CheckLimits();
}

void Supervisor::CheckLimits() {
  const std::vector<pid_t> processes = DescendantsOf(::getpid());
  // Bubblewrap's own two are not the bot's.
  const std::size_t count = processes.size() - std::min(processes.size(), order_.sandboxed ? std::size_t{2} : 0);
  processes_peak_ = std::max(processes_peak_, count);
  if (group_ != nullptr && group_->RanOutOfTasks()) {
    End("starved " + std::to_string(order_.tasks_max));
  } else if (group_ != nullptr && group_->RanOutOfMemory()) {
    // The kernel chose another of its processes.
    End("exhausted " + std::to_string(order_.memory_bytes_max));
  } else if (order_.processes_max > 0 && count > order_.processes_max) {
    End("overran " + std::to_string(count));
  } else if (order_.memory_bytes_max > 0 && !order_.cgroups.LimitsMemory()) {
    const std::uint64_t bytes = OwnMemoryOf(processes);
    if (bytes > order_.memory_bytes_max) End("exhausted " + std::to_string(order_.memory_bytes_max));
  }
}

void Supervisor::End(const std::string& report) {
  // Who hears of the end quotes the last words.
  ReadRest();
  Report(arena_, report);
  has_ended_ = true;
}

void Supervisor::KillAll() {
  if (group_ != nullptr) group_->Kill();
  KillDescendants(::getpid(), Clock::now() + kKillingMax);
}

void Supervisor::ReportUse() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  std::uint64_t cpu_micros = MicrosOf(used.ru_utime) + MicrosOf(used.ru_stime);
  std::uint64_t memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  if (group_ != nullptr) {
    const CgroupUsage usage = group_->Usage();
    cpu_micros = usage.cpu_micros.value_or(cpu_micros);
    memory_bytes = usage.memory_bytes_peak.value_or(memory_bytes);
  }
  Report(arena_, "used " + std::to_string(cpu_micros) + " " + std::to_string(memory_bytes) + " " +
                     std::to_string(processes_peak_));
}

}  // namespace flagfall::arena::supervisor
