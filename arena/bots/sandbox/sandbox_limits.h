#ifndef ARENA_BOTS_SANDBOX_SANDBOX_LIMITS_H_
#define ARENA_BOTS_SANDBOX_SANDBOX_LIMITS_H_

#include <cstdint>

// The limits of a bot in a sandbox, whatever its manifest asks for. SandboxSettings has those that a host may change.
namespace flagfall::arena::bots::sandbox_limits {

inline constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Memory of all its processes together, including their files in /tmp, /work and /dev/shm.
inline constexpr std::uint64_t kMemoryBytesDefault = 1024 * kMiB;
inline constexpr std::uint64_t kMemoryBytesMost = 4096 * kMiB;
// What a build may have beside the copy of the bot's folder in memory.
inline constexpr std::uint64_t kBuildMemoryBytesMore = 1536 * kMiB;

inline constexpr std::uint64_t kProcessesDefault = 32;
inline constexpr std::uint64_t kProcessesMost = 256;
inline constexpr std::uint64_t kBuildProcesses = 128;
// Where the kernel counts, threads count as well; a gRPC client alone has a dozen.
inline constexpr std::uint64_t kTasksPerProcess = 8;
inline constexpr std::uint64_t kTasksMore = 128;

// The size of each of /tmp, /work and /dev/shm.
inline constexpr std::uint64_t kScratchBytes = 32 * kMiB;
inline constexpr std::uint64_t kBuildScratchBytes = 256 * kMiB;
// What the archive that comes out of a build may have beside the copy of the folder, so that one which is too large
// fails with a clear error rather than with tar's.
inline constexpr std::uint64_t kBuildArchiveBytesMore = 64 * kMiB;

}  // namespace flagfall::arena::bots::sandbox_limits

#endif  // ARENA_BOTS_SANDBOX_SANDBOX_LIMITS_H_
