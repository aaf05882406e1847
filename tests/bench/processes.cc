#include "tests/bench/processes.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace flagfall::bench {
namespace {

// Children have the cores that their parent has when it starts them.
class Pinned {
 public:
  explicit Pinned(bool is_pinned) {
    sched_getaffinity(0, sizeof(before_), &before_);
    if (!is_pinned) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(0, sizeof(one), &one);
  }
  ~Pinned() { sched_setaffinity(0, sizeof(before_), &before_); }

 private:
  cpu_set_t before_;
};

}  // namespace

Process::Process(const std::vector<std::string>& command, bool is_pinned) {
  int output[2];
  int input[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(input, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const Pinned pinned(is_pinned);
  const int error = posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(output[1]);
  close(input[0]);
  output_ = output[0];
  input_ = input[1];
  if (error != 0) throw std::runtime_error("cannot start " + command[0]);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      input_(std::exchange(other.input_, -1)),
      read_(std::move(other.read_)) {}

Process::~Process() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  close(output_);
  close(input_);
}

std::string Process::ReadLine() {
  std::size_t end;
  while ((end = read_.find('\n')) == std::string::npos) {
    char bytes[4096];
    const ssize_t size = read(output_, bytes, sizeof(bytes));
    if (size <= 0) throw std::runtime_error("a process ended before it had said what it should");
    read_.append(bytes, size);
  }
  std::string line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return line;
}

double Process::CpuSeconds() const {
  double seconds = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task")) {
    double nanos = 0;
    std::ifstream(task.path() / "schedstat") >> nanos;
    seconds += nanos / 1e9;
  }
  return seconds;
}

std::uint64_t Process::PrivateBytes() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/smaps_rollup");
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("Private_", 0) != 0) continue;
    std::string name;
    std::uint64_t kilobytes = 0;
    std::istringstream(line) >> name >> kilobytes;
    bytes += kilobytes * 1024;
  }
  return bytes;
}

}  // namespace flagfall::bench
