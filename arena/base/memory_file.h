#ifndef ARENA_BASE_MEMORY_FILE_H_
#define ARENA_BASE_MEMORY_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace flagfall::arena {

// A file in memory that no other user can read, and of which nothing is left whenever this process ends.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("flagfall", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // Below 0 where the system has given none, for the reason in errno.
  int descriptor() const { return descriptor_; }
  // By which this process can open it.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  const int descriptor_;
};

}  // namespace flagfall::arena

#endif  // ARENA_BASE_MEMORY_FILE_H_
