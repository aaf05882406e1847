#ifndef ARENA_BOTS_ARCHIVE_LIMITS_H_
#define ARENA_BOTS_ARCHIVE_LIMITS_H_

#include <cstdint>

namespace flagfall::arena::bots {

// The limits of a submitted bot. The archive and what it unpacks to take at most 64 MiB of the disk together.
struct ArchiveLimits {
  // The archive as it is received.
  std::uint64_t archive_bytes_max = std::uint64_t{16} << 20;
  // All that it unpacks to, as it lies on a disk: see kDiskBlockBytes and kDiskEntryBytes.
  std::uint64_t unpacked_bytes_max = std::uint64_t{48} << 20;
  // The archive without its compression, including headers and padding.
  std::uint64_t stream_bytes_max = std::uint64_t{96} << 20;
  std::uint64_t file_bytes_max = std::uint64_t{32} << 20;
  // Files and folders, including folders that are named only as part of another path.
  int entries_max = 10'000;
  // The parts of a path, and its bytes.
  int depth_max = 32;
  int path_bytes_max = 512;
};

// The limits of what the build of a submitted bot may leave: more than was sent, since a program contains its
// libraries.
inline constexpr ArchiveLimits kBuiltLimits{.archive_bytes_max = std::uint64_t{192} << 20,
                                            .unpacked_bytes_max = std::uint64_t{128} << 20,
                                            .stream_bytes_max = std::uint64_t{192} << 20,
                                            .file_bytes_max = std::uint64_t{64} << 20};

// What is counted for the disk: a file takes whole blocks, and each name some space in its folder and the file system's
// tables.
inline constexpr std::uint64_t kDiskBlockBytes = 4096;
inline constexpr std::uint64_t kDiskEntryBytes = 512;

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_ARCHIVE_LIMITS_H_
