#ifndef ARENA_BOTS_SUPERVISOR_CGROUP_H_
#define ARENA_BOTS_SUPERVISOR_CGROUP_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagfall::arena::supervisor {

// Folders of control groups in which groups for bots can be made; empty where there is none. Either `unified` (version
// 2, with its controllers memory and pids handed down, and cpu where it can be) or any of the others (version 1).
struct CgroupPlaces {
  std::string unified = {};
  std::string memory = {};
  std::string pids = {};
  // Shares the processors out between bots, each of which has, with all its processes, as much as one of the host's.
  std::string cpu = {};
  std::string cpuacct = {};
  std::string freezer = {};

  bool HasAny() const { return !unified.empty() || !memory.empty() || !pids.empty() || !cpu.empty(); }
  bool LimitsMemory() const { return !unified.empty() || !memory.empty(); }
  bool LimitsTasks() const { return !unified.empty() || !pids.empty(); }
  bool CanFreeze() const { return !unified.empty() || !freezer.empty(); }
};

// All of them, with their names: of version 1, those of the controllers.
inline constexpr std::pair<std::string_view, std::string CgroupPlaces::*> kCgroupPlaces[] = {
    {"unified", &CgroupPlaces::unified}, {"memory", &CgroupPlaces::memory},   {"pids", &CgroupPlaces::pids},
    {"cpu", &CgroupPlaces::cpu},         {"cpuacct", &CgroupPlaces::cpuacct}, {"freezer", &CgroupPlaces::freezer}};

// Where groups can be made below the one that this process is in. `proc_self` is the folder /proc/self; another one
// only in tests.
CgroupPlaces FindCgroups(const std::string& proc_self = "/proc/self");

// What the groups of a supervisor's bot are called.
std::string CgroupName(pid_t supervisor);

// Ends what is in the groups of a supervisor that was killed, and removes them.
void RemoveCgroups(const CgroupPlaces& places, pid_t supervisor);

// The same for all supervisors that are no more.
void RemoveAbandonedCgroups(const CgroupPlaces& places);

// What a bot has used so far, all its processes together.
struct CgroupUsage {
  // Absent where no controller counts it.
  std::optional<std::uint64_t> cpu_micros;
  std::optional<std::uint64_t> memory_bytes_peak;
};

// The control groups of one bot, one in each hierarchy there is.
class BotCgroup {
 public:
  // Makes the groups and sets their limits, 0 for none. When that fails, `error` says why and nothing is left.
  static std::optional<BotCgroup> Make(const CgroupPlaces& places, const std::string& name,
                                       std::uint64_t memory_bytes_max, std::uint64_t tasks_max, std::string& error);

  // The groups of that supervisor's bot as another process sees them; they need not be there yet, or any more.
  static BotCgroup Of(const CgroupPlaces& places, pid_t supervisor) {
    return BotCgroup(places, CgroupName(supervisor));
  }

  // Moves the calling process into the groups. False with errno when it cannot.
  bool Enter() const;
  // Kills everything in the groups, as often as it takes until nothing is left; gives up after a while.
  void Kill() const;
  // Keeps everything in the groups from running, and lets it run again. Both are in force a moment later. False when
  // there is no such control, or the groups are gone.
  bool Freeze() const { return SetFrozen(true); }
  bool Thaw() const { return SetFrozen(false); }
  // Removes the groups, which must be empty by then. False when one is left.
  bool Remove() const;

  // Whether the kernel had to kill a process since the memory was used up.
  bool RanOutOfMemory() const;
  // Whether a process or thread was not to be had any more.
  bool RanOutOfTasks() const;
  CgroupUsage Usage() const;
  // For who asks often: the file that tells it, opened, or -1 when there is none; and what such a file says now.
  int OpenCpuFile() const;
  static std::optional<std::uint64_t> CpuMicrosIn(int file);
  std::uint32_t ProcessCount() const { return static_cast<std::uint32_t>(Processes().size()); }

 private:
  BotCgroup(const CgroupPlaces& places, const std::string& name);

  std::vector<std::string> Folders() const;
  bool SetFrozen(bool is_frozen) const;
  std::optional<std::uint64_t> CpuMicros() const;
  std::vector<pid_t> Processes() const;
  bool Limit(std::uint64_t memory_bytes_max, std::uint64_t tasks_max) const;

  // Of the groups themselves.
  CgroupPlaces folders_;
};

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_CGROUP_H_
