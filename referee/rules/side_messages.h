#ifndef REFEREE_RULES_SIDE_MESSAGES_H_
#define REFEREE_RULES_SIDE_MESSAGES_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/side.h"

// Sides as messages have them, SIDE_RED or SIDE_BLUE.
namespace flagfall {

constexpr v1::Side ToProto(Side side) { return side == Side::kRed ? v1::SIDE_RED : v1::SIDE_BLUE; }
constexpr Side SideOf(v1::Side side) { return side == v1::SIDE_BLUE ? Side::kBlue : Side::kRed; }

constexpr v1::Side OpponentOf(v1::Side side) { return ToProto(OpponentOf(SideOf(side))); }
constexpr absl::string_view SideName(v1::Side side) { return SideName(SideOf(side)); }
constexpr v1::Result WinFor(v1::Side side) {
  return side == v1::SIDE_BLUE ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS;
}

// The side that acts. INVALID_ARGUMENT when it is none.
inline absl::StatusOr<Side> ReadSide(v1::Side side) {
  if (side == v1::SIDE_RED || side == v1::SIDE_BLUE) return SideOf(side);
  return absl::InvalidArgumentError("an action needs a side; expected red or blue");
}

// The side's player.
constexpr v1::Observer ObserverOf(v1::Side side) {
  return side == v1::SIDE_BLUE ? v1::OBSERVER_BLUE : v1::OBSERVER_RED;
}
// Whether the observer knows what is the side's own, however hidden it is: its player, and who knows everything.
constexpr bool IsOpenTo(v1::Observer observer, Side side) {
  return observer == v1::OBSERVER_ALL || observer == ObserverOf(ToProto(side));
}

}  // namespace flagfall

#endif  // REFEREE_RULES_SIDE_MESSAGES_H_
