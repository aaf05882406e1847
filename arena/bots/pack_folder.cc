#include "arena/bots/pack_folder.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/utf8.h"
#include "arena/bots/folder_writer.h"
#include "arena/bots/left_out.h"
#include "arena/bots/utf8_locale.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

absl::Status WriteError(archive* writer) {
  const char* const why = archive_error_string(writer);
  return absl::InternalError(absl::StrCat("cannot write the archive: ", why == nullptr ? "unknown reason" : why));
}

absl::Status AddFile(archive* writer, const fs::path& path, const std::string& name) {
  if (!IsUtf8(name)) return EntryError(absl::StatusCode::kInvalidArgument, name, "has a name that is not UTF-8");
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::PermissionDeniedError(absl::StrCat("cannot read ", path.string()));
  std::error_code error;
  const bool is_executable = (fs::status(path, error).permissions() & fs::perms::owner_exec) != fs::perms::none;
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname_utf8(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), is_executable ? 0755 : 0644);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(fs::file_size(path, error)));
  if (archive_write_header(writer, entry.get()) != ARCHIVE_OK) return WriteError(writer);
  std::vector<char> buffer(std::size_t{64} << 10);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0) {
    if (archive_write_data(writer, buffer.data(), static_cast<std::size_t>(file.gcount())) < 0) {
      return WriteError(writer);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status PackFolder(const std::string& folder, const std::string& archive_path) {
  const Utf8Locale locale;
  const Writer writer(archive_write_new(), archive_write_free);
  archive_write_add_filter_gzip(writer.get());
  archive_write_set_format_pax_restricted(writer.get());
  if (archive_write_open_filename(writer.get(), archive_path.c_str()) != ARCHIVE_OK) return WriteError(writer.get());
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (IsLeftOut(it->path().filename().string())) {
      it.disable_recursion_pending();
      continue;
    }
    if (it->is_symlink() || !(it->is_regular_file() || it->is_directory())) {
      return absl::InvalidArgumentError(absl::StrCat(
          it->path().string(), " is neither a file nor a folder; copies of links are taken, links are not"));
    }
    if (it->is_regular_file()) paths.push_back(it->path());
  }
  if (error) return absl::NotFoundError(absl::StrCat("cannot read ", folder, ": ", error.message()));
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    FLAGFALL_RETURN_IF_ERROR(AddFile(writer.get(), path, path.lexically_relative(folder).string()));
  }
  return archive_write_close(writer.get()) == ARCHIVE_OK ? absl::OkStatus() : WriteError(writer.get());
}

}  // namespace flagfall::arena::bots
