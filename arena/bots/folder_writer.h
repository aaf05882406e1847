#ifndef ARENA_BOTS_FOLDER_WRITER_H_
#define ARENA_BOTS_FOLDER_WRITER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/entry_sink.h"
#include "referee/base/descriptor.h"

namespace flagfall::arena::bots {

// The files of a bot's folder.
struct BotFiles {
  // The folder that holds bot.json: the folder that was written, or the one folder in it when it holds nothing else and
  // that folder has a bot.json. Absolute when the folder that was written was given as an absolute path.
  std::string root;
  // 32 bytes: SHA-256 over each file, in the order of their paths from the root: the path, a zero byte, 'x' where it
  // may be executed and '-' where not, and the SHA-256 of its bytes.
  std::string content_sha256;
  // The bytes of all files together.
  std::uint64_t bytes = 0;
};

// Writes files into a new folder, within limits. Names and contents may come from an attacker: nothing is ever written
// outside the folder, through a link, or over another file. For one thread.
//
// Every error names the entry and what would be right: INVALID_ARGUMENT for names that are not accepted,
// RESOURCE_EXHAUSTED above a limit.
class FolderWriter : public EntrySink {
 public:
  // Makes `folder`, whose parent must exist. ALREADY_EXISTS when the path exists.
  static absl::StatusOr<std::unique_ptr<FolderWriter>> Make(const std::string& folder, const ArchiveLimits& limits);
  // Removes the folder, unless Finish has succeeded.
  ~FolderWriter() override;

  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  // `name` is a path from the folder, with `/` between its parts. It may begin with `./`, and a folder's may end with
  // `/`. Missing folders above it are made. Permissions become 0755 or 0644.
  absl::Status AddFolder(absl::string_view name) override;
  absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next) override;

  // Returns what was written. To be called once, at the end.
  absl::StatusOr<BotFiles> Finish();

 private:
  struct Node {
    std::string path;
    bool is_folder = false;
    // Whether it was added itself, not only as part of another path.
    bool is_named = false;
    bool is_executable = false;
    std::uint64_t bytes = 0;
    std::string sha256 = {};
  };

  FolderWriter(std::string folder, Descriptor descriptor, const ArchiveLimits& limits);

  absl::StatusOr<std::vector<std::string>> PartsOf(absl::string_view name) const;
  absl::StatusOr<Node*> AddNode(const std::string& path, bool is_folder, bool is_named);
  absl::Status MakeFoldersAbove(const std::vector<std::string>& parts);
  absl::Status MakeFolder(const std::string& path);
  absl::StatusOr<Descriptor> OpenParent(const std::string& path) const;
  absl::Status Fill(int file, Node& node, const Source& next);
  absl::Status Charge(const std::string& path, std::uint64_t bytes);
  std::string OnlyFolder() const;

  const std::string folder_;
  const Descriptor descriptor_;
  const ArchiveLimits limits_;
  // The entries by their paths in lower case, so that no two differ only by case.
  std::map<std::string, Node> nodes_;
  std::uint64_t disk_bytes_ = 0;
  bool is_finished_ = false;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_FOLDER_WRITER_H_
