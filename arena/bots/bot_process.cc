#include "arena/bots/bot_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/bots/affinity.h"
#include "arena/bots/sandbox/launch_plan.h"
#include "arena/bots/sandbox/sandbox_limits.h"
#include "arena/bots/supervisor/process_tree.h"
#include "arena/bots/supervisor/supervisor_protocol.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A supervisor that has not ended the bot this long after Stop is replaced by this process, which then gives up after
// kStopMax from the beginning of Stop.
constexpr milliseconds kSupervisorMax{600};
constexpr milliseconds kStopMax{1000};
// The pause between reads from a bot that has spent its budget of output, so that a flood of output does not keep the
// arena busy.
constexpr std::chrono::milliseconds kFloodPause{10};
constexpr absl::string_view kTokenName = "FLAGFALL_TOKEN=";

std::string TokenEntry(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    if (absl::StartsWith(entry, kTokenName)) return entry;
  }
  return "";
}

std::string SignalText(absl::string_view number) {
  int signal = 0;
  if (!absl::SimpleAtoi(number, &signal)) return "killed by a signal";
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? absl::StrCat("killed by signal ", number) : absl::StrCat("killed by SIG", name);
}

// How a supervisor ended that has not said how its bot did.
std::string SupervisorEndText(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return absl::StrCat("its supervisor exited with code ", info.si_status);
  return absl::StrCat("its supervisor was ", SignalText(absl::StrCat(info.si_status)));
}

// Why bubblewrap gave up, by what it has printed.
std::string Why(absl::string_view output) {
  const absl::string_view text = absl::StripTrailingAsciiWhitespace(output);
  return text.empty() ? "bubblewrap ended without a message" : std::string(text);
}

std::string MebibytesText(absl::string_view number) {
  std::uint64_t bytes = 0;
  if (!absl::SimpleAtoi(number, &bytes)) return "its limit";
  return absl::StrCat(bytes / sandbox_limits::kMiB, " MiB");
}

std::shared_ptr<BotMeter> MeterOf(const BotLaunch& launch, pid_t supervisor) {
  const Sandbox& sandbox = launch.sandbox;
  if (!sandbox.cgroups.LimitsMemory() && !sandbox.cgroups.LimitsTasks()) return nullptr;
  const std::uint32_t bubblewraps = sandbox.mode == SandboxMode::kStrict ? 2 : 0;
  return std::make_shared<BotMeter>(sandbox.cgroups, supervisor, launch.is_frozen_off_turn, bubblewraps);
}

}  // namespace

void BotUse::Add(const BotUse& other) {
  cpu += other.cpu;
  memory_bytes = std::max(memory_bytes, other.memory_bytes);
  processes = std::max(processes, other.processes);
}

std::string BesideProgram(absl::string_view name) {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  const std::string self(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return absl::StrCat(self.substr(0, self.rfind('/') + 1), name);
}

std::string SupervisorPath() { return BesideProgram("flagfall-bot-supervisor"); }

std::vector<std::string> InheritedEnvironment() {
  std::vector<std::string> environment;
  for (const char* name : {"PATH", "HOME", "LANG"}) {
    if (const char* value = std::getenv(name)) environment.push_back(absl::StrCat(name, "=", value));
  }
  return environment;
}

std::vector<std::string> BotEnvironment(absl::string_view address, absl::string_view token,
                                        absl::string_view options_json) {
  std::vector<std::string> environment = {absl::StrCat("FLAGFALL_ADDRESS=", address), absl::StrCat(kTokenName, token),
                                          absl::StrCat("FLAGFALL_BOT_OPTIONS=", options_json)};
  for (std::string& entry : InheritedEnvironment()) environment.push_back(std::move(entry));
  return environment;
}

absl::StatusOr<std::unique_ptr<BotProcess>> BotProcess::Start(const std::string& supervisor_path,
                                                              const BotLaunch& launch,
                                                              std::function<void(const BotExit&)> on_exit,
                                                              const std::optional<PlayLogs>& play) {
  FLAGFALL_ASSIGN_OR_RETURN(const LaunchPlan plan, PlanLaunch(supervisor_path, launch));
  FLAGFALL_RETURN_IF_ERROR(CappedLog(launch.log_path).Make());
  FLAGFALL_ASSIGN_OR_RETURN(const SpawnedSupervisor spawned,
                            SpawnSupervisor(supervisor_path, plan, launch.sandbox.filter));
  auto output = std::make_unique<BotOutput>(spawned.output, launch.log_path, play);
  output->Grant();
  return std::unique_ptr<BotProcess>(new BotProcess(spawned, launch, std::move(output), std::move(on_exit)));
}

BotProcess::BotProcess(const SpawnedSupervisor& spawned, const BotLaunch& launch, std::unique_ptr<BotOutput> output,
                       std::function<void(const BotExit&)> on_exit)
    : socket_(spawned.socket),
      supervisor_(spawned.pid),
      token_entry_(TokenEntry(launch.environment)),
      cgroups_(launch.sandbox.cgroups),
      meter_(MeterOf(launch, spawned.pid)),
      output_(std::move(output)),
      on_exit_(std::move(on_exit)) {
  watcher_ = std::thread([this] { Watch(); });
}

BotProcess::~BotProcess() {
  Stop();
  watcher_.join();
  ::close(socket_);
}

void BotProcess::Send(char command) {
  const ssize_t ignored = ::send(socket_, &command, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  static_cast<void>(ignored);
}

void BotProcess::Bind(const std::vector<int>& processors) {
  MutexLock lock(mutex_);
  // The process id of a supervisor that was reaped may be another's.
  if (!is_supervisor_reaped_) BindProcesses(supervisor_, processors);
}

std::vector<pid_t> BotProcess::Processes() {
  MutexLock lock(mutex_);
  return is_supervisor_reaped_ ? std::vector<pid_t>() : supervisor::DescendantsOf(supervisor_);
}

void BotProcess::RequestStop() {
  if (!is_stop_requested_.exchange(true)) Send(supervisor::kStop);
}

bool BotProcess::IsGone() {
  MutexLock lock(mutex_);
  return is_supervisor_reaped_;
}

void BotProcess::Stop() {
  RequestStop();
  const steady_clock::time_point begin = steady_clock::now();
  MutexLock lock(mutex_);
  while (!is_supervisor_reaped_ && supervisor_reaped_.WaitUntil(mutex_, begin + kSupervisorMax)) {
  }
  if (is_supervisor_reaped_) return;
  // The supervisor does not do its work; the bot may have stopped it. Since it is not reaped yet, its process id still
  // belongs to it.
  supervisor::KillDescendants(supervisor_, begin + kStopMax);
  ::kill(supervisor_, SIGKILL);
  while (!is_supervisor_reaped_) supervisor_reaped_.Wait(mutex_);
}

bool BotProcess::WatchOnce(bool& has_output) {
  pollfd polled[2] = {{socket_, POLLIN, 0}, {has_output ? output_->pipe() : -1, POLLIN, 0}};
  ::poll(polled, 2, -1);
  if (polled[1].revents != 0) {
    const bool is_flooding = output_->IsSpent();
    has_output = output_->Read();
    if (is_flooding) std::this_thread::sleep_for(kFloodPause);
  }
  if (polled[0].revents == 0) return true;
  char buffer[4096];
  const ssize_t count = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) return false;
  unread_.append(buffer, static_cast<std::size_t>(count));
  // Whoever is told how the bot has ended may quote the end of its log.
  output_->ReadRest();
  for (std::size_t end = 0; (end = unread_.find('\n')) != std::string::npos; unread_.erase(0, end + 1)) {
    OnLine(absl::string_view(unread_).substr(0, end));
  }
  return true;
}

void BotProcess::Watch() {
  bool has_output = true;
  while (WatchOnce(has_output)) {
  }
  output_->Finish();
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(supervisor_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  // Told before anything is cleaned up, so that the bot's games can be void before they are lost because it is gone.
  if (!has_ended_) EndBot({.detail = SupervisorEndText(info), .has_lost_supervisor = true});
  if (!is_gone_) {
    if (!token_entry_.empty()) supervisor::KillByEnvironment(token_entry_, steady_clock::now() + kStopMax / 2);
    supervisor::RemoveCgroups(cgroups_, supervisor_);
  }
  MutexLock lock(mutex_);
  ::waitpid(supervisor_, nullptr, 0);
  is_supervisor_reaped_ = true;
  supervisor_reaped_.NotifyAll();
}

void BotProcess::OnLine(absl::string_view line) {
  if (absl::ConsumePrefix(&line, "failed ")) {
    EndBot({.detail = std::string(line)});
  } else if (line == "unmade") {
    EndBot({.detail = absl::StrCat(kNoSandbox, ": ", Why(output_->Beginning()))});
  } else if (line == "terminated") {
    EndBot({.detail = "its supervisor got SIGTERM", .has_lost_supervisor = true});
  } else if (absl::ConsumePrefix(&line, "exited ")) {
    EndBot({.succeeded = line == "0", .detail = absl::StrCat("exited with code ", line)});
  } else if (absl::ConsumePrefix(&line, "killed ")) {
    EndBot({.detail = SignalText(line)});
  } else if (absl::ConsumePrefix(&line, "overran ")) {
    EndBot({.detail = absl::StrCat("ran ", line, " processes at once, more than its limit of processes")});
  } else if (absl::ConsumePrefix(&line, "starved ")) {
    EndBot({.detail = absl::StrCat("tried to run more processes and threads than its limit, ", line)});
  } else if (absl::ConsumePrefix(&line, "exhausted ")) {
    EndBot({.detail = absl::StrCat("used more memory than its limit, ", MebibytesText(line))});
  } else if (absl::ConsumePrefix(&line, "used ")) {
    OnUse(line);
  } else if (line == "gone") {
    is_gone_ = true;
  }
}

void BotProcess::OnUse(absl::string_view numbers) {
  const std::vector<absl::string_view> fields = absl::StrSplit(numbers, ' ');
  std::uint64_t cpu_micros = 0;
  BotUse use;
  if (fields.size() != 3 || !absl::SimpleAtoi(fields[0], &cpu_micros) ||
      !absl::SimpleAtoi(fields[1], &use.memory_bytes) || !absl::SimpleAtoi(fields[2], &use.processes)) {
    return;
  }
  use.cpu = std::chrono::microseconds(cpu_micros);
  MutexLock lock(mutex_);
  use_ = use;
}

std::optional<BotUse> BotProcess::Use() {
  MutexLock lock(mutex_);
  return use_;
}

void BotProcess::EndBot(const BotExit& exit) {
  if (has_ended_) return;
  has_ended_ = true;
  on_exit_(exit);
}

}  // namespace flagfall::arena::bots
