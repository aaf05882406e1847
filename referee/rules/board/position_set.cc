#include "referee/rules/board/position_set.h"

#include <algorithm>

namespace flagfall::board {
namespace {

using KeyTable = std::array<std::array<PositionKey, kSquares>, kSquares>;

// Steele, Lea and Flood's SplitMix64, whose state is advanced by the caller.
constexpr std::uint64_t SplitMix(std::uint64_t state) {
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

// For each individual, by origin, on each square.
constexpr KeyTable MakeKeys() {
  KeyTable keys{};
  std::uint64_t state = 0x466c616766616c6c;
  for (auto& of_piece : keys) {
    for (auto& key : of_piece) {
      key.low = SplitMix(state += 0x9e3779b97f4a7c15);
      key.high = SplitMix(state += 0x9e3779b97f4a7c15);
    }
  }
  return keys;
}

constinit const KeyTable kKeys = MakeKeys();

constexpr std::size_t kPlacesAtFirst = 32;

}  // namespace

PositionKey PositionKey::Moved(PieceId piece, Square from, Square to) const {
  const PositionKey& off = kKeys[piece][from];
  const PositionKey& on = kKeys[piece][to];
  return {.low = low ^ off.low ^ on.low, .high = high ^ off.high ^ on.high};
}

void PositionSet::Put(PositionKey key, std::uint32_t time) {
  if (table_.empty()) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (few_[i].key == key) {
        few_[i].time = time;
        return;
      }
    }
    if (size_ < kFew) {
      few_[size_++] = {.key = key, .time = time, .taken = true};
      return;
    }
  }
  if (table_.size() < 2 * (size_ + 1)) Grow();
  Entry& place = table_[PlaceOf(key)];
  if (!place.taken) ++size_;
  place = {.key = key, .time = time, .taken = true};
}

std::optional<std::uint32_t> PositionSet::LastTime(PositionKey key) const {
  if (!table_.empty()) {
    const Entry& place = table_[PlaceOf(key)];
    return place.taken ? std::optional(place.time) : std::nullopt;
  }
  for (std::size_t i = 0; i < size_; ++i) {
    if (few_[i].key == key) return few_[i].time;
  }
  return std::nullopt;
}

void PositionSet::Clear() {
  size_ = 0;
  table_.clear();
}

std::size_t PositionSet::PlaceOf(PositionKey key) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = key.low & mask;
  while (table_[place].taken && table_[place].key != key) place = (place + 1) & mask;
  return place;
}

void PositionSet::Grow() {
  std::vector<Entry> old(std::max(kPlacesAtFirst, 2 * table_.size()));
  old.swap(table_);
  if (old.empty()) old.assign(few_.begin(), few_.end());
  for (const Entry& entry : old) {
    if (entry.taken) table_[PlaceOf(entry.key)] = entry;
  }
}

}  // namespace flagfall::board
