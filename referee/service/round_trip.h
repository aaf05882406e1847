#ifndef REFEREE_SERVICE_ROUND_TRIP_H_
#define REFEREE_SERVICE_ROUND_TRIP_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "referee/base/micros.h"

namespace flagfall {

// How far away a bot is: the shortest of its last round trips. It is the shortest because a bot may be thinking when a
// ping comes, and would otherwise seem to be farther away than it is.
class RoundTrip {
 public:
  void Add(Micros measured) {
    last_[count_++ % last_.size()] = std::max(measured, Micros(0));
    estimate_ =
        *std::min_element(last_.begin(), last_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, last_.size())));
  }

  bool is_measured() const { return count_ > 0; }
  // 0 before the first.
  Micros Estimate() const { return estimate_; }

 private:
  std::array<Micros, 8> last_{};
  std::size_t count_ = 0;
  Micros estimate_{};
};

// The pings of one stream: their nonces, and how far away the bot is by its answers.
class Pings {
 public:
  // A ping is sent. Returns its nonce.
  std::uint64_t Sent(Micros now) {
    sent_at_ = now;
    return ++last_nonce_;
  }

  // The bot has answered a ping; `read_at` is when the answer came in. Only an answer to the last ping counts.
  void Answered(std::uint64_t nonce, Micros read_at) {
    if (nonce == last_nonce_) round_trip_.Add(read_at - sent_at_);
  }

  // Whether a bot whose distance is measured is due for the next ping.
  bool IsDue(Micros now, Micros interval) const { return round_trip_.is_measured() && now - sent_at_ >= interval; }

  // As measured so far; 0 before the first answer.
  Micros RoundTripEstimate() const { return round_trip_.Estimate(); }

 private:
  std::uint64_t last_nonce_ = 0;
  Micros sent_at_{};
  RoundTrip round_trip_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_ROUND_TRIP_H_
