#ifndef SAMPLE_BOTS_CPP_SDK_REDIAL_H_
#define SAMPLE_BOTS_CPP_SDK_REDIAL_H_

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace flagfall::bot {

// The exit codes. At kRefused starting the bot again is of no use either.
inline constexpr int kStopped = 0;
inline constexpr int kUnreached = 1;
inline constexpr int kRefused = 78;

// Of the pauses between attempts. A game waits 60 s for a remote bot, so the longest is half of that.
inline constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
inline constexpr absl::Duration kPauseMax = absl::Seconds(30);

// Decides when a bot dials again after its stream has ended, and what it says meanwhile. Without I/O: the end of a
// stream and the time go in, and what to do next comes out. A bot that dials in over a network stays: it dials again
// with growing pauses until the host is back, and stops only at what waiting does not mend. A bot at a Unix socket was
// started by its host, and stops soon after that has gone. Each wait is told once when it begins and once when it is
// over. For one thread.
class Redial {
 public:
  // What a bot does after its stream has ended.
  struct Next {
    // For its author; empty when there is nothing new to say.
    std::string words;
    // Until it dials again; absent when it stops.
    std::optional<absl::Duration> pause;
    int exit_code = kStopped;
  };

  // `dial_for` is FLAGFALL_DIAL_FOR: the seconds for which the bot dials in vain, or `forever`; empty for 10 s at a
  // Unix socket and without end elsewhere. INVALID_ARGUMENT says what would be right. `chance` returns numbers from 0
  // to 1.
  static absl::StatusOr<Redial> Create(absl::string_view address, absl::string_view dial_for, absl::Time now,
                                       std::function<double()> chance);

  // The referee has taken the bot. Returns what is to be said, or nothing.
  std::string Welcomed(absl::Time now);
  // A stream, or an attempt at one, has ended with that status.
  Next Ended(const absl::Status& status, absl::Time now);

 private:
  Redial(absl::string_view address, absl::Duration dial_for, absl::Time now, std::function<double()> chance);

  // What ends the bot; absent where another attempt may succeed.
  std::optional<Next> EndAt(const absl::Status& status) const;
  std::string Trouble(const absl::Status& status) const;

  std::string address_;
  absl::Duration dial_for_;
  absl::Duration pause_max_;
  std::function<double()> chance_;
  absl::Duration pause_ = kFirstPause;
  bool was_welcomed_ = false;
  // Since when there is no stream, and whether that was said. Absent while there is one.
  std::optional<absl::Time> away_since_;
  bool has_said_ = false;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_REDIAL_H_
