// An attack is told by a ply_made, and only what comes after it says how it went: pieces removed, or that the ply was
// taken back. So an attack waits until then:
//
//   ply_made, piece_removed 47             → the piece with origin 47 fell
//   ply_made, ply_taken_back               → it never happened (R6.11)
#include "sample-bots/cpp/sdk/follow_bluffing.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/follow.h"

namespace flagfall::bot {
namespace {

using board::BoardState;
using board::PieceId;
using board::PieceType;

absl::Status DoesNotFit(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("an event that does not fit the position: ", what));
}

bool IsOnBoard(std::uint32_t origin, const BoardState& state) {
  return origin < board::kSquares && state.PieceOf(static_cast<PieceId>(origin)).on_board();
}

class Follower {
 public:
  Follower(BoardState& state, BoardState& before) : state_(state), before_(before) {}

  absl::Status Take(const v1::Event& event) {
    switch (event.kind_case()) {
      case v1::Event::kPiecesPlaced:
        for (const v1::PieceView& piece : event.pieces_placed().pieces())
          FLAGFALL_RETURN_IF_ERROR(PutPiece(piece, state_));
        return absl::OkStatus();
      case v1::Event::kPlyMade:
        Settle();
        return Make(event.ply_made());
      case v1::Event::kPieceRevealed:
        return Reveal(event.piece_revealed());
      case v1::Event::kPieceRemoved:
        attacker_fell_ = attacker_fell_ || (attack_ && event.piece_removed().origin() == state_.PieceAt(attack_->from));
        target_fell_ = target_fell_ || (attack_ && event.piece_removed().origin() == state_.PieceAt(attack_->to));
        return absl::OkStatus();
      case v1::Event::kBluffing:
        if (event.bluffing().has_ply_taken_back()) TakeBack();
        return absl::OkStatus();
      default:
        return DoesNotFit("of a kind that bluffing does not have");
    }
  }

  // The attack that is waiting, if there is one.
  void Settle() {
    if (!attack_.has_value()) return;
    state_.MakeAttack(*attack_, attacker_fell_ && target_fell_ ? board::AttackResult::kBothRemoved
                                : attacker_fell_               ? board::AttackResult::kDefenderWins
                                                               : board::AttackResult::kAttackerWins);
    attack_.reset();
  }

 private:
  absl::Status Make(const v1::PlyMade& made) {
    const board::Ply ply = {.from = static_cast<board::Square>(made.from()),
                            .to = static_cast<board::Square>(made.to())};
    const bool on_board = made.from() < board::kSquares && made.to() < board::kSquares && ply.from != ply.to;
    const bool is_straight =
        board::FileOf(ply.from) == board::FileOf(ply.to) || board::RowOf(ply.from) == board::RowOf(ply.to);
    const board::Bitboard movers = state_.OccupiedBy(state_.side_to_move());
    if (!on_board || !is_straight || board::IsLake(ply.to) || !board::Contains(movers, ply.from) ||
        board::Contains(movers, ply.to)) {
      return DoesNotFit(absl::StrCat("no ply goes from square ", made.from(), " to ", made.to()));
    }
    if (state_.PieceAt(ply.to) == board::kNoPiece) {
      before_ = state_;
      state_.Make(ply);
      return absl::OkStatus();
    }
    attack_ = ply;
    attacker_fell_ = target_fell_ = false;
    return absl::OkStatus();
  }

  absl::Status Reveal(const v1::PieceRevealed& revealed) {
    const bool makes_sense = revealed.type() > 0 && revealed.type() < board::kPieceTypes;
    if (!makes_sense || !IsOnBoard(revealed.origin(), state_)) {
      return DoesNotFit(absl::StrCat("no piece ", revealed.origin(), " to be revealed"));
    }
    for (BoardState* state : {&state_, &before_}) {
      const auto origin = static_cast<PieceId>(revealed.origin());
      if (!IsOnBoard(origin, *state)) continue;
      state->SetType(origin, static_cast<PieceType>(revealed.type()));
      state->Reveal(origin);
    }
    return absl::OkStatus();
  }

  void TakeBack() {
    if (!attack_.has_value()) state_ = before_;
    attack_.reset();
    state_.Pass();
  }

  BoardState& state_;
  BoardState& before_;
  std::optional<board::Ply> attack_;
  bool attacker_fell_ = false;
  bool target_fell_ = false;
};

}  // namespace

absl::Status FollowBluffing(const google::protobuf::RepeatedPtrField<v1::Event>& events, BoardState& state,
                            BoardState& before) {
  Follower follower(state, before);
  for (const v1::Event& event : events) FLAGFALL_RETURN_IF_ERROR(follower.Take(event));
  follower.Settle();
  return absl::OkStatus();
}

}  // namespace flagfall::bot
