#include "referee/rules/gogo/follow_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/gogo/role.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::gogo {
namespace {

// The place of that number in a list ordered by number, be it there or not.
auto PlaceOf(std::uint32_t number, v1::GogoTeam& team) {
  return std::lower_bound(team.mutable_players()->begin(), team.mutable_players()->end(), number,
                          [](const v1::GogoPlayer& player, std::uint32_t sought) { return player.number() < sought; });
}

absl::Status FollowTeam(const v1::GogoTeamChange& change, v1::GogoTeam& team) {
  for (const std::uint32_t number : change.gone()) {
    const auto place = PlaceOf(number, team);
    if (place == team.players().end() || place->number() != number) {
      return DoesNotFit(absl::StrCat("player ", number, " is not in play and cannot go"));
    }
    team.mutable_players()->erase(place);
  }
  for (const v1::GogoPlayer& player : change.players()) {
    const auto place = PlaceOf(player.number(), team);
    if (place != team.players().end() && place->number() == player.number()) {
      *place = player;
      continue;
    }
    if (team.players_size() == kInPlayMax) return DoesNotFit("more players than may be in play");
    const auto index = place - team.mutable_players()->begin();
    *team.add_players() = player;
    std::rotate(team.mutable_players()->begin() + index, team.mutable_players()->end() - 1,
                team.mutable_players()->end());
  }
  if (team.lost_size() + change.lost_size() > kCards) return DoesNotFit("more cards lost than there are");
  team.mutable_lost()->MergeFrom(change.lost());
  if (change.has_base()) *team.mutable_base() = change.base();
  if (change.has_flag()) *team.mutable_flag() = change.flag();
  return absl::OkStatus();
}

}  // namespace

absl::Status FollowEvent(const v1::Event& event, v1::GogoView& view) {
  const v1::GogoEvent& gogo = event.gogo();
  if (gogo.kind_case() == v1::GogoEvent::KIND_NOT_SET) return DoesNotFit("of a kind that gogo does not have");
  if (!gogo.has_changed()) return absl::OkStatus();
  const v1::GogoChanged& changed = gogo.changed();
  if (changed.begins_round()) {
    view.clear_red();
    view.clear_blue();
  }
  FLAGFALL_RETURN_IF_ERROR(FollowTeam(changed.red(), *view.mutable_red()));
  FLAGFALL_RETURN_IF_ERROR(FollowTeam(changed.blue(), *view.mutable_blue()));
  *view.mutable_situation() = changed.situation();
  return absl::OkStatus();
}

}  // namespace flagfall::gogo
