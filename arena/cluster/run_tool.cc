#include "arena/cluster/run_tool.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/base/memory_file.h"

extern char** environ;

namespace flagfall::arena::cluster {
namespace {

// Programs have files in memory, so that one can be given all of its input before it reads any, and may print as much
// as it likes before anybody reads that.
bool Fill(const MemoryFile& file, absl::string_view bytes) {
  const bool is_written = ::write(file.descriptor(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  return is_written && ::lseek(file.descriptor(), 0, SEEK_SET) == 0;
}

std::string ContentOf(const MemoryFile& file) {
  std::string content;
  ::lseek(file.descriptor(), 0, SEEK_SET);
  std::array<char, 4096> piece{};
  for (ssize_t size = 0; (size = ::read(file.descriptor(), piece.data(), piece.size())) > 0;) {
    content.append(piece.data(), static_cast<std::size_t>(size));
  }
  return content;
}

std::vector<char*> Pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

absl::string_view NameOf(absl::string_view variable) { return variable.substr(0, variable.find('=')); }

// Ours, but for what `variables` have of the same names.
std::vector<std::string> EnvironmentWith(const std::vector<std::string>& variables) {
  std::vector<std::string> environment = variables;
  for (char** ours = environ; *ours != nullptr; ++ours) {
    const bool is_replaced = std::any_of(variables.begin(), variables.end(), [ours](const std::string& variable) {
      return NameOf(variable) == NameOf(*ours);
    });
    if (!is_replaced) environment.emplace_back(*ours);
  }
  return environment;
}

}  // namespace

absl::StatusOr<std::string> RunTool(const std::string& program, const std::vector<std::string>& arguments,
                                    absl::string_view input, const std::vector<std::string>& variables) {
  const MemoryFile in;
  const MemoryFile out;
  const MemoryFile err;
  if (in.descriptor() < 0 || out.descriptor() < 0 || err.descriptor() < 0 || !Fill(in, input)) {
    return absl::InternalError(absl::StrCat("cannot make the input of ", program, ": ", std::strerror(errno)));
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = EnvironmentWith(variables);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  const absl::Cleanup destroy = [&actions] { ::posix_spawn_file_actions_destroy(&actions); };
  ::posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);
  pid_t pid = -1;
  const int error =
      ::posix_spawnp(&pid, program.c_str(), &actions, nullptr, Pointers(words).data(), Pointers(environment).data());
  if (error == ENOENT) return absl::NotFoundError(absl::StrCat("there is no program ", program, " on this machine"));
  if (error != 0) return absl::InternalError(absl::StrCat("cannot run ", program, ": ", std::strerror(error)));
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR)
      return absl::InternalError(absl::StrCat("cannot wait for ", program, ": ", std::strerror(errno)));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return ContentOf(out);
  const std::string said(absl::StripAsciiWhitespace(ContentOf(err)));
  return absl::InternalError(absl::StrCat(program, " failed: ", said.empty() ? "it said nothing" : said));
}

}  // namespace flagfall::arena::cluster
