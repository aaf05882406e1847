#ifndef REFEREE_BASE_DESCRIPTOR_H_
#define REFEREE_BASE_DESCRIPTOR_H_

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <utility>

namespace flagfall {

// A file descriptor that is closed by whoever owns it last; none is -1.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int get() const { return number_; }
  bool is_valid() const { return number_ >= 0; }
  // The caller closes it.
  int Release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

// How many descriptors the process may have at once.
inline std::size_t DescriptorsMax() {
  rlimit descriptors{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  return static_cast<std::size_t>(descriptors.rlim_cur);
}

}  // namespace flagfall

#endif  // REFEREE_BASE_DESCRIPTOR_H_
