#include "arena/bots/folder_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/base/durable_files.h"
#include "arena/base/utf8.h"
#include "referee/base/check.h"
#include "referee/base/descriptor.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

constexpr std::size_t kPartBytesMax = 255;
constexpr mode_t kFolderMode = 0755;

absl::Status BadName(absl::string_view name, absl::string_view what) {
  return EntryError(absl::StatusCode::kInvalidArgument, name, what);
}

absl::Status SystemError(absl::string_view name, absl::string_view what) {
  const int error = errno;
  const auto code =
      error == ENOSPC || error == EDQUOT ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kInternal;
  return EntryError(code, name, absl::StrCat("cannot be ", what, ": ", std::strerror(error)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<FolderWriter>> FolderWriter::Make(const std::string& folder,
                                                                 const ArchiveLimits& limits) {
  if (::mkdir(folder.c_str(), 0700) != 0) {
    const auto code = errno == EEXIST ? absl::StatusCode::kAlreadyExists : absl::StatusCode::kInternal;
    return absl::Status(code, absl::StrCat("cannot make the folder ", folder, ": ", std::strerror(errno)));
  }
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!descriptor.is_valid()) {
    const absl::Status error = absl::InternalError(absl::StrCat("cannot open ", folder, ": ", std::strerror(errno)));
    ::rmdir(folder.c_str());
    return error;
  }
  return std::unique_ptr<FolderWriter>(new FolderWriter(folder, std::move(descriptor), limits));
}

FolderWriter::FolderWriter(std::string folder, Descriptor descriptor, const ArchiveLimits& limits)
    : folder_(std::move(folder)), descriptor_(std::move(descriptor)), limits_(limits) {}

FolderWriter::~FolderWriter() {
  std::error_code ignored;
  if (!is_finished_) std::filesystem::remove_all(folder_, ignored);
}

absl::Status FolderWriter::AddFolder(absl::string_view name) {
  while (absl::EndsWith(name, "/")) name.remove_suffix(1);
  // The folder itself, as `tar -C DIR .` has it.
  if (name == ".") return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  FLAGFALL_RETURN_IF_ERROR(MakeFoldersAbove(parts));
  const std::string path = absl::StrJoin(parts, "/");
  const auto known = nodes_.find(absl::AsciiStrToLower(path));
  if (known != nodes_.end() && known->second.is_folder && !known->second.is_named && known->second.path == path) {
    known->second.is_named = true;
    return absl::OkStatus();
  }
  FLAGFALL_RETURN_IF_ERROR(AddNode(path, /*is_folder=*/true, /*is_named=*/true).status());
  return MakeFolder(path);
}

absl::Status FolderWriter::AddFile(absl::string_view name, bool is_executable, const Source& next) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  FLAGFALL_RETURN_IF_ERROR(MakeFoldersAbove(parts));
  const std::string path = absl::StrJoin(parts, "/");
  FLAGFALL_ASSIGN_OR_RETURN(Node* const node, AddNode(path, /*is_folder=*/false, /*is_named=*/true));
  node->is_executable = is_executable;
  FLAGFALL_ASSIGN_OR_RETURN(const Descriptor parent, OpenParent(path));
  const Descriptor file(
      ::openat(parent.get(), parts.back().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_valid()) return SystemError(path, "made");
  FLAGFALL_RETURN_IF_ERROR(Fill(file.get(), *node, next));
  // Independent of the process's umask.
  if (::fchmod(file.get(), is_executable ? 0755 : 0644) != 0) return SystemError(path, "given its permissions");
  return absl::OkStatus();
}

absl::Status FolderWriter::Fill(int file, Node& node, const Source& next) {
  Sha256 digest;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const absl::string_view bytes, next());
    if (bytes.empty()) break;
    if (bytes.size() > limits_.file_bytes_max - node.bytes) {
      return EntryError(absl::StatusCode::kResourceExhausted, node.path,
                        absl::StrCat("is larger than ", limits_.file_bytes_max,
                                     " bytes, the most a file may have, unless the host sets ", kFileFlag));
    }
    const auto blocks_of = [](std::uint64_t size) { return (size + kDiskBlockBytes - 1) / kDiskBlockBytes; };
    const std::uint64_t blocks = blocks_of(node.bytes + bytes.size()) - blocks_of(node.bytes);
    FLAGFALL_RETURN_IF_ERROR(Charge(node.path, blocks * kDiskBlockBytes));
    if (!WriteAll(file, bytes)) return SystemError(node.path, "written");
    digest.Update(bytes);
    node.bytes += bytes.size();
  }
  node.sha256 = digest.Digest();
  return absl::OkStatus();
}

absl::StatusOr<BotFiles> FolderWriter::Finish() {
  FLAGFALL_CHECK(!is_finished_);
  if (::fchmod(descriptor_.get(), kFolderMode) != 0) return SystemError(folder_, "given its permissions");
  const std::string only = OnlyFolder();
  const std::size_t prefix = only.empty() ? 0 : only.size() + 1;
  std::map<std::string, const Node*> files;
  for (const auto& [key, node] : nodes_) {
    if (!node.is_folder) files[node.path.substr(prefix)] = &node;
  }
  BotFiles found{.root = only.empty() ? folder_ : absl::StrCat(folder_, "/", only), .content_sha256 = {}};
  Sha256 digest;
  for (const auto& [path, node] : files) {
    // The path with its closing zero byte, which no path contains.
    digest.Update(absl::string_view(path.c_str(), path.size() + 1));
    digest.Update(node->is_executable ? "x" : "-");
    digest.Update(node->sha256);
    found.bytes += node->bytes;
  }
  found.content_sha256 = digest.Digest();
  is_finished_ = true;
  return found;
}

// Returns the one folder that holds everything, if it holds the manifest; otherwise an empty string.
std::string FolderWriter::OnlyFolder() const {
  std::string only;
  for (const auto& [key, node] : nodes_) {
    const std::string top = node.path.substr(0, node.path.find('/'));
    if (!only.empty() && top != only) return "";
    if (!node.is_folder && node.path == top) return "";
    only = top;
  }
  const auto manifest = nodes_.find(absl::AsciiStrToLower(only) + "/bot.json");
  const bool is_there = manifest != nodes_.end() && !manifest->second.is_folder;
  return is_there && manifest->second.path == only + "/bot.json" ? only : "";
}

absl::StatusOr<std::vector<std::string>> FolderWriter::PartsOf(absl::string_view name) const {
  if (name.size() > static_cast<std::size_t>(limits_.path_bytes_max)) {
    return BadName(name, absl::StrCat("has a path of ", name.size(), " bytes; at most ", limits_.path_bytes_max));
  }
  if (!IsUtf8(name)) return BadName(name, "has a name that is not UTF-8");
  if (std::any_of(name.begin(), name.end(), [](char c) { return absl::ascii_iscntrl(c) || c == '\\'; })) {
    return BadName(name, "has a control character or a backslash in its name");
  }
  if (absl::StartsWith(name, "/")) return BadName(name, "has an absolute path; it must start from the bot's folder");
  while (absl::StartsWith(name, "./")) name.remove_prefix(2);
  std::vector<std::string> parts = absl::StrSplit(name, '/');
  if (parts.size() > static_cast<std::size_t>(limits_.depth_max)) {
    return BadName(name, absl::StrCat("is ", parts.size(), " folders deep; at most ", limits_.depth_max));
  }
  for (const std::string& part : parts) {
    if (part == "..") return BadName(name, "has '..' in its path; it must stay in the bot's folder");
    if (part.empty() || part == ".") return BadName(name, "has an empty part or '.' in its path");
    if (part.size() > kPartBytesMax) return BadName(name, absl::StrCat("has a name longer than ", kPartBytesMax));
  }
  return parts;
}

absl::StatusOr<FolderWriter::Node*> FolderWriter::AddNode(const std::string& path, bool is_folder, bool is_named) {
  const auto [found, is_new] =
      nodes_.try_emplace(absl::AsciiStrToLower(path), Node{.path = path, .is_folder = is_folder, .is_named = is_named});
  if (!is_new) {
    const std::string& known = found->second.path;
    return BadName(path, known == path ? "is there twice" : absl::StrCat("differs from '", known, "' by case alone"));
  }
  if (nodes_.size() > static_cast<std::size_t>(limits_.entries_max)) {
    return EntryError(absl::StatusCode::kResourceExhausted, path,
                      absl::StrCat("is one too many; at most ", limits_.entries_max, " files and folders"));
  }
  FLAGFALL_RETURN_IF_ERROR(Charge(path, kDiskEntryBytes + (is_folder ? kDiskBlockBytes : 0)));
  return &found->second;
}

absl::Status FolderWriter::MakeFoldersAbove(const std::vector<std::string>& parts) {
  std::string path;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    absl::StrAppend(&path, path.empty() ? "" : "/", parts[i]);
    const auto known = nodes_.find(absl::AsciiStrToLower(path));
    if (known != nodes_.end() && known->second.path == path) {
      if (known->second.is_folder) continue;
      return BadName(absl::StrJoin(parts, "/"), absl::StrCat("lies under '", path, "', which is a file"));
    }
    FLAGFALL_RETURN_IF_ERROR(AddNode(path, /*is_folder=*/true, /*is_named=*/false).status());
    FLAGFALL_RETURN_IF_ERROR(MakeFolder(path));
  }
  return absl::OkStatus();
}

absl::Status FolderWriter::MakeFolder(const std::string& path) {
  FLAGFALL_ASSIGN_OR_RETURN(const Descriptor parent, OpenParent(path));
  const std::string name = path.substr(path.rfind('/') + 1);
  if (::mkdirat(parent.get(), name.c_str(), 0700) != 0) return SystemError(path, "made");
  if (::fchmodat(parent.get(), name.c_str(), kFolderMode, 0) != 0) return SystemError(path, "given its permissions");
  return absl::OkStatus();
}

// Opens the folder above `path`, name by name from the top and through no link, because another process may change the
// folder meanwhile.
absl::StatusOr<Descriptor> FolderWriter::OpenParent(const std::string& path) const {
  Descriptor folder(::fcntl(descriptor_.get(), F_DUPFD_CLOEXEC, 0));
  std::size_t start = 0;
  for (std::size_t slash = path.find('/'); folder.is_valid() && slash != std::string::npos;
       slash = path.find('/', start)) {
    const std::string part = path.substr(start, slash - start);
    folder = Descriptor(::openat(folder.get(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    start = slash + 1;
  }
  if (!folder.is_valid()) return SystemError(path, "reached");
  return folder;
}

absl::Status FolderWriter::Charge(const std::string& path, std::uint64_t bytes) {
  if (bytes <= limits_.unpacked_bytes_max - disk_bytes_) {
    disk_bytes_ += bytes;
    return absl::OkStatus();
  }
  return EntryError(absl::StatusCode::kResourceExhausted, path,
                    absl::StrCat("is beyond the ", limits_.unpacked_bytes_max,
                                 " bytes that a bot may take on the disk, unless the host sets ", kUnpackedFlag));
}

}  // namespace flagfall::arena::bots
