#ifndef TESTS_WHOLE_HOST_NETWORK_H_
#define TESTS_WHOLE_HOST_NETWORK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "tests/whole_host/agenda.h"

namespace flagfall::whole_host {

// The two ends of a connection.
enum class Side { kClient, kServer };
inline Side OtherSide(Side side) { return side == Side::kClient ? Side::kServer : Side::kClient; }

// A connection as TCP has it: the bytes of one direction come in their order, in pieces of any size, each later than it
// was sent; those of two connections overtake each other. It can be cut at any byte, fall silent so that neither end is
// told, and stop for a while as when packets are lost and sent again.
class Link : public std::enable_shared_from_this<Link> {
 public:
  // What an end is told of. `on_room`: it could not send, and can send again.
  struct End {
    std::function<void(const std::string& bytes)> on_bytes = nullptr;
    std::function<void()> on_closed = nullptr;
    std::function<void()> on_room = nullptr;
  };
  // How far apart the ends are.
  struct Distance {
    Micros least{};
    Micros jitter{};
  };
  // What a socket and the other's socket hold together, for each direction.
  static constexpr std::size_t kRoom = 64 * 1024;

  Link(Agenda& agenda, std::mt19937_64& random, Distance distance)
      : agenda_(agenda), random_(random), distance_(distance) {}

  void Attach(Side side, End end) { At(side).end = std::move(end); }

  // Takes as much of the bytes as there is room for, and returns how much that is.
  std::size_t Send(Side from, absl::string_view bytes);
  std::size_t Room(Side from) const { return kRoom - std::min(kRoom, ways_[Index(from)].held); }
  // The end sends nothing more and hears nothing more; the other hears of it after all that was sent.
  void Close(Side side);
  // The end has gone without a word, as a process whose machine has lost its power.
  void Vanish(Side side) { At(side).end = {}; }
  // Whether the end takes what has come, which otherwise waits and keeps the other from sending.
  void SetReading(Side side, bool is_reading);

  // --- Faults. ---

  // The connection breaks: both ends hear of it, and what was under way is lost.
  void Break();
  // The same once so many further bytes from that side have arrived.
  void BreakAfter(Side from, std::size_t bytes) { ways_[Index(from)].break_after = bytes; }
  // Nothing arrives any more, and nobody is told.
  void Silence() { is_silent_ = true; }
  // Nothing arrives until then, after which all does.
  void Stall(Micros until) { stalled_until_ = std::max(stalled_until_, until); }
  bool is_over() const { return is_broken_; }

 private:
  struct Way {
    // Bytes under way or waiting to be read.
    std::size_t held = 0;
    bool was_full = false;
    // When the last piece arrives.
    Micros last_at{};
    std::size_t break_after = static_cast<std::size_t>(-1);
    // Pieces that have come and that the end does not read.
    std::deque<std::string> unread;
  };
  struct Ending {
    End end;
    bool is_reading = true;
  };

  static std::size_t Index(Side side) { return side == Side::kClient ? 0 : 1; }
  Ending& At(Side side) { return endings_[Index(side)]; }
  Micros DrawArrival(Way& way);
  void Deliver(Side from, std::string piece);
  void Hand(Side from, const std::string& piece);
  void TellClosed(Side side);

  Agenda& agenda_;
  std::mt19937_64& random_;
  const Distance distance_;
  // By the side that sends.
  std::array<Way, 2> ways_;
  std::array<Ending, 2> endings_;
  bool is_silent_ = false;
  bool is_broken_ = false;
  Micros stalled_until_{};
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_NETWORK_H_
