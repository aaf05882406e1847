#ifndef ARENA_BOTS_FOLDER_HASHES_H_
#define ARENA_BOTS_FOLDER_HASHES_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::bots {

// The hashes of bots' folders (HashOfFolder). A folder's files are read again only when one of them has changed since,
// by its name, size, inode, and the times of its last writing and of its last change of any kind, of which a program
// cannot set the second. All methods may be called from any thread.
class FolderHashes {
 public:
  // Times of files are no finer than the kernel's tick, and on some file systems than two seconds: a file that has
  // changed less than this ago may change again within the same time.
  static constexpr Micros kSettledAfter = std::chrono::seconds(3);

  // A folder that was looked at less than `looks_every` ago is not looked at again.
  explicit FolderHashes(Micros looks_every, Micros settled_after = kSettledAfter)
      : looks_every_(looks_every), settled_after_(settled_after) {}

  // As HashOfFolder. Waits while another folder is being read.
  absl::StatusOr<std::string> HashOf(const std::string& folder) ABSL_LOCKS_EXCLUDED(mutex_, reading_);

  // How often the files of a folder were read.
  std::uint64_t reads() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Known {
    std::string sha256;
    // Of what is known of the files without reading them. Empty when a file had changed just before, so that another
    // change might bear the same time.
    std::string signature;
    Micros looked{};
  };

  const Micros looks_every_;
  const Micros settled_after_;
  // Held while files are looked at, so that a folder for which many ask at once is read once.
  Mutex reading_ ABSL_ACQUIRED_BEFORE(mutex_);
  mutable Mutex mutex_;
  // By folder.
  std::map<std::string, Known> known_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t reads_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_FOLDER_HASHES_H_
