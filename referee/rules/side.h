#ifndef REFEREE_RULES_SIDE_H_
#define REFEREE_RULES_SIDE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace flagfall {

// Red or Blue: a player, or of `gogo` a team, and whatever is its own.
enum class Side : std::uint8_t { kRed = 0, kBlue = 1 };

inline constexpr std::array<Side, 2> kSides = {Side::kRed, Side::kBlue};

constexpr Side OpponentOf(Side side) { return side == Side::kRed ? Side::kBlue : Side::kRed; }
// 0 or 1, to index arrays by side.
constexpr std::size_t IndexOf(Side side) { return static_cast<std::size_t>(side); }
// "red" or "blue".
constexpr absl::string_view SideName(Side side) { return side == Side::kRed ? "red" : "blue"; }
// "Red" or "Blue".
constexpr absl::string_view SideTitle(Side side) { return side == Side::kRed ? "Red" : "Blue"; }
// The side that SideName writes so; absent when there is none.
constexpr std::optional<Side> SideOfName(absl::string_view name) {
  for (const Side side : kSides) {
    if (SideName(side) == name) return side;
  }
  return std::nullopt;
}

}  // namespace flagfall

#endif  // REFEREE_RULES_SIDE_H_
