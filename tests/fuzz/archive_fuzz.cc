// Any bytes as an archive: they are refused with a message and leave nothing, or unpack to files within the limits.

#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "arena/bots/archive.h"
#include "referee/base/check.h"

namespace {

namespace fs = std::filesystem;
using flagfall::arena::bots::ArchiveLimits;

// Small, so that each is met soon.
constexpr ArchiveLimits kLimits = {.archive_bytes_max = 16 << 10,
                                   .unpacked_bytes_max = 256 << 10,
                                   .stream_bytes_max = 512 << 10,
                                   .file_bytes_max = 64 << 10,
                                   .entries_max = 30};

const fs::path& Folder() {
  static const fs::path folder = [] {
    char path[] = "/tmp/flagfall-fuzz-XXXXXX";
    FLAGFALL_CHECK(mkdtemp(path) != nullptr);
    return fs::path(path);
  }();
  return folder;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const fs::path archive = Folder() / "archive";
  const fs::path target = Folder() / "bot";
  std::ofstream(archive, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  const auto files = flagfall::arena::bots::UnpackArchive(archive.string(), target.string(), kLimits);
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
