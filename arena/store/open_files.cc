#include "arena/store/open_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::store {

OpenFiles::OpenFiles(const std::string& path) : database_(At(path)), log_(At(absl::StrCat(path, "-wal"))) {}

std::optional<OpenFiles::File> OpenFiles::At(std::string path) {
  struct stat found;
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return File{.path = std::move(path), .device = found.st_dev, .inode = found.st_ino};
}

std::string OpenFiles::Missing() const {
  for (const std::optional<File>& opened : {database_, log_}) {
    // A ledger in another journal mode has no log.
    if (!opened.has_value()) continue;
    errno = 0;
    const std::optional<File> now = At(opened->path);
    if (!now.has_value()) {
      // Another error, as of a disk that does not answer, tells nothing of the file.
      if (errno != ENOENT && errno != ENOTDIR) continue;
      return absl::StrCat(opened->path, " was deleted or moved away");
    }
    if (now->device != opened->device || now->inode != opened->inode) {
      return absl::StrCat(opened->path, " was replaced by another file");
    }
  }
  return "";
}

}  // namespace flagfall::arena::store
