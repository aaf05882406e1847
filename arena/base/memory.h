#ifndef ARENA_BASE_MEMORY_H_
#define ARENA_BASE_MEMORY_H_

#include <cstdint>
#include <string>

namespace flagfall::arena {

// How many bytes of memory this process may have on this machine: all that there is, or what the control group in which
// it runs is limited to, as a job of Slurm's is. `root` is the root of the file system; tests give another one.
std::uint64_t MemoryBytes(const std::string& root = "");

}  // namespace flagfall::arena

#endif  // ARENA_BASE_MEMORY_H_
