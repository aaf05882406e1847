#include "arena/cluster/lease_logs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"

namespace flagfall::arena::cluster {

std::string FolderOfLeaseLogs(const std::string& logs_folder, std::uint64_t lease, std::size_t kept) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> folders;
  for (fs::directory_iterator entry(logs_folder, error), end; !error && entry != end; entry.increment(error)) {
    folders.emplace_back(entry->last_write_time(error), entry->path());
  }
  std::sort(folders.begin(), folders.end());
  const std::size_t too_many = folders.size() + 1 - std::min(folders.size() + 1, kept);
  for (std::size_t i = 0; i < too_many; ++i) fs::remove_all(folders[i].second, error);
  std::string folder = absl::StrCat(logs_folder, "/", absl::Hex(lease, absl::kZeroPad16));
  MakePrivateFolders(folder).IgnoreError();
  return folder;
}

}  // namespace flagfall::arena::cluster
