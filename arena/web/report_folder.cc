#include "arena/web/report_folder.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/web/gzip.h"

namespace flagfall::arena::web {
namespace {

namespace fs = std::filesystem;

// A file that marks the folder as a report's; it is written before any other.
constexpr char kMark[] = "flagfall-report.txt";
constexpr char kMarkText[] = "Written by `flagfall report`, which removes `data` and `assets` when it writes again.\n";

}  // namespace

absl::Status ReportFolder::Begin() {
  std::error_code error;
  const fs::path path = path_;
  if (fs::exists(path / kMark, error)) {
    for (const char* part : {"data", "assets"}) fs::remove_all(path / part, error);
  } else if (fs::exists(path, error) && !fs::is_empty(path, error)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path_,
                     " has something in it that is no report; name an empty folder, or one that a report "
                     "was written into"));
  }
  return Write(kMark, kMarkText);
}

absl::Status ReportFolder::Write(const std::string& name, absl::string_view bytes) {
  const fs::path file = fs::path(path_) / name;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return absl::PermissionDeniedError(absl::StrCat("cannot write ", file.string()));
  ++files_;
  bytes_ += bytes.size();
  return absl::OkStatus();
}

absl::Status ReportFolder::WriteData(const std::string& name, const google::protobuf::Message& message) {
  return Write(absl::StrCat("data/", name, ".json.gz"), Gzip(ToJson(message)));
}

}  // namespace flagfall::arena::web
