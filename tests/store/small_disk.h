#ifndef TESTS_STORE_SMALL_DISK_H_
#define TESTS_STORE_SMALL_DISK_H_

#include <cstddef>
#include <string>

namespace flagfall::arena::store {

// A small file system, mounted on a folder in a mount namespace that only this process sees. Without the right to
// mount, IsMounted is false and the folder is an ordinary one.
class SmallDisk {
 public:
  SmallDisk(const std::string& folder, std::size_t bytes);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();

  bool IsMounted() const { return is_mounted_; }
  void Resize(std::size_t bytes);
  void MakeReadOnly();

 private:
  void Remount(unsigned long flags, const std::string& options);

  const std::string folder_;
  bool is_mounted_ = false;
};

}  // namespace flagfall::arena::store

#endif  // TESTS_STORE_SMALL_DISK_H_
