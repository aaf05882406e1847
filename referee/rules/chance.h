#ifndef REFEREE_RULES_CHANCE_H_
#define REFEREE_RULES_CHANCE_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall {

// A game's chance (R10.5), all of it a function of the seed that the referee commits to beforehand, by a generator that
// anyone can write again in ten lines: block number n, from 0, is SHA-256 of the 32 bytes of the seed followed by n as
// 8 bytes, least significant first. A block holds four numbers of 64 bits, also least significant byte first, which are
// drawn one after the other. Below and Shuffle of random.h make dice and shuffles of them.
class Chance {
 public:
  // `seed`: 32 bytes.
  explicit Chance(absl::string_view seed) : seed_(seed) {}

  std::uint64_t operator()();

 private:
  std::string seed_;
  std::uint64_t blocks_ = 0;
  std::array<std::uint64_t, 4> block_{};
  // How many of the block's numbers have been drawn.
  std::size_t drawn_ = 4;
};

}  // namespace flagfall

#endif  // REFEREE_RULES_CHANCE_H_
