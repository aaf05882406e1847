#include "arena/bots/affinity.h"

#include <sched.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "arena/bots/supervisor/process_tree.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

// A process that is started while the tree is gone through has the binding that its parent had then, so the tree is
// gone through until all were bound already.
constexpr int kPassesMax = 20;

enum class Bound { kAlready, kNow, kRefused };

Bound BindThread(pid_t thread, const cpu_set_t& wanted) {
  cpu_set_t had;
  CPU_ZERO(&had);
  if (::sched_getaffinity(thread, sizeof(had), &had) == 0 && CPU_EQUAL(&had, &wanted)) return Bound::kAlready;
  if (::sched_setaffinity(thread, sizeof(wanted), &wanted) == 0) return Bound::kNow;
  return errno == ESRCH ? Bound::kAlready : Bound::kRefused;
}

Bound BindThreadsOf(pid_t process, const cpu_set_t& wanted) {
  Bound all = Bound::kAlready;
  std::error_code error;
  for (fs::directory_iterator entry("/proc/" + std::to_string(process) + "/task", error), end; !error && entry != end;
       entry.increment(error)) {
    const Bound bound = BindThread(std::atoi(entry->path().filename().c_str()), wanted);
    if (bound == Bound::kRefused) return bound;
    if (bound == Bound::kNow) all = bound;
  }
  return all;
}

}  // namespace

bool BindProcesses(pid_t root, const std::vector<int>& processors) {
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const int processor : processors) {
    if (processor >= 0 && processor < CPU_SETSIZE) CPU_SET(processor, &wanted);
  }
  for (int pass = 0; pass < kPassesMax; ++pass) {
    std::vector<pid_t> tree = supervisor::DescendantsOf(root);
    // First, so that what it starts from now on is bound.
    tree.insert(tree.begin(), root);
    bool is_done = true;
    for (const pid_t process : tree) {
      const Bound bound = BindThreadsOf(process, wanted);
      if (bound == Bound::kRefused) return false;
      if (bound == Bound::kNow) is_done = false;
    }
    if (is_done) return true;
  }
  errno = EAGAIN;
  return false;
}

}  // namespace flagfall::arena::bots
