#include "arena/bots/sandbox/bubblewrap.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/bots/sandbox/launch_plan.h"
#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

// On a system with a merged /usr these are links into it; on others they are folders.
constexpr const char* kSystemFolders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
// What the dynamic linker and the alternatives of Debian (cc, java) need.
constexpr const char* kEtc[] = {"/etc/ld.so.cache", "/etc/alternatives"};
// Folders of /etc with this prefix hold a part of Java.
constexpr const char* kJavaPrefix = "java-";
// These show numbers of the whole machine, from which a bot could learn what others do. They are hidden.
constexpr const char* kHiddenFiles[] = {
    "/proc/loadavg",       "/proc/locks",  "/proc/keys",     "/proc/key-users",    "/proc/interrupts",
    "/proc/softirqs",      "/proc/vmstat", "/proc/zoneinfo", "/proc/buddyinfo",    "/proc/diskstats",
    "/proc/schedstat",     "/proc/swaps",  "/proc/slabinfo", "/proc/pagetypeinfo", "/proc/timer_list",
    "/proc/sysrq-trigger", "/proc/kcore",  "/proc/kmsg",     "/proc/vmallocinfo",  "/proc/kallsyms",
    "/proc/cgroups"};
constexpr const char* kHiddenFolders[] = {"/proc/sys",    "/proc/irq",      "/proc/bus",  "/proc/fs",
                                          "/proc/driver", "/proc/pressure", "/proc/acpi", "/proc/scsi"};

// What a root of the host's choice does not show: the sandbox has its own, or has none.
constexpr absl::string_view kOwnFolders[] = {"/proc", "/sys",  "/dev",    "/tmp", "/run",
                                             "/bot",  "/work", "/source", "/out"};

using Words = std::vector<std::string>;

void Add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

void AddTmpfs(Words& words, std::uint64_t bytes, const std::string& path) {
  Add(words, {"--size", absl::StrCat(bytes), "--tmpfs", path});
}

void AddSystem(Words& words) {
  std::error_code ignored;
  Add(words, {"--ro-bind", "/usr", "/usr"});
  for (const std::string folder : kSystemFolders) {
    if (fs::is_symlink(folder, ignored)) {
      Add(words, {"--symlink", fs::read_symlink(folder, ignored).string(), folder});
    } else if (fs::is_directory(folder, ignored)) {
      Add(words, {"--ro-bind", folder, folder});
    }
  }
  for (const std::string path : kEtc) Add(words, {"--ro-bind-try", path, path});
  for (const fs::directory_entry& entry : fs::directory_iterator("/etc", ignored)) {
    const std::string path = entry.path().string();
    if (entry.path().filename().string().rfind(kJavaPrefix, 0) == 0) Add(words, {"--ro-bind-try", path, path});
  }
}

// What is in the root of the host's choice, but for the folders that every sandbox makes itself.
void AddRoot(Words& words, const SandboxView& view) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(view.root_listed, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::string path = absl::StrCat("/", name);
    if (std::find(std::begin(kOwnFolders), std::end(kOwnFolders), path) != std::end(kOwnFolders)) continue;
    if (entry.is_symlink(ignored)) {
      Add(words, {"--symlink", fs::read_symlink(entry.path(), ignored).string(), path});
    } else {
      Add(words, {"--ro-bind", absl::StrCat(view.root, path), path});
    }
  }
}

void AddProc(Words& words) {
  std::error_code ignored;
  Add(words, {"--proc", "/proc"});
  for (const std::string path : kHiddenFiles) {
    if (fs::exists(path, ignored)) Add(words, {"--ro-bind", "/dev/null", path});
  }
  for (const std::string path : kHiddenFolders) {
    if (fs::exists(path, ignored)) Add(words, {"--tmpfs", path, "--remount-ro", path});
  }
}

}  // namespace

std::vector<std::string> BubblewrapCommand(const SandboxView& view) {
  Words words = {view.bwrap_path,
                 "--unshare-all",
                 "--unshare-user",
                 "--uid",
                 "65534",
                 "--gid",
                 "65534",
                 "--hostname",
                 "bot",
                 "--cap-drop",
                 "ALL",
                 "--disable-userns",
                 "--die-with-parent",
                 "--new-session"};
  if (view.root.empty()) {
    AddSystem(words);
  } else {
    AddRoot(words, view);
  }
  AddProc(words);
  // Bubblewrap's own /dev has terminals, whose number on a machine is limited for all together. A bot gets none.
  Add(words, {"--dev", "/dev", "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"});
  for (const char* path : {"/dev/shm", "/tmp", kSandboxHome}) AddTmpfs(words, view.scratch_bytes, path);
  if (view.build_archive.empty()) {
    Add(words, {"--ro-bind", view.bot_folder, kSandboxBotFolder});
  } else {
    AddTmpfs(words, view.build_folder_bytes, kSandboxBotFolder);
    Add(words, {"--ro-bind", view.bot_folder, "/source", "--bind", view.build_archive, "/out"});
  }
  Add(words, {"--ro-bind", view.starter, kSandboxStarter});
  if (!view.socket_path.empty()) Add(words, {"--ro-bind", view.socket_path, kSandboxSocket});
  // Without this a bot could fill bubblewrap's own folders without limit.
  Add(words,
      {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--seccomp", absl::StrCat(supervisor::kFilter)});
  return words;
}

}  // namespace flagfall::arena::bots
