#ifndef REFEREE_NET_LISTENER_H_
#define REFEREE_NET_LISTENER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/base/descriptor.h"

namespace flagfall {

// The sockets that listen at one address: one, or one for each family that a name such as localhost stands for. Takes
// a Unix socket's file away in the end.
class Listener {
 public:
  // "HOST:PORT" (port 0: one that is free, the same for all families), "[V6]:PORT", "unix:/path" or
  // "unix-abstract:name". A Unix socket's file that nobody listens at any more is replaced. UNAVAILABLE when the
  // address cannot be had.
  static absl::StatusOr<Listener> At(const std::string& address);
  // At a new Unix socket that only its owner, at first this process's user, may connect to. UNAVAILABLE as above.
  static absl::StatusOr<Listener> AtOwnPath(const std::string& path);

  ~Listener();
  Listener(Listener&& other) noexcept = default;
  Listener& operator=(Listener&&) = delete;

  // With the real port.
  const std::string& address() const { return address_; }
  bool is_unix() const { return is_unix_; }
  // Leaves a Unix socket's file to the caller, who removes it. Returns its path.
  std::string ReleasePath() { return std::exchange(path_, {}); }
  // They do not block.
  const std::vector<Descriptor>& sockets() const { return sockets_; }

 private:
  Listener() = default;
  static absl::StatusOr<Listener> AtUnix(const std::string& address);
  static absl::StatusOr<Listener> AtTcp(const std::string& address);

  std::string address_;
  bool is_unix_ = false;
  std::vector<Descriptor> sockets_;
  // The socket's file; none when empty.
  std::string path_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_LISTENER_H_
