#include "referee/rules/bluffing/follow_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/follow_view.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::bluffing {
namespace {

// The first piece of the view for which the predicate holds; null when there is none.
template <typename Predicate>
v1::PieceView* FindPiece(v1::BluffingView& view, Predicate predicate) {
  auto& pieces = *view.mutable_board()->mutable_pieces();
  const auto found = std::find_if(pieces.begin(), pieces.end(), predicate);
  return found == pieces.end() ? nullptr : &*found;
}

v1::PieceView* PieceOn(std::uint32_t square, v1::BluffingView& view) {
  return FindPiece(view, [square](const v1::PieceView& p) { return !p.has_removal() && p.square() == square; });
}

v1::PieceView* PieceOf(std::uint32_t origin, v1::BluffingView& view) {
  return FindPiece(view, [origin](const v1::PieceView& p) { return p.origin() == origin; });
}

absl::Status OpenContest(const v1::ClaimedAttack& attack, v1::BluffingView& view) {
  const v1::PieceView* attacker = PieceOn(attack.ply().from(), view);
  const v1::PieceView* target = PieceOn(attack.ply().to(), view);
  if (attacker == nullptr || target == nullptr) return DoesNotFit("an attack needs a piece on both squares");
  view.clear_contest();
  *view.mutable_contest()->mutable_attack() = attack;
  view.mutable_contest()->set_attacker(attacker->origin());
  view.mutable_contest()->set_target(target->origin());
  view.set_may_call_movement(false);
  return absl::OkStatus();
}

void NoteCall(const v1::CallMade& call, v1::BluffingView& view) {
  *view.mutable_last_call() = call;
  if (!view.has_contest()) {
    view.set_may_call_movement(false);
  } else if (call.call() == v1::BLUFF_CALL_MOVEMENT) {
    view.mutable_contest()->set_is_movement_called(true);
  } else if (call.call() == v1::BLUFF_CALL_ATTACK) {
    view.mutable_contest()->set_is_attack_called(true);
  }
}

absl::Status TakeBack(const v1::PlyTakenBack& taken_back, v1::BluffingView& view) {
  v1::PieceView* piece = PieceOf(taken_back.origin(), view);
  if (piece == nullptr) return DoesNotFit(absl::StrCat("there is no piece ", taken_back.origin(), " to go back"));
  piece->set_square(view.board().last_ply().from());
  piece->set_has_moved(taken_back.has_moved());
  view.set_may_call_movement(false);
  view.set_is_last_ply_taken_back(true);
  return absl::OkStatus();
}

absl::Status NotePiece(const v1::BluffingPiece& piece, v1::BluffingView& view) {
  if (PieceOf(piece.origin(), view) == nullptr) return DoesNotFit(absl::StrCat("there is no piece ", piece.origin()));
  auto& pieces = *view.mutable_pieces();
  const auto place = std::find_if(pieces.begin(), pieces.end(),
                                  [&piece](const auto& noted) { return noted.origin() == piece.origin(); });
  if (place != pieces.end()) {
    *place = piece;
    return absl::OkStatus();
  }
  *pieces.Add() = piece;
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.origin() < b.origin(); });
  return absl::OkStatus();
}

}  // namespace

absl::Status FollowEvent(const v1::Event& event, v1::BluffingView& view) {
  if (!event.has_bluffing()) {
    FLAGFALL_RETURN_IF_ERROR(flagfall::FollowEvent(event, *view.mutable_board()));
    if (!event.has_ply_made()) return absl::OkStatus();
    view.set_may_call_movement(!view.has_contest());
    view.clear_contest();
    view.set_is_last_ply_taken_back(false);
    return absl::OkStatus();
  }
  const v1::BluffingEvent& bluffing = event.bluffing();
  switch (bluffing.kind_case()) {
    case v1::BluffingEvent::kAttack:
      return OpenContest(bluffing.attack(), view);
    case v1::BluffingEvent::kCall:
      NoteCall(bluffing.call(), view);
      return absl::OkStatus();
    case v1::BluffingEvent::kDeclaration:
      if (!view.has_contest()) return DoesNotFit("no attack is open to be answered");
      view.mutable_contest()->set_declaration(bluffing.declaration());
      return absl::OkStatus();
    case v1::BluffingEvent::kPlyTakenBack:
      return TakeBack(bluffing.ply_taken_back(), view);
    case v1::BluffingEvent::kPiece:
      return NotePiece(bluffing.piece(), view);
    case v1::BluffingEvent::kTokens:
      *view.mutable_tokens() = bluffing.tokens();
      return absl::OkStatus();
    case v1::BluffingEvent::KIND_NOT_SET:
      break;
  }
  return DoesNotFit("of a kind that bluffing does not have");
}

}  // namespace flagfall::bluffing
