#ifndef REFEREE_NET_FRAME_METER_H_
#define REFEREE_NET_FRAME_METER_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace flagfall {

// Counts HTTP/2 frames (RFC 9113, section 4.1) in one direction of a connection, however its bytes are cut into pieces.
// Whether they make sense is for others to find out.
class FrameMeter {
 public:
  struct Count {
    int frames = 0;
    // Of these, the ones that begin a call.
    int calls = 0;
    // The bytes of messages in the others, of which some may still be to come.
    std::size_t data_bytes = 0;
  };

  // `preface_bytes`: what comes before the first frame; 24 of a client's, 0 of a server's.
  explicit FrameMeter(std::size_t preface_bytes) : skip_(preface_bytes) {}

  // The frames whose header ends in this piece.
  Count Take(absl::string_view bytes) {
    Count count;
    while (!bytes.empty()) {
      if (skip_ > 0) {
        const std::size_t skipped = bytes.size() < skip_ ? bytes.size() : skip_;
        skip_ -= skipped;
        bytes.remove_prefix(skipped);
        continue;
      }
      header_[header_bytes_++] = static_cast<std::uint8_t>(bytes.front());
      bytes.remove_prefix(1);
      if (header_bytes_ < header_.size()) continue;
      header_bytes_ = 0;
      skip_ = (std::size_t{header_[0]} << 16) + (std::size_t{header_[1]} << 8) + header_[2];
      ++count.frames;
      if (header_[3] == kHeaders) ++count.calls;
      if (header_[3] == kData) count.data_bytes += skip_;
    }
    return count;
  }

 private:
  static constexpr std::uint8_t kData = 0;
  static constexpr std::uint8_t kHeaders = 1;

  std::size_t skip_;
  std::array<std::uint8_t, 9> header_{};
  std::size_t header_bytes_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_NET_FRAME_METER_H_
