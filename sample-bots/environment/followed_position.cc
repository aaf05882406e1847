#include "sample-bots/environment/followed_position.h"

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/follow_position.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {
namespace {

// A set-up as an opponent is told of it: without types.
absl::Status CheckHidden(const board::BoardRules& rules, Side side, const std::vector<board::Placement>& set_up) {
  if (static_cast<int>(set_up.size()) != rules.army_size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the set-up has ", set_up.size(), " pieces; the army has ", rules.army_size()));
  }
  for (const board::Placement& placed : set_up) {
    if (board::Contains(rules.ZoneOf(side), placed.square)) continue;
    return absl::InvalidArgumentError(absl::StrCat(board::SquareName(placed.square), " is outside of the zone"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FollowedPosition::CheckPlaced(const v1::PiecesPlaced& placed) const {
  std::array<std::vector<board::Placement>, 2> set_ups;
  const std::string expected = absl::StrCat("; expected the events that ", SideName(side_), " is told");
  for (const v1::PieceView& piece : placed.pieces()) {
    const Side owner = SideOf(piece.owner());
    const bool has_type = piece.type() != v1::PIECE_TYPE_UNSPECIFIED;
    if (owner == side_ && !has_type) {
      return absl::InvalidArgumentError(absl::StrCat(SideName(owner), "'s pieces have no types", expected));
    }
    if (owner != side_ && has_type && !piece.is_revealed()) {
      return absl::InvalidArgumentError(absl::StrCat("the types of ", SideName(owner), "'s pieces are told", expected));
    }
    set_ups[IndexOf(owner)].push_back(
        {.square = static_cast<board::Square>(std::min<std::uint32_t>(piece.square(), board::kSquares)),
         .type = static_cast<board::PieceType>(piece.type())});
  }
  for (const Side side : kSides) {
    const auto& set_up = set_ups[IndexOf(side)];
    if (set_up.empty()) continue;
    const absl::Status fits =
        side == side_ ? board::CheckSetUp(state_.rules(), side, set_up) : CheckHidden(state_.rules(), side, set_up);
    if (fits.ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        SideName(side), "'s set-up is none of this ruleset with these options: ", std::string(fits.message()), expected,
        " in such a game"));
  }
  return absl::OkStatus();
}

absl::Status FollowedPosition::Follow(const std::vector<v1::Event>& events) {
  for (const v1::Event& event : events) {
    if (event.has_pieces_placed()) FLAGFALL_RETURN_IF_ERROR(CheckPlaced(event.pieces_placed()));
  }
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
