#ifndef ARENA_BASE_CORES_H_
#define ARENA_BASE_CORES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace flagfall::arena {

// A core of this machine, as the numbers of its processors: one, or several where the core runs several threads at
// once.
struct Core {
  std::vector<int> processors;

  friend bool operator==(const Core&, const Core&) = default;
};

// How many processors this process might run on when this was first called, 1 at least. To be called before a process
// binds itself to fewer of them.
std::uint32_t ProcessorCount();

// The cores of the processors that this process may run on, without processors that it may not use, in the order of
// their first processors. `system` is the folder of the machine's processors; tests give another one.
std::vector<Core> FindCores(const std::string& system = "/sys/devices/system/cpu");
// The same for these processors.
std::vector<Core> CoresOf(const std::vector<int>& processors, const std::string& system);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_CORES_H_
