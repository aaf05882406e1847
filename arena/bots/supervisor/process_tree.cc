// Killing a tree of processes that may not want to die.
//
// A bot can start children and these can start their own, and any of them can call setsid, ignore signals, or fork
// faster than we look. The supervisor is a "child subreaper": a process that loses its parent becomes the supervisor's
// own child. So no process escapes the tree, and the tree is all that we have to look at. We read it from
// /proc/PID/stat, whose fourth field is the parent.
//
// A process that is killed may wake a parent that starts a new one, and a child that is forked between our look and our
// kill is missed. So we first stop all processes, which none can ignore, and look again until no new one shows up. Then
// no process is left that could fork, and we kill all of them. Example: shell 10 has child 11, which forks 12 while we
// look. First look: {10, 11}, stopped. Second look: {10, 11, 12}; 12 is new and stopped. Third look: no new one. All
// three are killed. Against a fork bomb that grows faster than we look, we kill after a few looks anyway, again and
// again until none is left.

#include "arena/bots/supervisor/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flagfall::arena::bots::supervisor {
namespace {

constexpr int kLooksMax = 8;
constexpr std::size_t kEnvironmentBytesMax = std::size_t{256} * 1024;

std::string ReadProcFile(pid_t pid, const char* name) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return "";
  std::string text;
  char buffer[4096];
  ssize_t count = 0;
  while (text.size() < kEnvironmentBytesMax && (count = ::read(descriptor, buffer, sizeof buffer)) > 0) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(descriptor);
  return text;
}

std::vector<pid_t> AllProcesses() {
  std::vector<pid_t> pids;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (folder == nullptr) return pids;
  while (const dirent* entry = ::readdir(folder.get())) {
    char* end = nullptr;
    const long pid = std::strtol(entry->d_name, &end, 10);
    if (pid > 0 && *end == '\0') pids.push_back(static_cast<pid_t>(pid));
  }
  return pids;
}

struct Parentage {
  pid_t parent = 0;
  bool is_alive = false;
};

// "PID (NAME) STATE PARENT ...", where NAME may hold spaces and parentheses of its own.
std::optional<Parentage> ParentageOf(pid_t pid) {
  const std::string stat = ReadProcFile(pid, "stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= stat.size()) return std::nullopt;
  const char state = stat[name_end + 2];
  return Parentage{.parent = static_cast<pid_t>(std::atol(stat.c_str() + name_end + 4)),
                   .is_alive = state != 'Z' && state != 'X'};
}

void ReapChildren() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

void SignalAll(const std::vector<pid_t>& pids, int signal) {
  for (const pid_t pid : pids) ::kill(pid, signal);
}

// A kernel thread has no memory, nor has a process that has ended.
bool HasMemory(pid_t pid) { return std::atol(ReadProcFile(pid, "statm").c_str()) > 0; }

// A process that begins another program has no words yet, since the kernel notes last where they and the environment
// lie.
bool HasWords(pid_t pid) { return !ReadProcFile(pid, "cmdline").empty(); }

struct Found {
  std::vector<pid_t> found;
  // Those whose environment reads as empty, as it also does for a moment when a process begins another program.
  std::vector<pid_t> undecided;
};

// Looks among these processes for the living ones with exactly this entry in their environment, except this one.
Found LookFor(std::string_view entry, const std::vector<pid_t>& pids) {
  std::string wanted(1, '\0');
  wanted.append(entry);
  wanted.push_back('\0');
  Found look;
  for (const pid_t pid : pids) {
    if (pid == ::getpid()) continue;
    const std::string environment = '\0' + ReadProcFile(pid, "environ");
    if (environment.size() == 1) {
      if (HasMemory(pid)) look.undecided.push_back(pid);
    } else if (environment.find(wanted) != std::string::npos) {
      const std::optional<Parentage> parentage = ParentageOf(pid);
      if (parentage.has_value() && parentage->is_alive) look.found.push_back(pid);
    }
  }
  return look;
}

}  // namespace

std::vector<pid_t> DescendantsOf(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  std::set<pid_t> alive;
  for (const pid_t pid : AllProcesses()) {
    const std::optional<Parentage> parentage = ParentageOf(pid);
    if (!parentage.has_value()) continue;
    children.emplace(parentage->parent, pid);
    if (parentage->is_alive) alive.insert(pid);
  }
  std::vector<pid_t> found;
  std::set<pid_t> seen = {root};
  std::vector<pid_t> open = {root};
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      if (!seen.insert(child->second).second) continue;
      open.push_back(child->second);
      if (alive.contains(child->second)) found.push_back(child->second);
    }
  }
  return found;
}

std::uint64_t OwnMemoryOf(const std::vector<pid_t>& pids) {
  std::uint64_t pages = 0;
  for (const pid_t pid : pids) {
    // "SIZE RESIDENT SHARED ...", in pages.
    unsigned long long resident = 0;
    unsigned long long shared = 0;
    if (std::sscanf(ReadProcFile(pid, "statm").c_str(), "%*u %llu %llu", &resident, &shared) == 2) {
      pages += resident - std::min(resident, shared);
    }
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool KillDescendants(pid_t root, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    std::set<pid_t> stopped;
    std::vector<pid_t> descendants = DescendantsOf(root);
    for (int look = 0; look < kLooksMax; ++look) {
      bool has_new_process = false;
      for (const pid_t pid : descendants) {
        if (!stopped.insert(pid).second) continue;
        has_new_process = true;
        ::kill(pid, SIGSTOP);
      }
      if (!has_new_process) break;
      descendants = DescendantsOf(root);
    }
    SignalAll(descendants, SIGKILL);
    if (root == ::getpid()) ReapChildren();
    if (descendants.empty()) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    ::usleep(1000);
  }
}

bool KillByEnvironment(std::string_view entry, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    Found look = LookFor(entry, AllProcesses());
    bool has_found = !look.found.empty();
    SignalAll(look.found, SIGKILL);
    for (int looks = 1; !look.undecided.empty(); ++looks) {
      if (looks >= kLooksMax) std::erase_if(look.undecided, HasWords);
      ::usleep(1000);
      look = LookFor(entry, look.undecided);
      has_found = has_found || !look.found.empty();
      SignalAll(look.found, SIGKILL);
      if (std::chrono::steady_clock::now() >= deadline) return false;
    }
    // What was found may have started others before it was killed.
    if (!has_found) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    ::usleep(1000);
  }
}

}  // namespace flagfall::arena::bots::supervisor
