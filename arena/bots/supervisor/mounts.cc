#include "arena/bots/supervisor/mounts.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots::supervisor {
namespace {

// A path that is opened before this cannot be bind-mounted after it: the kernel takes it for another namespace's.
bool TakeOwnMounts() {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool MountEmpty(const std::string& folder) {
  return ::mount("flagfall", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m,nr_inodes=64") == 0;
}

// Bind-mounts the file or folder that is open as `source` at `target`, which it creates.
bool BindMount(int source, const std::string& target) {
  struct stat info {};
  if (::fstat(source, &info) != 0) return false;
  if (S_ISDIR(info.st_mode)) {
    if (::mkdir(target.c_str(), 0755) != 0) return false;
  } else {
    const int file = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return false;
    ::close(file);
  }
  const std::string path = "/proc/self/fd/" + std::to_string(source);
  return ::mount(path.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

// The first folder on the way to `path` that others than its owner and its group may not search; empty where there is
// none.
std::string HiddenAbove(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    struct stat info {};
    if (::stat(folder.c_str(), &info) == 0 && (info.st_mode & S_IXOTH) == 0) return folder;
  }
  return "";
}

void MakeFoldersAbove(const std::string& path, std::size_t first) {
  constexpr mode_t kForAll = 0755;
  for (std::size_t slash = path.find('/', first + 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    ::mkdir(path.substr(0, slash).c_str(), kForAll);
  }
}

}  // namespace

bool Stage(const SupervisorOptions& options) {
  // A staged path may itself lie below kStagePath, so all are opened before the mount.
  if (options.staged_paths.empty()) return true;
  if (!TakeOwnMounts()) return false;
  std::vector<int> sources;
  for (const auto& [from, to] : options.staged_paths) sources.push_back(::open(from.c_str(), O_PATH | O_CLOEXEC));
  if (!MountEmpty(kStagePath)) return false;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!BindMount(sources[i], std::string(kStagePath) + "/" + options.staged_paths[i].second)) return false;
    ::close(sources[i]);
  }
  return true;
}

bool Reveal(const SupervisorOptions& options) {
  std::vector<std::string> paths = options.given_paths;
  paths.push_back(options.folder);
  std::vector<std::pair<std::string, std::string>> hidden;
  for (const std::string& path : paths) {
    // What is in the bot's folder comes with it.
    const bool is_in_folder = path.starts_with(options.folder + "/");
    const std::string above = is_in_folder ? "" : HiddenAbove(path);
    if (!above.empty()) hidden.emplace_back(path, above);
  }
  if (hidden.empty()) return true;
  if (!TakeOwnMounts()) return false;
  std::vector<int> sources;
  std::set<std::string> covered;
  for (const auto& [path, above] : hidden) sources.push_back(::open(path.c_str(), O_PATH | O_CLOEXEC));
  for (const auto& [path, above] : hidden) {
    if (covered.insert(above).second && !MountEmpty(above)) return false;
  }
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    MakeFoldersAbove(hidden[i].first, hidden[i].second.size());
    if (!BindMount(sources[i], hidden[i].first)) return false;
    ::close(sources[i]);
  }
  return true;
}

}  // namespace flagfall::arena::bots::supervisor
