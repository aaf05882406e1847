// Any bytes as an archive: they are refused with a message and leave nothing, or unpack to files within the limits.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "arena/bots/folder_writer.h"
#include "arena/bots/reader/archive_entries.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::archive_fuzz {
namespace {

namespace fs = std::filesystem;
using arena::bots::ArchiveLimits;

// Small, so that each is met soon.
constexpr ArchiveLimits kLimits = {.archive_bytes_max = 16 << 10,
                                   .unpacked_bytes_max = 256 << 10,
                                   .stream_bytes_max = 512 << 10,
                                   .file_bytes_max = 64 << 10,
                                   .entries_max = 30};

const fs::path& Folder() {
  // Never destroyed: it is removed when the process exits.
  static const fs::path* const folder = [] {
    // In memory, where a disk would take most of the time.
    char memory[] = "/dev/shm/flagfall-fuzz-XXXXXX";
    char disk[] = "/tmp/flagfall-fuzz-XXXXXX";
    const char* const path = mkdtemp(memory) != nullptr ? memory : mkdtemp(disk);
    FLAGFALL_CHECK(path != nullptr);
    std::atexit([] {
      std::error_code ignored;
      fs::remove_all(Folder(), ignored);
    });
    return new fs::path(path);
  }();
  return *folder;
}

// As UnpackArchive does it, but the archive is read in this process.
absl::StatusOr<arena::bots::BotFiles> Unpack(const fs::path& archive, const fs::path& target) {
  const int file = ::open(archive.c_str(), O_RDONLY);
  FLAGFALL_CHECK(file >= 0);
  const absl::Cleanup close = [file] { ::close(file); };
  FLAGFALL_ASSIGN_OR_RETURN(const auto writer, arena::bots::FolderWriter::Make(target.string(), kLimits));
  FLAGFALL_RETURN_IF_ERROR(arena::bots::ReadArchive(file, kLimits, *writer));
  return writer->Finish();
}

}  // namespace

FLAGFALL_FUZZER(archive) {
  const fs::path archive = Folder() / "archive";
  const fs::path target = Folder() / "bot";
  std::ofstream(archive, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  const auto files = Unpack(archive, target);
  if (!files.ok()) {
    FLAGFALL_CHECK(!files.status().message().empty() && !fs::exists(target));
    return 0;
  }
  int entries = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(target)) {
    ++entries;
    FLAGFALL_CHECK(!entry.is_symlink() && (entry.is_regular_file() || entry.is_directory()));
  }
  FLAGFALL_CHECK(entries <= kLimits.entries_max && files->bytes <= kLimits.unpacked_bytes_max);
  fs::remove_all(target);
  return 0;
}

}  // namespace flagfall::fuzz::archive_fuzz
