#ifndef TESTS_ABUSE_RAW_CONNECTION_H_
#define TESTS_ABUSE_RAW_CONNECTION_H_

#include <openssl/types.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::abuse {

using SteadyTime = std::chrono::steady_clock::time_point;

// One connection of an attacker to a TCP port of the referee: bytes out, and frames in that are only counted. Every
// call returns at the latest when the time of the attack is over. For one thread.
class RawConnection {
 public:
  struct Options {
    // "127.0.0.1:PORT".
    std::string address;
    // The address to connect from, as 127.0.0.2.
    std::string source;
    // When the attack is over.
    SteadyTime until;
  };
  // Connects. Where that fails, the connection has ended.
  explicit RawConnection(const Options& options);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // Speaks TLS from now on, for HTTP/2, whatever the certificate; at most of that version, where it is not 0. With TLS
  // 1.3 by TLS_AES_128_GCM_SHA256.
  bool ShakeHands(int version_max = 0);
  // Null in the clear.
  SSL* tls() { return tls_; }
  // With TLS 1.3: the secret of all that the client writes. From now on Send adds nothing to the bytes, which have to
  // be records; reading goes on as before.
  const std::string& WriteRecords();

  // Waits until the kernel has taken all of the bytes. False when the server has ended the connection, or when the
  // time is over.
  bool Send(absl::string_view bytes);
  // Reads what has come, and counts its frames. False as of Send.
  bool Receive();
  // Reads until the server takes so many bytes of DATA on this connection. False as of Send.
  bool AwaitWindow(std::size_t bytes);
  // Waits, without reading, for so long. False as of Send.
  bool Pause(std::chrono::milliseconds time);
  // Reads until the server has ended the connection, for at most so long. Whether it has.
  bool AwaitEnd(std::chrono::milliseconds most);

  bool has_ended() const { return has_ended_; }
  // Whether the server once took nothing for some time, or for the rest of it.
  bool was_kept_waiting() const { return was_kept_waiting_; }
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  std::uint64_t bytes_received() const { return bytes_received_; }
  // How many frames of that type have come.
  int frames(std::uint8_t type) const { return frames_[type]; }
  // DATA of so many bytes is about to be sent.
  void SpendWindow(std::size_t bytes) { window_ -= static_cast<std::int64_t>(bytes); }

 private:
  bool IsOver() const { return has_ended_ || std::chrono::steady_clock::now() >= until_; }
  // Waits for the events. False when they have not come while there was time.
  bool Await(short events, SteadyTime until);
  // The count of bytes; 0 when none can be moved now; -1 when the connection has ended.
  ssize_t Write(absl::string_view bytes);
  ssize_t Read(char* buffer, std::size_t size);
  ssize_t ResultOfTls(int count);
  // What OpenSSL tells of its secrets.
  static void OnSecret(const SSL* tls, const char* line);
  void TakeFrames(absl::string_view bytes);

  const SteadyTime until_;
  int socket_ = -1;
  SSL_CTX* context_ = nullptr;
  SSL* tls_ = nullptr;
  std::string traffic_secret_;
  bool writes_records_ = false;
  bool has_ended_ = false;
  bool was_kept_waiting_ = false;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t bytes_received_ = 0;
  // The header of the frame that is coming, the first bytes of its payload, and how much of it is still to come.
  std::string header_;
  std::string payload_;
  std::size_t payload_left_ = 0;
  std::array<int, 256> frames_{};
  // How many bytes of DATA the server takes.
  std::int64_t window_ = 65535;
};

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_RAW_CONNECTION_H_
