#include "arena/base/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena {
namespace {

// The path of a control group of version 1 that limits memory has this among its controllers; of version 2 there is
// one line without controllers.
constexpr absl::string_view kMemoryController = "memory";

// Lowers `bytes` to the limits of the group and of those above it. A file that is not there, or says "max", sets none.
void LimitBy(const std::string& mount, std::string group, const char* file, std::uint64_t& bytes) {
  for (;;) {
    std::ifstream in(absl::StrCat(mount, group, "/", file));
    std::string text;
    std::uint64_t limit = 0;
    if (std::getline(in, text) && absl::SimpleAtoi(text, &limit)) bytes = std::min(bytes, limit);
    if (group.empty()) return;
    group.resize(group.rfind('/'));
  }
}

}  // namespace

std::uint64_t MemoryBytes(const std::string& root) {
  std::uint64_t bytes =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::ifstream groups(root + "/proc/self/cgroup");
  // "4:memory:/slurm/job_17", "0::/user.slice".
  for (std::string line; std::getline(groups, line);) {
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3 || parts[2].empty() || parts[2].front() != '/') continue;
    const std::string group = parts[2] == "/" ? "" : parts[2];
    const std::vector<std::string> controllers = absl::StrSplit(parts[1], ',');
    if (parts[1].empty()) {
      LimitBy(root + "/sys/fs/cgroup", group, "memory.max", bytes);
    } else if (std::find(controllers.begin(), controllers.end(), kMemoryController) != controllers.end()) {
      LimitBy(root + "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes", bytes);
    }
  }
  return bytes;
}

}  // namespace flagfall::arena
