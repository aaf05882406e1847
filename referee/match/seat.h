#ifndef REFEREE_MATCH_SEAT_H_
#define REFEREE_MATCH_SEAT_H_

#include <cstdint>
#include <optional>

#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"
#include "referee/match/lag_reserve.h"
#include "referee/match/match_clock.h"
#include "referee/rules/game.h"

namespace flagfall {

// Whether a player's bot is there.
struct SeatPresence {
  // The bot has been there at least once.
  bool has_come = false;
  bool is_connected = false;
  // While the bot is away: the moment after which it has lost.
  Micros away_until{};
  std::uint32_t disconnects = 0;
};

// The decisions that a player has been given. At most one of them is open, and it is the last.
struct SeatDecisions {
  // The number of decisions given so far, which is also the number of the last one; 0 before the first.
  std::uint32_t given = 0;
  // The kind of the open decision; absent when none is open.
  std::optional<v1::DecisionKind> open;
  // What the opponent's clock showed when the open decision was opened, which is all that the player is shown of it.
  // While both decide at once and in secret, the running clock would tell whether the opponent has answered (R1.3,
  // R8.4); at other times the opponent's clock stands.
  Micros opponent_clock{};
  // Whether the message of the open decision has left this machine, so that the bot can have read it. Its clock runs
  // then, and may run before.
  bool has_left = false;
  // While a decision is open, the bot is there and the clock stands, since nobody has said that the message was sent or
  // waits for the bot: the moment after which the bot has lost.
  Micros unsent_until{};

  // The number of the last decision that was answered; 0 before the first.
  std::uint32_t LastAnswered() const { return open.has_value() ? given - 1 : given; }
};

// What a match knows of one of its two players: its bot, its decisions and its time.
struct Seat {
  Seat(v1::Side seat_side, const v1::TimeControl& time_control, Micros lag_gain)
      : side(seat_side), clock(time_control), lag_reserve(lag_gain) {}

  const v1::Side side;
  SeatPresence presence;
  SeatDecisions decisions;
  MatchClock clock;
  LagReserve lag_reserve;
  std::uint32_t illegal_actions = 0;
  // The player has offered a draw, and the offer stands: the opponent has neither accepted it, which ends the match,
  // nor declined it, which its next ply does. Both players' offers may stand at the same time.
  bool offers_draw = false;

  // The clock runs, and an answer at `time` would come too late.
  bool IsOutOfTimeAt(Micros time) const { return clock.is_running() && time > clock.Deadline(); }
};

// A moment after which a player has lost, and why.
struct Due {
  Micros at{};
  v1::Reason reason = v1::REASON_UNSPECIFIED;
};

// The first such moment if nothing happens before it; absent when none is in sight.
std::optional<Due> NextDue(const Seat& seat);

// The kind of the seat's open decision, or else of its next one, as far as its clock depends on it.
v1::DecisionKind NextDecisionKind(const Seat& seat, const Game& game);

}  // namespace flagfall

#endif  // REFEREE_MATCH_SEAT_H_
