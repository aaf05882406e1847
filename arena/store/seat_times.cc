#include "arena/store/seat_times.h"

#include <algorithm>
#include <cstdint>

namespace flagfall::arena::store {
namespace {

// How late the host read the message of a player that the entry stands for; 0 of entries that stand for none.
std::int64_t HostDelayOf(const v1::RecordEntry& entry) {
  switch (entry.kind_case()) {
    case v1::RecordEntry::kActed:
      return entry.acted().host_delay_micros();
    case v1::RecordEntry::kResigned:
      return entry.resigned().host_delay_micros();
    case v1::RecordEntry::kOfferedDraw:
      return entry.offered_draw().host_delay_micros();
    case v1::RecordEntry::kAcceptedDraw:
      return entry.accepted_draw().host_delay_micros();
    default:
      return 0;
  }
}

Micros NotNegative(std::int64_t micros) { return Micros(std::max<std::int64_t>(micros, 0)); }

}  // namespace

Micros DurationOf(const v1::GameRecord& record) {
  return Micros(record.entries().empty() ? 0 : record.entries().rbegin()->at_micros());
}

SeatTimes SeatTimesOf(const v1::GameRecord& record, v1::Side side) {
  const v1::SeatUse& use = side == v1::SIDE_RED ? record.red_use() : record.blue_use();
  SeatTimes times{.unsent = NotNegative(use.unsent_micros()), .away = NotNegative(use.away_micros())};
  for (const v1::RecordEntry& entry : record.entries()) {
    if (entry.side() == side) times.host_delay += NotNegative(HostDelayOf(entry));
  }
  return times;
}

}  // namespace flagfall::arena::store
