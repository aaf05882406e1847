#ifndef REFEREE_RULES_RANDOM_H_
#define REFEREE_RULES_RANDOM_H_

#include <cstdint>
#include <random>
#include <utility>

namespace flagfall {

// The source of all chance that is not the game's own: for drawing sample actions and worlds. The standard specifies
// this generator exactly, and the functions below draw from it in a specified way too, unlike the standard's
// distributions. So the same seed draws the same everywhere.
using Random = std::mt19937_64;

// A number from 0 to count - 1, each equally likely; `count` is at least 1. `generator` yields 64 random bits a call.
// Values that would favour some results are drawn again.
template <typename Generator>
std::uint64_t Below(std::uint64_t count, Generator& generator) {
  const std::uint64_t excess = (UINT64_MAX % count + 1) % count;
  for (;;) {
    const std::uint64_t value = generator();
    if (value <= UINT64_MAX - excess) return value % count;
  }
}

// Shuffles the sequence so that all orders are equally likely (Fisher and Yates): from the last element down, each
// changes places with an element drawn from those up to and including itself.
template <typename Sequence, typename Generator>
void Shuffle(Sequence& sequence, Generator& generator) {
  for (std::uint64_t left = sequence.size(); left > 1; --left) {
    using std::swap;
    swap(sequence[left - 1], sequence[Below(left, generator)]);
  }
}

}  // namespace flagfall

#endif  // REFEREE_RULES_RANDOM_H_
