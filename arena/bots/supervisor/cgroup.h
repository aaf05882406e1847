#ifndef ARENA_BOTS_SUPERVISOR_CGROUP_H_
#define ARENA_BOTS_SUPERVISOR_CGROUP_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagfall::arena::bots::supervisor {

// Folders of control groups in which groups for bots can be made; a folder is empty where there is none. Either
// `unified` is set (version 2, where the controllers memory and pids, and cpu if possible, are enabled for groups below
// it) or any of the others (version 1). See cgroups(7).
struct CgroupFolders {
  std::string unified = {};
  std::string memory = {};
  std::string pids = {};
  // Shares the processors out between bots: each bot gets, for all its processes together, as much as one process of
  // the host.
  std::string cpu = {};
  std::string cpuacct = {};
  std::string freezer = {};

  bool HasAny() const { return !unified.empty() || !memory.empty() || !pids.empty() || !cpu.empty(); }
  bool LimitsMemory() const { return !unified.empty() || !memory.empty(); }
  bool LimitsTasks() const { return !unified.empty() || !pids.empty(); }
  bool CanFreeze() const { return !unified.empty() || !freezer.empty(); }
};

// All of these folders by name. For version 1 the name is the controller's.
inline constexpr std::pair<std::string_view, std::string CgroupFolders::*> kCgroupFolders[] = {
    {"unified", &CgroupFolders::unified}, {"memory", &CgroupFolders::memory},   {"pids", &CgroupFolders::pids},
    {"cpu", &CgroupFolders::cpu},         {"cpuacct", &CgroupFolders::cpuacct}, {"freezer", &CgroupFolders::freezer}};

// Finds the folders in which groups can be made, below the groups that this process is in. With version 2 this process
// may move into a group of its own, so that the controllers can be enabled. `proc_self` is the folder /proc/self; tests
// give another one.
CgroupFolders FindCgroups(const std::string& proc_self = "/proc/self");

// The name of the groups of the bot with this supervisor.
std::string CgroupName(pid_t supervisor);

// Kills all processes in the groups of a supervisor that was killed, and removes the groups.
void RemoveCgroups(const CgroupFolders& folders, pid_t supervisor);

// The same for all supervisors that no longer exist.
void RemoveAbandonedCgroups(const CgroupFolders& folders);

// What all processes of a bot together have used so far; a value is absent where no controller counts it.
struct CgroupUsage {
  std::optional<std::uint64_t> cpu_micros;
  std::optional<std::uint64_t> memory_bytes_peak;
};

// The control groups of one bot, one in each hierarchy of CgroupFolders. A value that names the groups: copying or
// destroying it does nothing to them. Any thread of any process with the rights may call it.
class BotCgroup {
 public:
  // Makes the groups and sets their limits; 0 stands for no limit. When that fails, returns nothing, sets `error` to
  // the reason, and leaves no group behind.
  static std::optional<BotCgroup> Make(const CgroupFolders& folders, const std::string& name,
                                       std::uint64_t memory_bytes_max, std::uint64_t tasks_max, std::string& error);

  // The groups of the bot with this supervisor, which made them. They may not exist yet, or no longer.
  static BotCgroup Of(const CgroupFolders& folders, pid_t supervisor) {
    return BotCgroup(folders, CgroupName(supervisor));
  }

  // Moves the calling process into the groups. Returns false and sets errno when it cannot.
  bool Enter() const;
  // Kills all processes in the groups, again and again until none is left; gives up after some 200 ms.
  void Kill() const;
  // Stops all processes in the groups from running, and lets them run again. Both take effect a moment later. Return
  // false when there is no freezer, or the groups no longer exist.
  bool Freeze() const { return SetFrozen(true); }
  bool Thaw() const { return SetFrozen(false); }
  // Removes the groups, which must have no process in them. Returns false when one is left.
  bool Remove() const;

  // Whether the kernel has killed a process because the memory was used up.
  bool RanOutOfMemory() const;
  // Whether the kernel has refused a process or thread because of the limit.
  bool RanOutOfTasks() const;
  CgroupUsage Usage() const;
  // For callers that read the CPU time often: opens the file with it, which the caller closes; -1 when there is none.
  int OpenCpuFile() const;
  // Returns the CPU time that such a file shows now; absent when it cannot be read.
  static std::optional<std::uint64_t> CpuMicrosIn(int file);
  std::uint32_t ProcessCount() const { return static_cast<std::uint32_t>(Processes().size()); }

 private:
  BotCgroup(const CgroupFolders& folders, const std::string& name);

  // The folders of the groups, without the empty ones.
  std::vector<std::string> Folders() const;
  bool SetFrozen(bool is_frozen) const;
  std::optional<std::uint64_t> CpuMicros() const;
  std::vector<pid_t> Processes() const;
  bool Limit(std::uint64_t memory_bytes_max, std::uint64_t tasks_max) const;
  // Has the host's own processes come first where the kernel can weigh them.
  void SetWeights() const;

  // The folders of the groups themselves.
  CgroupFolders folders_;
};

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_CGROUP_H_
