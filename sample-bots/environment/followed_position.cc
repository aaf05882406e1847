#include "sample-bots/environment/followed_position.h"

#include <algorithm>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/follow_position.h"
#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {

absl::Status FollowedPosition::Follow(const std::vector<v1::Event>& events) {
  FLAGFALL_RETURN_IF_ERROR(ApplyEvents(events, state_));
  for (const v1::Event& event : events) {
    if (!event.has_ply_made()) continue;
    recent_.Add({.from = static_cast<board::Square>(event.ply_made().from()),
                 .to = static_cast<board::Square>(event.ply_made().to())});
  }
  return absl::OkStatus();
}

void FollowedPosition::LegalTo(std::uint8_t* out) const {
  std::fill_n(out, kPlyNumbers, std::uint8_t{0});
  if (state_.side_to_move() != side_) return;
  board::PlyList plies;
  state_.LegalPlies(plies);
  for (const board::Ply ply : plies) out[PlyNumberOf(SeenBy(side_, ply))] = 1;
}

}  // namespace flagfall::environment
