#ifndef ARENA_STORE_OPEN_FILES_H_
#define ARENA_STORE_OPEN_FILES_H_

#include <sys/types.h>

#include <optional>
#include <string>

namespace flagfall::arena::store {

// Which files a writer has open: a ledger and its write-ahead log. SQLite writes on into a file that was deleted or
// moved away and reports success, although nobody will ever find there what it has written.
class OpenFiles {
 public:
  // To be made when SQLite has just opened both files; `path` is the database's.
  explicit OpenFiles(const std::string& path);

  // Says which file is no longer where it was opened, as in "/home/flagfall.db was deleted". Empty while both are in
  // their places. Costs two calls of the system.
  std::string Missing() const;

 private:
  struct File {
    std::string path;
    dev_t device = 0;
    ino_t inode = 0;
  };
  static std::optional<File> At(std::string path);

  const std::optional<File> database_;
  const std::optional<File> log_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_OPEN_FILES_H_
