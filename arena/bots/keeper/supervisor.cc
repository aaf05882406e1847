#include "arena/bots/keeper/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "arena/bots/keeper/process_tree.h"
#include "arena/bots/keeper/protocol.h"

namespace flagfall::arena::keeper {
namespace {

using std::chrono::milliseconds;

// A bot's processes are counted this often when it has a limit of them.
constexpr milliseconds kCountInterval{500};
// A bot that floods its output is read at most this often once its budget is spent, so that it cannot make the keeper
// eat a core.
constexpr int kFloodPauseMs = 2;
constexpr milliseconds kKillingMax{5000};
// What is read of the output of a bot that has ended: what a pipe can hold.
constexpr int kLastReadsMax = 16;

}  // namespace

void Report(int arena, const std::string& line) {
  const std::string text = line + "\n";
  const ssize_t ignored = ::send(arena, text.data(), text.size(), MSG_NOSIGNAL);
  static_cast<void>(ignored);
}

Supervisor::Supervisor(int arena, int child_signals, int output, pid_t bot, std::uint64_t processes_max, CappedLog& log)
    : arena_(arena),
      child_signals_(child_signals),
      output_(output),
      bot_(bot),
      processes_max_(processes_max),
      log_(log) {
  if (processes_max_ > 0) count_at_ = Clock::now() + kCountInterval;
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
  KillDescendants(::getpid(), Clock::now() + kKillingMax);
  for (int read = 0; read < kLastReadsMax && !is_output_closed_; ++read) OnOutput();
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
  ::kill(-bot_, SIGTERM);
}

void Supervisor::OnChildren() {
  signalfd_siginfo ignored;
  while (::read(child_signals_, &ignored, sizeof ignored) > 0) {
  }
  int status = 0;
  pid_t child = 0;
  while ((child = ::waitpid(-1, &status, WNOHANG)) > 0) {
    if (child != bot_) continue;
    End(WIFEXITED(status) ? "exited " + std::to_string(WEXITSTATUS(status))
                          : "killed " + std::to_string(WTERMSIG(status)));
  }
}

void Supervisor::OnOutput() {
  char buffer[64 * 1024];
  const ssize_t count = ::read(output_, buffer, sizeof buffer);
  if (count > 0) log_.Write(std::string_view(buffer, static_cast<std::size_t>(count)));
  // Not blocking, it answers "try again" when the bot's end is still open somewhere.
  if (count == 0 || (count < 0 && has_ended_)) is_output_closed_ = true;
}

void Supervisor::OnTick() {
  const Clock::time_point now = Clock::now();
  if (!has_ended_ && now >= kill_at_) End("killed " + std::to_string(SIGKILL));
  if (has_ended_ || now < count_at_) return;
  count_at_ = now + kCountInterval;
  const std::size_t processes = DescendantsOf(::getpid()).size();
  if (processes > processes_max_) End("overran " + std::to_string(processes));
}

void Supervisor::End(const std::string& report) {
  Report(arena_, report);
  has_ended_ = true;
}

}  // namespace flagfall::arena::keeper
