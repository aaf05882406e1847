#include "arena/bots/bot_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/bots/keeper/process_tree.h"
#include "arena/bots/keeper/protocol.h"

namespace flagfall::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Of the time that Stop may take, what the keeper has before we do its work.
constexpr milliseconds kKeeperMax{600};
constexpr absl::string_view kTokenName = "FLAGFALL_TOKEN=";

// Descriptors from here on cannot be the target of a dup2 in the spawned process.
constexpr int kDescriptorMin = 16;

int MoveUp(int descriptor) {
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kDescriptorMin);
  ::close(descriptor);
  return moved;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Spawns the keeper with `socket` as its only descriptor beside the standard three, which are empty.
absl::StatusOr<pid_t> SpawnKeeper(const std::string& keeper_path, const BotLaunch& launch, int socket) {
  std::vector<std::string> arguments = {keeper_path,
                                        launch.log_path,
                                        launch.folder,
                                        absl::StrCat(launch.limits.memory_bytes_max()),
                                        absl::StrCat(launch.limits.cpu_seconds_max()),
                                        absl::StrCat(launch.limits.processes_max())};
  arguments.insert(arguments.end(), launch.command.begin(), launch.command.end());
  std::vector<std::string> environment = launch.environment;

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, socket, keeper::kSocket);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t all;
  ::sigfillset(&all);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  // A session of its own: Ctrl-C on our terminal is for us to handle.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, keeper_path.c_str(), &actions, &attributes, Pointers(arguments).data(),
                                  Pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return absl::InternalError(absl::StrCat("cannot start ", keeper_path, ": ", std::strerror(error),
                                            "; it belongs beside the flagfall program"));
  }
  return pid;
}

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
  return absl::StrCat("killed by SIG", name == nullptr ? number : name);
}

}  // namespace

std::string KeeperPath() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  const std::string self(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return absl::StrCat(self.substr(0, self.rfind('/') + 1), "flagfall-keeper");
}

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

absl::StatusOr<std::unique_ptr<BotProcess>> BotProcess::Start(const std::string& keeper_path, const BotLaunch& launch,
                                                              std::function<void(const BotExit&)> on_exit) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a socket pair: ", std::strerror(errno)));
  }
  const int keepers_end = MoveUp(sockets[1]);
  const absl::StatusOr<pid_t> keeper = SpawnKeeper(keeper_path, launch, keepers_end);
  ::close(keepers_end);
  if (!keeper.ok()) {
    ::close(sockets[0]);
    return keeper.status();
  }
  return std::unique_ptr<BotProcess>(
      new BotProcess(sockets[0], *keeper, TokenEntry(launch.environment), std::move(on_exit)));
}

BotProcess::BotProcess(int socket, pid_t keeper, std::string token_entry, std::function<void(const BotExit&)> on_exit)
    : socket_(socket), keeper_(keeper), token_entry_(std::move(token_entry)), on_exit_(std::move(on_exit)) {
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

void BotProcess::GrantOutput() { Send(keeper::kGrant); }

void BotProcess::RequestStop() {
  if (!is_stop_requested_.exchange(true)) Send(keeper::kStop);
}

bool BotProcess::IsGone() {
  MutexLock lock(mutex_);
  return is_keeper_reaped_;
}

void BotProcess::Stop() {
  RequestStop();
  const steady_clock::time_point begin = steady_clock::now();
  MutexLock lock(mutex_);
  while (!is_keeper_reaped_ && keeper_reaped_.WaitUntil(mutex_, begin + kKeeperMax)) {
  }
  if (is_keeper_reaped_) return;
  // The keeper does not do its work: the bot has stopped it, say. A keeper that is not reaped yet still has its number.
  keeper::KillDescendants(keeper_, begin + kStopMax);
  ::kill(keeper_, SIGKILL);
  while (!is_keeper_reaped_) keeper_reaped_.Wait(mutex_);
}

void BotProcess::Watch() {
  std::string unread;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    unread.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = unread.find('\n')) != std::string::npos; unread.erase(0, end + 1)) {
      OnLine(absl::string_view(unread).substr(0, end));
    }
  }
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(keeper_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  if (!is_gone_ && !token_entry_.empty()) keeper::KillByEnvironment(token_entry_, steady_clock::now() + kStopMax / 2);
  if (!has_ended_) EndBot({.detail = "its keeper was killed"});
  MutexLock lock(mutex_);
  ::waitpid(keeper_, nullptr, 0);
  is_keeper_reaped_ = true;
  keeper_reaped_.NotifyAll();
}

void BotProcess::OnLine(absl::string_view line) {
  if (absl::ConsumePrefix(&line, "started ")) {
    has_started_ = true;
  } else if (absl::ConsumePrefix(&line, "failed ")) {
    EndBot({.detail = std::string(line)});
  } else if (absl::ConsumePrefix(&line, "exited ")) {
    EndBot({.succeeded = line == "0", .detail = absl::StrCat("exited with code ", line)});
  } else if (absl::ConsumePrefix(&line, "killed ")) {
    EndBot({.detail = SignalText(line)});
  } else if (absl::ConsumePrefix(&line, "overran ")) {
    EndBot({.detail = absl::StrCat("ran ", line, " processes at once, more than its limit of processes")});
  } else if (line == "gone") {
    is_gone_ = true;
  }
}

void BotProcess::EndBot(BotExit exit) {
  if (has_ended_) return;
  has_ended_ = true;
  exit.started = has_started_;
  exit.stopped = is_stop_requested_;
  on_exit_(exit);
}

}  // namespace flagfall::arena
