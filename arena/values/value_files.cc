#include "arena/values/value_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "arena/base/json.h"
#include "arena/base/private_files.h"
#include "arena/values/deal.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::values {
namespace {

namespace fs = std::filesystem;

constexpr char kEnding[] = ".json";
// Many times what a value function takes.
constexpr std::uintmax_t kFileBytesMax = std::uintmax_t{16} << 20;

std::string FileOf(const std::string& folder, std::uint32_t version) {
  return absl::StrCat(folder, "/", version, kEnding);
}

// Of the files that are there, in ascending order. Others in the folder, as what a killed process has left, are none.
std::vector<std::uint32_t> VersionsIn(const std::string& folder) {
  std::vector<std::uint32_t> versions;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::uint32_t version = 0;
    const bool is_number = absl::SimpleAtoi(entry.path().stem().string(), &version) && version > 0;
    if (is_number && entry.path() == fs::path(FileOf(folder, version))) versions.push_back(version);
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

absl::Status CheckFeatures(const std::string& path, const v1::ValueFunction& value_function) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> names, DealFeatureNames(value_function.ruleset().id()));
  const bool is_same =
      std::equal(names.begin(), names.end(), value_function.weights().begin(), value_function.weights().end(),
                 [](const std::string& name, const auto& weight) { return name == weight.feature(); });
  if (is_same) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": its features are not those of this flagfall; `flagfall value fit` makes a value function anew"));
}

}  // namespace

std::string ValuesFolder(const std::string& ledger_path) {
  return (fs::path(ledger_path).parent_path() / "values").string();
}

absl::StatusOr<std::uint32_t> StoreValueFunction(const std::string& folder, v1::ValueFunction value_function) {
  FLAGFALL_RETURN_IF_ERROR(MakePrivateFolders(folder));
  const std::string unfinished = absl::StrCat(folder, "/new.", ::getpid());
  const absl::Cleanup remove = [&] { (void)::unlink(unfinished.c_str()); };
  const std::vector<std::uint32_t> versions = VersionsIn(folder);
  for (std::uint32_t version = versions.empty() ? 1 : versions.back() + 1;; ++version) {
    value_function.set_version(version);
    FLAGFALL_RETURN_IF_ERROR(WriteDurably(unfinished, ToJson(value_function, JsonLayout::kIndented) + "\n"));
    const std::string path = FileOf(folder, version);
    // A link fails where another process was first, and a file is there whole or not at all.
    if (::link(unfinished.c_str(), path.c_str()) == 0) break;
    if (errno != EEXIST) return FileError(path, "written", errno);
  }
  FLAGFALL_RETURN_IF_ERROR(SyncToDisk(folder));
  return value_function.version();
}

absl::StatusOr<v1::ValueFunction> ReadValueFunction(const std::string& folder, std::uint32_t version) {
  const std::string path = FileOf(folder, version);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) {
    return absl::NotFoundError(
        absl::StrCat("there is no value function ", version, "; `flagfall value list` shows those there are"));
  }
  std::ifstream file(path);
  std::stringstream text;
  if (size <= kFileBytesMax) text << file.rdbuf();
  v1::ValueFunction value_function;
  const absl::Status read = FromJson(text.str(), path, value_function);
  if (!read.ok() || value_function.version() != version) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": is not value function ", version, read.ok() ? "" : absl::StrCat(": ", read.message())));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckFeatures(path, value_function));
  return value_function;
}

ValueFunctions ListValueFunctions(const std::string& folder) {
  ValueFunctions all;
  for (const std::uint32_t version : VersionsIn(folder)) {
    absl::StatusOr<v1::ValueFunction> read = ReadValueFunction(folder, version);
    if (read.ok()) {
      all.functions.push_back(*std::move(read));
    } else {
      all.unusable.push_back(read.status());
    }
  }
  return all;
}

}  // namespace flagfall::arena::values
