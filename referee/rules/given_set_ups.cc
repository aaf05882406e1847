#include "referee/rules/given_set_ups.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

absl::Status TakeGivenSetUps(
    const v1::GivenSetUps& given, Game& game,
    const std::function<void(v1::Side side, const v1::Action& set_up, ObserverEvents events)>& see) {
  if (given.has_red() != given.has_blue()) {
    return absl::InvalidArgumentError("given_set_ups: either both sides' set-ups are given, or none");
  }
  if (!given.has_red()) return absl::OkStatus();
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    v1::Action action;
    *action.mutable_set_up() = side == v1::SIDE_RED ? given.red() : given.blue();
    absl::StatusOr<ObserverEvents> events = game.Act(side, action);
    if (!events.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("given_set_ups, ", SideName(side), ": ", events.status().message()));
    }
    see(side, action, *std::move(events));
  }
  return absl::OkStatus();
}

}  // namespace flagfall
