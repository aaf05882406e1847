#ifndef ARENA_BOTS_ARCHIVE_LIMITS_H_
#define ARENA_BOTS_ARCHIVE_LIMITS_H_

#include <cstdint>

namespace flagfall::arena::bots {

// The flags by which a host sets these limits. Errors name them, so that a host who is asked for more knows what to
// set.
inline constexpr char kPackedFlag[] = "--bot-packed-max";
inline constexpr char kFileFlag[] = "--bot-file-max";
inline constexpr char kUnpackedFlag[] = "--bot-unpacked-max";

// The limits of a submitted bot. By default the archive and what it unpacks to take at most 64 MiB of the disk
// together.
struct ArchiveLimits {
  // The archive as it is received.
  std::uint64_t archive_bytes_max = std::uint64_t{16} << 20;
  // The flag that raises it.
  const char* archive_flag = kPackedFlag;
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
constexpr ArchiveLimits BuiltLimitsOf(const ArchiveLimits& sent) {
  ArchiveLimits built = sent;
  built.unpacked_bytes_max = sent.unpacked_bytes_max + (std::uint64_t{80} << 20);
  built.file_bytes_max = sent.file_bytes_max + (std::uint64_t{32} << 20);
  built.archive_flag = kUnpackedFlag;
  built.stream_bytes_max = built.archive_bytes_max = built.unpacked_bytes_max / 2 * 3;
  return built;
}
inline constexpr ArchiveLimits kBuiltLimits = BuiltLimitsOf({});

// The copy of the bot's folder, in memory, that a build may write to. More than what it may leave, so that a build that
// leaves too much fails by that limit rather than by a full disk.
constexpr std::uint64_t BuildFolderBytes(const ArchiveLimits& built) {
  return built.unpacked_bytes_max + (std::uint64_t{384} << 20);
}

// What is counted for the disk: a file takes whole blocks, and each name some space in its folder and the file system's
// tables.
inline constexpr std::uint64_t kDiskBlockBytes = 4096;
inline constexpr std::uint64_t kDiskEntryBytes = 512;

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_ARCHIVE_LIMITS_H_
