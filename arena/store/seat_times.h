#ifndef ARENA_STORE_SEAT_TIMES_H_
#define ARENA_STORE_SEAT_TIMES_H_

#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/types.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// How long the game took, as its record says.
Micros DurationOf(const v1::GameRecord& record);

// Where time went in a game for one bot, beside its thinking.
struct SeatTimes {
  // How long its decisions waited for the bot alone to take their messages.
  Micros unsent{};
  // How long it was away while the game was on.
  Micros away{};
  // How long the host itself took to read its messages, of all of them together, with what it stood still meanwhile.
  Micros host_delay{};

  friend bool operator==(const SeatTimes&, const SeatTimes&) = default;
};

// What the record says of the bot of that side. No time is negative, whatever the record says.
SeatTimes SeatTimesOf(const v1::GameRecord& record, v1::Side side);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SEAT_TIMES_H_
