#include "tests/whole_host/network.h"

#include <algorithm>
#include <utility>

namespace flagfall::whole_host {

std::size_t Link::Send(Side from, absl::string_view bytes) {
  Way& way = ways_[Index(from)];
  if (is_broken_) return bytes.size();
  const std::size_t taken = std::min(bytes.size(), Room(from));
  way.was_full |= taken < bytes.size();
  way.held += taken;
  bytes = bytes.substr(0, taken);
  while (!bytes.empty()) {
    // Most pieces come whole; any byte may be the last of one.
    const std::size_t size = random_() % 8 == 0 ? 1 + random_() % bytes.size() : bytes.size();
    agenda_.At(DrawArrival(way), [link = shared_from_this(), from, piece = std::string(bytes.substr(0, size))] {
      link->Deliver(from, piece);
    });
    bytes = bytes.substr(size);
  }
  return taken;
}

Micros Link::DrawArrival(Way& way) {
  const auto jitter = static_cast<std::uint64_t>(std::max<std::int64_t>(distance_.jitter.count(), 1));
  const Micros at = agenda_.now() + distance_.least + Micros(static_cast<std::int64_t>(random_() % jitter));
  way.last_at = std::max({way.last_at, at, stalled_until_});
  return way.last_at;
}

void Link::Deliver(Side from, std::string piece) {
  if (is_broken_ || is_silent_) return;
  if (agenda_.now() < stalled_until_) {
    agenda_.At(stalled_until_,
               [link = shared_from_this(), from, piece = std::move(piece)] { link->Deliver(from, piece); });
    return;
  }
  Way& way = ways_[Index(from)];
  if (way.break_after <= piece.size()) {
    Hand(from, piece.substr(0, way.break_after));
    return Break();
  }
  if (way.break_after != static_cast<std::size_t>(-1)) way.break_after -= piece.size();
  if (!At(OtherSide(from)).is_reading) {
    way.unread.push_back(std::move(piece));
    return;
  }
  Hand(from, piece);
}

void Link::Hand(Side from, const std::string& piece) {
  Way& way = ways_[Index(from)];
  way.held -= std::min(way.held, piece.size());
  // Copies, because an end may be taken off while it is told.
  if (const auto on_bytes = At(OtherSide(from)).end.on_bytes; on_bytes && !piece.empty()) on_bytes(piece);
  if (std::exchange(way.was_full, false)) {
    if (const auto on_room = At(from).end.on_room) on_room();
  }
}

void Link::SetReading(Side side, bool is_reading) {
  At(side).is_reading = is_reading;
  Way& way = ways_[Index(OtherSide(side))];
  while (At(side).is_reading && !way.unread.empty() && !is_broken_) {
    const std::string piece = std::move(way.unread.front());
    way.unread.pop_front();
    Hand(OtherSide(side), piece);
  }
}

void Link::Close(Side side) {
  Vanish(side);
  if (is_broken_) return;
  agenda_.At(DrawArrival(ways_[Index(side)]), [link = shared_from_this(), side] {
    if (link->is_silent_ || std::exchange(link->is_broken_, true)) return;
    link->TellClosed(OtherSide(side));
  });
}

void Link::Break() {
  if (std::exchange(is_broken_, true)) return;
  for (const Side side : {Side::kClient, Side::kServer}) {
    agenda_.After(Micros(static_cast<std::int64_t>(random_() % 1000)),
                  [link = shared_from_this(), side] { link->TellClosed(side); });
  }
}

void Link::TellClosed(Side side) {
  const auto on_closed = std::exchange(At(side).end, {}).on_closed;
  if (on_closed) on_closed();
}

}  // namespace flagfall::whole_host
