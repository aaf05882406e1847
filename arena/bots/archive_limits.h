#ifndef ARENA_BOTS_ARCHIVE_LIMITS_H_
#define ARENA_BOTS_ARCHIVE_LIMITS_H_

#include <cstdint>

namespace flagfall::arena {

// How much a submitted bot may be. What is received and what it unpacks to are at most 64 MiB on the disk together.
struct ArchiveLimits {
  // Of the archive as it is received.
  std::uint64_t archive_bytes_max = std::uint64_t{16} << 20;
  // Of all that it unpacks to, as it lies on a disk: see kDiskBlockBytes and kDiskEntryBytes.
  std::uint64_t unpacked_bytes_max = std::uint64_t{48} << 20;
  // Of the archive without its compression, headers and padding included.
  std::uint64_t stream_bytes_max = std::uint64_t{96} << 20;
  std::uint64_t file_bytes_max = std::uint64_t{32} << 20;
  // Files and folders, those included that are only named on the way to another.
  int entries_max = 10'000;
  // Parts of a path, and its bytes.
  int depth_max = 32;
  int path_bytes_max = 512;
};

// How much the build of a submitted bot may leave: more than was sent, since a program holds its libraries.
inline constexpr ArchiveLimits kBuiltLimits{.archive_bytes_max = std::uint64_t{192} << 20,
                                            .unpacked_bytes_max = std::uint64_t{128} << 20,
                                            .stream_bytes_max = std::uint64_t{192} << 20,
                                            .file_bytes_max = std::uint64_t{64} << 20};

// On a disk a file takes whole blocks, and every name some room in its folder and the file system's tables.
inline constexpr std::uint64_t kDiskBlockBytes = 4096;
inline constexpr std::uint64_t kDiskEntryBytes = 512;

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_ARCHIVE_LIMITS_H_
