#include "arena/bots/folder_hash.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/left_out.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

absl::Status CannotRead(const fs::path& path, const std::error_code& error) {
  const std::string message = absl::StrCat(path.string(), " cannot be read: ", error.message());
  return error == std::errc::no_such_file_or_directory ? absl::NotFoundError(message)
                                                       : absl::PermissionDeniedError(message);
}

absl::StatusOr<std::string> HashOfFile(const fs::path& path) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (file == nullptr) return CannotRead(path, std::error_code(errno, std::generic_category()));
  Sha256 digest;
  std::string piece(std::size_t{64} << 10, '\0');
  for (std::size_t size = 1; size > 0;) {
    size = std::fread(piece.data(), 1, piece.size(), file.get());
    digest.Update({piece.data(), size});
  }
  // The hash of its beginning is not its hash.
  if (std::ferror(file.get()) != 0) return CannotRead(path, std::error_code(errno, std::generic_category()));
  return digest.Digest();
}

// Adds the entries of a folder, whose path from the top is `path`, in the order of their names.
absl::Status AddFolder(const fs::path& folder, const std::string& path, Sha256& digest) {
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator it(folder, error); !error && it != fs::directory_iterator(); it.increment(error)) {
    if (!IsLeftOut(it->path().filename().string())) entries.push_back(*it);
  }
  if (error) return CannotRead(folder, error);
  std::sort(entries.begin(), entries.end());
  for (const fs::directory_entry& entry : entries) {
    const std::string name = absl::StrCat(path, "/", entry.path().filename().string());
    const fs::file_status status = entry.symlink_status(error);
    if (error) return CannotRead(entry.path(), error);
    if (fs::is_symlink(status)) {
      const fs::path target = fs::read_symlink(entry.path(), error);
      if (error) return CannotRead(entry.path(), error);
      digest.Update(absl::StrCat(name, std::string(1, '\0'), "l", Sha256Of(target.string())));
    } else if (fs::is_directory(status)) {
      FLAGFALL_RETURN_IF_ERROR(AddFolder(entry.path(), name, digest));
    } else if (fs::is_regular_file(status)) {
      FLAGFALL_ASSIGN_OR_RETURN(const std::string hash, HashOfFile(entry.path()));
      const bool is_executable = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
      digest.Update(absl::StrCat(name, std::string(1, '\0'), is_executable ? "x" : "-", hash));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> HashOfFolder(const std::string& folder) {
  Sha256 digest;
  FLAGFALL_RETURN_IF_ERROR(AddFolder(folder, "", digest));
  return digest.Digest();
}

}  // namespace flagfall::arena::bots
