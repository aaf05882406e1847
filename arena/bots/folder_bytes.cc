#include "arena/bots/folder_bytes.h"

#include <filesystem>
#include <system_error>

#include "arena/bots/game_logs.h"

namespace flagfall::arena::bots {

namespace fs = std::filesystem;

std::uint64_t FileBytesOnDisk(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : (size + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

std::uint64_t FolderBytesOnDisk(const std::string& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->symlink_status(ignored).type() == fs::file_type::regular) bytes += FileBytesOnDisk(entry->path());
  }
  return bytes;
}

}  // namespace flagfall::arena::bots
