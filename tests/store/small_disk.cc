#include "tests/store/small_disk.h"

#include <sched.h>
#include <sys/mount.h>

#include "referee/base/check.h"

namespace flagfall::arena::store {

SmallDisk::SmallDisk(const std::string& folder, std::size_t bytes) : folder_(folder) {
  // In a namespace of our own nothing is left behind, however the test ends.
  if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
  const std::string options = "size=" + std::to_string(bytes);
  is_mounted_ = mount("tmpfs", folder_.c_str(), "tmpfs", 0, options.c_str()) == 0;
}

SmallDisk::~SmallDisk() {
  if (is_mounted_) umount2(folder_.c_str(), MNT_DETACH);
}

void SmallDisk::Resize(std::size_t bytes) { Remount(0, "size=" + std::to_string(bytes)); }

void SmallDisk::MakeReadOnly() { Remount(MS_RDONLY, ""); }

void SmallDisk::Remount(unsigned long flags, const std::string& options) {
  FLAGFALL_CHECK(mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, options.c_str()) == 0);
}

}  // namespace flagfall::arena::store
