#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/archive.h"
#include "arena/bots/left_out.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

absl::Status CannotRead(const std::string& name) {
  return EntryError(absl::StatusCode::kPermissionDenied, name, absl::StrCat("cannot be read: ", std::strerror(errno)));
}

// Returns the names sorted by their bytes, so that a copy that fails always fails at the same entry.
absl::StatusOr<std::vector<std::string>> NamesIn(DIR* folder, const std::string& path) {
  std::vector<std::string> names;
  errno = 0;
  for (const dirent* entry = ::readdir(folder); entry != nullptr; entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != ".." && !IsLeftOut(name)) names.push_back(name);
  }
  if (errno != 0) return CannotRead(path);
  std::sort(names.begin(), names.end());
  return names;
}

absl::Status CopyFile(int file, const std::string& path, bool is_executable, FolderWriter& writer) {
  std::string piece(std::size_t{64} << 10, '\0');
  return writer.AddFile(path, is_executable, [&]() -> absl::StatusOr<absl::string_view> {
    const ssize_t size = ::read(file, piece.data(), piece.size());
    if (size < 0) return CannotRead(path);
    return absl::string_view(piece.data(), static_cast<std::size_t>(size));
  });
}

absl::Status CopyInto(DIR* folder, const std::string& path, FolderWriter& writer);

// Copies an entry, whose path from the top is `path`. The writer limits the depth of folders.
absl::Status CopyEntry(int parent, const std::string& name, const std::string& path, FolderWriter& writer) {
  struct stat info {};
  if (::fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return CannotRead(path);
  if (S_ISLNK(info.st_mode)) {
    return EntryError(absl::StatusCode::kInvalidArgument, path, "is a symbolic link; put the file itself there");
  }
  if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    return EntryError(absl::StatusCode::kInvalidArgument, path, "is neither a file nor a folder");
  }
  // It may have been put in place of another since: then opening it fails, or the copy has what it is now.
  const int kind = S_ISDIR(info.st_mode) ? O_DIRECTORY : 0;
  const int opened = ::openat(parent, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | kind);
  if (opened < 0) return CannotRead(path);
  if (S_ISDIR(info.st_mode)) {
    const Folder folder(::fdopendir(opened));
    FLAGFALL_RETURN_IF_ERROR(writer.AddFolder(path));
    return CopyInto(folder.get(), path, writer);
  }
  absl::Status copied = CopyFile(opened, path, (info.st_mode & S_IXUSR) != 0, writer);
  ::close(opened);
  return copied;
}

absl::Status CopyInto(DIR* folder, const std::string& path, FolderWriter& writer) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesIn(folder, path));
  for (const std::string& name : names) {
    FLAGFALL_RETURN_IF_ERROR(
        CopyEntry(::dirfd(folder), name, path.empty() ? name : absl::StrCat(path, "/", name), writer));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BotFiles> CopyFolder(const std::string& source, const std::string& folder, const ArchiveLimits& limits) {
  const Folder from(::opendir(source.c_str()));
  if (from == nullptr) return absl::NotFoundError(absl::StrCat("folder ", source, ": ", std::strerror(errno)));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<FolderWriter> writer, FolderWriter::Make(folder, limits));
  const absl::Status copied = CopyInto(from.get(), "", *writer);
  if (!copied.ok()) return absl::Status(copied.code(), absl::StrCat("folder ", source, ": ", copied.message()));
  return writer->Finish();
}

}  // namespace flagfall::arena::bots
