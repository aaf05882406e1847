#include "arena/bots/supervisor/cgroup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

namespace flagfall::arena::bots::supervisor {
namespace {

// A group can be removed only once its last process is gone, which is a moment after the process died.
constexpr int kAttempts = 200;
constexpr int kPauseMicros = 1000;
constexpr std::uint64_t kNanosPerMicro = 1000;
const std::string kNamePrefix = "flagfall-bot-";
// Of all processes of a bot together, in quarters of what the kernel gives a group (version 2) or a process (version 1)
// that nobody has given a weight. So the referee and the ledger come first where processors are short.
constexpr const char* kCpuWeight = "25";
constexpr const char* kCpuShares = "256";
constexpr const char* kIoWeight = "default 25";

bool Put(const std::string& file, const std::string& text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool put = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return put;
}

std::optional<std::uint64_t> ReadNumber(const std::string& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

// The number after `key` in a file of lines `KEY NUMBER`.
std::optional<std::uint64_t> ReadKeyed(const std::string& file, std::string_view key) {
  std::ifstream in(file);
  std::string name;
  std::uint64_t number = 0;
  while (in >> name >> number) {
    if (name == key) return number;
  }
  return std::nullopt;
}

std::set<std::string> SplitCommas(const std::string& text) {
  std::set<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.insert(part);
  return parts;
}

// Returns the path of this process's group by controller, and under "" its path in version 2. Reads /proc/self/cgroup,
// which has lines `ID:CONTROLLERS:PATH`.
std::map<std::string, std::string> OwnPaths(const std::string& proc_self) {
  std::map<std::string, std::string> paths;
  std::ifstream in(proc_self + "/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) paths[""] = path;
    for (const std::string& controller : SplitCommas(controllers)) paths[controller] = path;
  }
  return paths;
}

// Returns the folder of the group `path` in a hierarchy whose folder `root` is mounted at `mount_point`; empty when the
// group is not below `root`.
std::string FolderOf(const std::string& mount_point, const std::string& root, const std::string& path) {
  const std::string prefix = root == "/" ? "" : root;
  if (path.compare(0, prefix.size(), prefix) != 0) return "";
  const std::string rest = path.substr(prefix.size());
  return rest == "/" || rest.empty() ? mount_point : mount_point + rest;
}

bool IsWritable(const std::string& folder) { return !folder.empty() && ::access(folder.c_str(), W_OK | X_OK) == 0; }

// The group below its own into which this process moves, so that controllers can be enabled for the groups beside it.
constexpr std::string_view kHostGroup = "/flagfall-host";

// Enables the controllers memory, pids and, where they exist, cpu and io for the groups below `folder`. The kernel
// allows that only for a group without processes of its own. So this process moves into a group below it if needed; it
// fails if there are other processes in `folder`.
bool EnableControllers(const std::string& folder) {
  std::ifstream in(folder + "/cgroup.controllers");
  std::set<std::string> there;
  for (std::string name; in >> name;) there.insert(name);
  if (!there.contains("memory") || !there.contains("pids")) return false;
  std::string all = "+memory +pids";
  for (const char* name : {"cpu", "io"}) {
    if (there.contains(name)) all += std::string(" +") + name;
  }
  const auto enable = [&, control = folder + "/cgroup.subtree_control"] {
    return Put(control, all) || Put(control, "+memory +pids");
  };
  if (enable()) return true;
  const std::string host = folder + std::string(kHostGroup);
  if (::mkdir(host.c_str(), 0755) != 0 && errno != EEXIST) return false;
  return Put(host + "/cgroup.procs", std::to_string(::getpid())) && enable();
}

}  // namespace

CgroupFolders FindCgroups(const std::string& proc_self) {
  const std::map<std::string, std::string> own = OwnPaths(proc_self);
  CgroupFolders folders;
  std::string unified;
  std::ifstream in(proc_self + "/mountinfo");
  for (std::string line; std::getline(in, line);) {
    // ID PARENT DEVICE ROOT MOUNT_POINT OPTIONS [TAG...] - TYPE SOURCE SUPER_OPTIONS
    std::stringstream before(line);
    std::string skipped, root, mount_point;
    before >> skipped >> skipped >> skipped >> root >> mount_point;
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::stringstream after(line.substr(dash + 3));
    std::string type, options;
    after >> type >> skipped >> options;
    if (type == "cgroup2" && own.contains("")) unified = FolderOf(mount_point, root, own.at(""));
    // It has moved there before: each sandbox that is looked for asks for the groups.
    if (unified.ends_with(kHostGroup)) unified.resize(unified.size() - kHostGroup.size());
    if (type != "cgroup") continue;
    for (const std::string& controller : SplitCommas(options)) {
      for (const auto& [name, member] : kCgroupFolders) {
        if (name != controller || !own.contains(controller)) continue;
        const std::string folder = FolderOf(mount_point, root, own.at(controller));
        if (IsWritable(folder)) folders.*member = folder;
      }
    }
  }
  if (IsWritable(unified) && EnableControllers(unified)) return {.unified = unified};
  return folders;
}

std::string CgroupName(pid_t supervisor) { return kNamePrefix + std::to_string(supervisor); }

void RemoveCgroups(const CgroupFolders& folders, pid_t supervisor) {
  const BotCgroup group = BotCgroup::Of(folders, supervisor);
  group.Kill();
  group.Remove();
}

void RemoveAbandonedCgroups(const CgroupFolders& folders) {
  for (const auto& [name, member] : kCgroupFolders) {
    if ((folders.*member).empty()) continue;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folders.*member, ignored)) {
      const std::string group = entry.path().filename().string();
      if (group.rfind(kNamePrefix, 0) != 0) continue;
      const pid_t supervisor = std::atoi(group.c_str() + kNamePrefix.size());
      if (supervisor > 0 && ::kill(supervisor, 0) != 0 && errno == ESRCH) RemoveCgroups(folders, supervisor);
    }
  }
}

BotCgroup::BotCgroup(const CgroupFolders& folders, const std::string& group) {
  for (const auto& [name, member] : kCgroupFolders) {
    if (!(folders.*member).empty()) folders_.*member = folders.*member + "/" + group;
  }
}

std::optional<BotCgroup> BotCgroup::Make(const CgroupFolders& folders, const std::string& name,
                                         std::uint64_t memory_bytes_max, std::uint64_t tasks_max, std::string& error) {
  BotCgroup group(folders, name);
  // Groups of this name are left from a supervisor that was killed and had our process id. Their limits are not ours.
  group.Remove();
  for (const std::string& folder : group.Folders()) {
    if (::mkdir(folder.c_str(), 0755) == 0 || errno == EEXIST) continue;
    error = "cannot make the control group " + folder + ": " + std::strerror(errno);
    group.Remove();
    return std::nullopt;
  }
  group.SetWeights();
  if (group.Limit(memory_bytes_max, tasks_max)) return group;
  error = std::string("cannot limit its control groups: ") + std::strerror(errno);
  group.Remove();
  return std::nullopt;
}

std::vector<std::string> BotCgroup::Folders() const {
  std::vector<std::string> folders;
  for (const auto& [name, member] : kCgroupFolders) {
    if (!(folders_.*member).empty()) folders.push_back(folders_.*member);
  }
  return folders;
}

bool BotCgroup::Limit(std::uint64_t memory_bytes_max, std::uint64_t tasks_max) const {
  const auto limit = [](const std::string& folder, const char* file, std::uint64_t most) {
    return folder.empty() || Put(folder + file, std::to_string(most));
  };
  // Kernels that do not count swap lack these files. Then there is no swap, or the limit of memory has to do.
  const auto limit_swap = [&](const std::string& folder, const char* file, std::uint64_t most) {
    return ::access((folder + file).c_str(), F_OK) != 0 || limit(folder, file, most);
  };
  return (memory_bytes_max == 0 || (limit(folders_.unified, "/memory.max", memory_bytes_max) &&
                                    limit_swap(folders_.unified, "/memory.swap.max", 0) &&
                                    limit(folders_.memory, "/memory.limit_in_bytes", memory_bytes_max) &&
                                    limit_swap(folders_.memory, "/memory.memsw.limit_in_bytes", memory_bytes_max))) &&
         (tasks_max == 0 ||
          (limit(folders_.unified, "/pids.max", tasks_max) && limit(folders_.pids, "/pids.max", tasks_max)));
}

void BotCgroup::SetWeights() const {
  if (!folders_.unified.empty()) {
    Put(folders_.unified + "/cpu.weight", kCpuWeight);
    Put(folders_.unified + "/io.weight", kIoWeight);
  }
  if (!folders_.cpu.empty()) Put(folders_.cpu + "/cpu.shares", kCpuShares);
}

bool BotCgroup::Enter() const {
  for (const std::string& folder : Folders()) {
    if (!Put(folder + "/cgroup.procs", "0")) return false;
  }
  return true;
}

void BotCgroup::Kill() const {
  if (!folders_.unified.empty() && Put(folders_.unified + "/cgroup.kill", "1")) return;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    // While frozen, no process can fork while we look. The killed processes die when they are thawed.
    const bool is_frozen = Freeze();
    const std::vector<pid_t> pids = Processes();
    for (const pid_t pid : pids) ::kill(pid, SIGKILL);
    if (is_frozen) Thaw();
    if (pids.empty()) return;
    ::usleep(kPauseMicros);
  }
}

bool BotCgroup::SetFrozen(bool is_frozen) const {
  if (!folders_.unified.empty()) return Put(folders_.unified + "/cgroup.freeze", is_frozen ? "1" : "0");
  return !folders_.freezer.empty() && Put(folders_.freezer + "/freezer.state", is_frozen ? "FROZEN" : "THAWED");
}

bool BotCgroup::Remove() const {
  bool is_gone = true;
  for (const std::string& folder : Folders()) {
    int attempt = 0;
    while (::rmdir(folder.c_str()) != 0 && errno == EBUSY && ++attempt < kAttempts) ::usleep(kPauseMicros);
    if (::access(folder.c_str(), F_OK) == 0) is_gone = false;
  }
  return is_gone;
}

bool BotCgroup::RanOutOfMemory() const {
  const std::string file =
      folders_.unified.empty() ? folders_.memory + "/memory.oom_control" : folders_.unified + "/memory.events";
  return ReadKeyed(file, "oom_kill").value_or(0) > 0;
}

bool BotCgroup::RanOutOfTasks() const {
  const std::string& folder = folders_.unified.empty() ? folders_.pids : folders_.unified;
  return ReadKeyed(folder + "/pids.events", "max").value_or(0) > 0;
}

CgroupUsage BotCgroup::Usage() const {
  return {.cpu_micros = CpuMicros(),
          .memory_bytes_peak = ReadNumber(folders_.unified.empty() ? folders_.memory + "/memory.max_usage_in_bytes"
                                                                   : folders_.unified + "/memory.peak")};
}

std::optional<std::uint64_t> BotCgroup::CpuMicros() const {
  const int file = OpenCpuFile();
  if (file < 0) return std::nullopt;
  const std::optional<std::uint64_t> micros = CpuMicrosIn(file);
  ::close(file);
  return micros;
}

int BotCgroup::OpenCpuFile() const {
  if (folders_.unified.empty() && folders_.cpuacct.empty()) return -1;
  const std::string file =
      folders_.unified.empty() ? folders_.cpuacct + "/cpuacct.usage" : folders_.unified + "/cpu.stat";
  return ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
}

std::optional<std::uint64_t> BotCgroup::CpuMicrosIn(int file) {
  // The file holds nanoseconds and nothing else (version 1), or lines of which this is the first (version 2).
  constexpr std::string_view kMicros = "usage_usec ";
  std::array<char, 64> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  if (size <= 0) return std::nullopt;
  std::string_view number(text.data(), static_cast<std::size_t>(size));
  const bool is_in_micros = number.substr(0, kMicros.size()) == kMicros;
  if (is_in_micros) number.remove_prefix(kMicros.size());
  std::uint64_t value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc()) return std::nullopt;
  return is_in_micros ? value : value / kNanosPerMicro;
}

std::vector<pid_t> BotCgroup::Processes() const {
  std::vector<pid_t> pids;
  const std::vector<std::string> folders = Folders();
  if (folders.empty()) return pids;
  std::ifstream in(folders.front() + "/cgroup.procs");
  for (pid_t pid = 0; in >> pid;) pids.push_back(pid);
  return pids;
}

}  // namespace flagfall::arena::bots::supervisor
