#include "tests/abuse/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

extern char** environ;

namespace flagfall::abuse {

ServerProcess::ServerProcess(bool speaks_tls) : speaks_tls_(speaks_tls) {
  int input[2];
  int output[2];
  if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::string program = ABUSE_SERVER;
  std::string certificate = dir_.At(kCertificate);
  char* const arguments[] = {program.data(), speaks_tls ? certificate.data() : nullptr, nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  const int error = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(input[0]);
  ::close(output[1]);
  input_ = input[1];
  std::string line;
  for (char byte; error == 0 && ::read(output[0], &byte, 1) == 1 && byte != '\n';) line.push_back(byte);
  ::close(output[0]);
  const std::string ready = "ready ";
  if (line.rfind(ready, 0) != 0) throw std::runtime_error(program + " does not serve: " + line);
  address_ = line.substr(ready.size());
}

ServerProcess::~ServerProcess() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  ::close(input_);
}

// A process that has ended and was not waited for yet has no memory.
bool ServerProcess::IsRunning() const { return MemoryMib() > 0; }

void ServerProcess::ForgetPeak() const {
  constexpr char kPeakOfMemory[] = "5";
  std::ofstream(ProcPath("clear_refs")) << kPeakOfMemory;
}

double ServerProcess::CpuSeconds() const {
  double seconds = 0;
  for (const auto& task : std::filesystem::directory_iterator(ProcPath("task"))) {
    double nanos = 0;
    std::ifstream(task.path() / "schedstat") >> nanos;
    seconds += nanos / 1e9;
  }
  return seconds;
}

double ServerProcess::StatusMib(const std::string& field) const {
  std::ifstream status(ProcPath("status"));
  for (std::string word; status >> word;) {
    double kib = 0;
    if (word == field && status >> kib) return kib / 1024;
  }
  return 0;
}

std::string ServerProcess::ProcPath(const std::string& name) const {
  return "/proc/" + std::to_string(pid_) + "/" + name;
}

}  // namespace flagfall::abuse
