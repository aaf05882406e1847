#include "referee/rules/chance.h"

#include "referee/base/sha256.h"

namespace flagfall {

std::uint64_t Chance::operator()() {
  if (drawn_ == block_.size()) {
    std::string input = seed_;
    for (int byte = 0; byte < 8; ++byte) input.push_back(static_cast<char>(blocks_ >> (8 * byte)));
    const std::string digest = Sha256Of(input);
    for (std::size_t i = 0; i < digest.size(); ++i) {
      if (i % 8 == 0) block_[i / 8] = 0;
      block_[i / 8] |= std::uint64_t{static_cast<std::uint8_t>(digest[i])} << (8 * (i % 8));
    }
    ++blocks_;
    drawn_ = 0;
  }
  return block_[drawn_++];
}

}  // namespace flagfall
