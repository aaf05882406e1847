#include "arena/bots/sandbox/launch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace flagfall::arena {

absl::StatusOr<std::unique_ptr<LaunchFolder>> LaunchFolder::Make(const std::string& parent) {
  std::string path = absl::StrCat(parent, "/b-XXXXXX");
  if (::mkdtemp(path.data()) == nullptr) {
    return absl::InternalError(absl::StrCat("cannot make a folder for a bot under ", parent, ": ", std::strerror(errno)));
  }
  return std::unique_ptr<LaunchFolder>(new LaunchFolder(std::move(path)));
}

LaunchFolder::~LaunchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace flagfall::arena
