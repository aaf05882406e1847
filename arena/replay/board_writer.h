#ifndef ARENA_REPLAY_BOARD_WRITER_H_
#define ARENA_REPLAY_BOARD_WRITER_H_

#include "arena/replay/kind_writer.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena {

// The board games and `bluffing`.
//
// It follows the events on a board of its own, on which a type is what the events and the view at position 0 say it is,
// or else unknown. All that is derived (threats, barred plies, means) is derived from that board, so that it is what
// the observer could work out. What R3 and R4 remember are squares and individuals only (R4.1): with unknown types the
// board bars what the referee bars, as far as it knows that a piece moves.
class BoardWriter final : public KindWriter {
 public:
  BoardWriter(const board::BoardRules& rules, bool is_bluffing);

  void WriteHeader(v1::Replay& replay) const override;
  absl::Status Begin(const v1::View& view, v1::Replay& replay) override;
  absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) override;
  bool StepsArePlies() const override { return !is_bluffing_; }

 private:
  // What the events of a step say, sorted.
  struct Told;

  static Told Sort(absl::Span<const v1::Event> events);
  v1::BoardReplay::Means MeansOf(const Told& told, board::PieceId piece) const;
  v1::BoardReplay& BoardOf(v1::Replay& replay) const;
  // Makes the step on the board.
  absl::Status Follow(absl::Span<const v1::Event> events, Told& told);
  // 1 above, 2 right, 4 below, 8 left.
  std::uint32_t ThreatsOf(const Told& told) const;
  void WriteBarred(std::uint32_t position, v1::BoardReplay& board) const;

  const bool is_bluffing_;
  board::BoardState state_;
  // `bluffing`: as it stood before the last ply to an empty square, which may be taken back.
  board::BoardState before_;
  // An attack is not settled yet.
  bool is_contested_ = false;
};

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_BOARD_WRITER_H_
