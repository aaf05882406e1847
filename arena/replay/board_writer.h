#ifndef ARENA_REPLAY_BOARD_WRITER_H_
#define ARENA_REPLAY_BOARD_WRITER_H_

#include <optional>
#include <vector>

#include "arena/replay/kind_writer.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::replay {

// Writes replays of the board games, and the boards in those of `bluffing`.
//
// It follows the events on a board of its own. A piece there has the type that the events and the view at position 0
// say, or else an unknown one. All that is derived (threats, barred plies, means) is derived from that board, so that
// it is what the observer could work out. R3 and R4 remember squares and individuals only (R4.1): with unknown types
// the board bars what the referee bars, as far as it knows that a piece moves.
class BoardWriter : public KindWriter {
 public:
  explicit BoardWriter(const board::BoardRules& rules);

  void WriteHeader(v1::Replay& replay) const override;
  absl::Status Begin(const v1::View& view, v1::Replay& replay) override;
  absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) override;
  bool StepsArePlies() const override { return true; }

 protected:
  // The events of one step, sorted by kind.
  struct StepEvents {
    explicit StepEvents(absl::Span<const v1::Event> events);

    bool Removes(board::PieceId piece) const;

    std::optional<board::Ply> ply;
    std::vector<v1::PieceRevealed> revealed;
    std::vector<board::PieceId> removed;
    // `bluffing` alone.
    bool is_taken_back = false;
    bool opens_contest = false;
    std::optional<v1::CallMade> call;

    // The pieces on the ply's squares before it was made.
    board::PieceId mover = board::kNoPiece;
    board::PieceId target = board::kNoPiece;
  };

  // The board in the messages of this kind of game.
  virtual v1::BoardReplay& BoardOf(v1::Replay& replay) const;
  virtual const v1::BoardView& BoardOf(const v1::View& view) const;
  // How the type of a piece became public that `step` reveals.
  virtual v1::BoardReplay::Means MeansOf(const StepEvents& step, board::PieceId piece) const;
  // Where ApplyEvents keeps the position that a call may bring back; null where no ply is taken back.
  virtual board::BoardState* before() { return nullptr; }

 private:
  // Makes the step on the board.
  absl::Status Follow(absl::Span<const v1::Event> events, StepEvents& step);
  // The squares next to the moved piece on which it threatens one: a sum of 1 above, 2 right, 4 below, 8 left.
  std::uint32_t ThreatsOf(const StepEvents& step) const;
  // Those of the threats whose chase R4 is about to end (BoardReplay.chased).
  std::uint32_t ChasedOf(const StepEvents& step, std::uint32_t threats) const;
  void WriteBarred(std::uint32_t position, v1::BoardReplay& board) const;

  board::BoardState state_;
  // Whether an attack is not settled yet.
  bool is_contested_ = false;
};

// Writes replays of `bluffing`: a board, and what is claimed and called.
class BluffingWriter final : public BoardWriter {
 public:
  explicit BluffingWriter(const board::BoardRules& rules);

  absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) override;
  bool StepsArePlies() const override { return false; }

 private:
  v1::BoardReplay& BoardOf(v1::Replay& replay) const override;
  const v1::BoardView& BoardOf(const v1::View& view) const override;
  v1::BoardReplay::Means MeansOf(const StepEvents& step, board::PieceId piece) const override;
  board::BoardState* before() override { return &before_; }

  // The position before the last ply to an empty square, which may be taken back.
  board::BoardState before_;
};

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_BOARD_WRITER_H_
