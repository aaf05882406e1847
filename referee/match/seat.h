#ifndef REFEREE_MATCH_SEAT_H_
#define REFEREE_MATCH_SEAT_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"
#include "referee/match/lag_reserve.h"
#include "referee/match/match.h"
#include "referee/match/match_clock.h"

namespace flagfall {

// What a match knows of one of its two players.
struct Seat {
  Seat(v1::Side seat_side, const v1::TimeControl& time_control, Micros lag_gain)
      : side(seat_side), clock(time_control), lag_reserve(lag_gain) {}

  const v1::Side side;
  MatchClock clock;
  LagReserve lag_reserve;

  // Whether its bot has ever come, and whether it is there now.
  bool has_come = false;
  bool is_connected = false;
  SeatPreferences preferences;
  // While it is away: when it has lost.
  Micros away_until{};
  std::uint32_t disconnects = 0;

  // How many decisions it has been given; while `open` is set, the last of them is open.
  std::uint32_t decisions = 0;
  std::optional<v1::DecisionKind> open;
  // What the opponent's clock showed when that decision was opened. While both decide at once and in secret its clock
  // would tell whether it has answered (R1.3, R8.4), and at other times it stands.
  Micros opponent_clock{};
  // While a decision is open, the bot there and the message not handed over (the clock stands): when it has lost.
  Micros unsent_until{};

  std::uint32_t illegal_actions = 0;
  // What the record keeps of it.
  std::size_t action_bytes = 0;
  std::size_t comment_bytes = 0;
  bool offers_draw = false;
  // Serialized: the GameResumed with which it comes back, without what is made anew for each return. It grows by the
  // events as they happen, so that coming back costs no more than the message itself.
  std::string resumed;
  // Events that it has not been told yet.
  google::protobuf::RepeatedPtrField<v1::Event> untold;

  // The last decision that it has answered; 0 before the first.
  std::uint32_t LastAnswered() const { return open.has_value() ? decisions - 1 : decisions; }
};

// A moment after which a seat has lost, and why.
struct Due {
  Micros at{};
  v1::Reason reason = v1::REASON_UNSPECIFIED;
};

// The first such moment, if nothing happens before; absent when none is in sight.
std::optional<Due> NextDue(const Seat& seat);

}  // namespace flagfall

#endif  // REFEREE_MATCH_SEAT_H_
