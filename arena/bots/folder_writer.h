#ifndef ARENA_BOTS_FOLDER_WRITER_H_
#define ARENA_BOTS_FOLDER_WRITER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/archive_limits.h"

namespace flagfall::arena {

// What lies in a bot's folder.
struct BotFiles {
  // The folder that holds bot.json: the one that was written to or, when that holds nothing but one folder with a
  // bot.json in it, that one. Absolute when the folder written to was given so.
  std::string root;
  // 32 bytes: SHA-256 over each file, in the order of their paths from the root: the path, a zero byte, 'x' where it
  // may be executed and '-' where not, and the SHA-256 of its bytes.
  std::string content_sha256;
  int files = 0;
  // Of the files themselves.
  std::uint64_t bytes = 0;
};

// Writes files into a fresh folder of its own, within limits, whatever the one who names them has in mind: nothing is
// ever written outside of the folder, through a link, or over something else.
//
// Every error names the entry and what would be right; INVALID_ARGUMENT for names and kinds that are not taken,
// RESOURCE_EXHAUSTED above a limit.
class FolderWriter {
 public:
  // Gives the next bytes of a file; none at its end.
  using Source = std::function<absl::StatusOr<absl::string_view>()>;

  // Makes `folder`, whose parent must exist. ALREADY_EXISTS when there is something.
  static absl::StatusOr<std::unique_ptr<FolderWriter>> Make(const std::string& folder, const ArchiveLimits& limits);
  // Removes all that was written, unless it was finished.
  ~FolderWriter();

  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  // Names are paths from the folder, parts separated by `/`; a `./` in front and a `/` at the end of a folder's are let
  // pass. Folders above are made where they are missing. Permissions become 0755 or 0644.
  absl::Status AddFolder(absl::string_view name);
  absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next);

  // To be called once, at the end.
  absl::StatusOr<BotFiles> Finish();

 private:
  struct Node {
    std::string path;
    bool is_folder = false;
    // Named itself, not only on the way to another.
    bool is_named = false;
    bool is_executable = false;
    std::uint64_t bytes = 0;
    std::string sha256 = {};
  };

  FolderWriter(std::string folder, int descriptor, const ArchiveLimits& limits);

  absl::StatusOr<std::vector<std::string>> PartsOf(absl::string_view name) const;
  absl::StatusOr<Node*> AddNode(const std::string& path, bool is_folder, bool is_named);
  absl::Status MakeFoldersAbove(const std::vector<std::string>& parts);
  absl::Status MakeFolder(const std::string& path);
  absl::StatusOr<int> OpenParent(const std::string& path) const;
  absl::Status Fill(int file, Node& node, const Source& next);
  absl::Status Charge(const std::string& path, std::uint64_t bytes);
  std::string OnlyFolder() const;

  const std::string folder_;
  const int descriptor_;
  const ArchiveLimits limits_;
  // By their paths in lower case, so that no two differ by that alone.
  std::map<std::string, Node> nodes_;
  std::uint64_t disk_bytes_ = 0;
  bool is_finished_ = false;
};

// An error about an entry with that name, which may hold anything.
absl::Status EntryError(absl::StatusCode code, absl::string_view name, absl::string_view what);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_FOLDER_WRITER_H_
