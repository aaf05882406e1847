#include "arena/replay/board_writer.h"

#include <algorithm>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/follow_position.h"

namespace flagfall::arena::replay {
namespace {

using board::PieceId;
using board::PieceType;
using board::Ply;
using board::Square;

// The squares next to one, by the bits of BoardReplay.threats: above, right, below, left.
constexpr int kOffsets[] = {board::kFiles, 1, -board::kFiles, -1};

// Whether R4 bars a ply to a square next to `evader` of the side to move.
bool BarsChaseOf(const board::BoardState& state, Square evader) {
  std::vector<board::BarredPly> barred;
  state.BarredPlies(barred);
  return std::any_of(barred.begin(), barred.end(), [evader](const board::BarredPly& one) {
    const bool is_chase = one.bar == board::Bar::kPositionRepetition || one.bar == board::Bar::kConsecutiveTurns;
    return is_chase && board::Contains(board::kNeighbours[one.ply.to], evader);
  });
}

// A ply as it stands in a replay.
std::uint32_t NumberOf(Ply ply) { return 100U * ply.from + ply.to; }

void AddArmy(const v1::BoardView& view, v1::Side side, v1::ReplayArmy& army) {
  for (const v1::PieceView& piece : view.pieces()) {
    if (piece.owner() != side) continue;
    army.add_pieces(piece.origin());
    army.add_pieces(static_cast<std::uint32_t>(piece.type()));
  }
}

}  // namespace

BoardWriter::StepEvents::StepEvents(absl::Span<const v1::Event> events) {
  for (const v1::Event& event : events) {
    switch (event.kind_case()) {
      case v1::Event::kPlyMade: {
        const v1::PlyMade& made = event.ply_made();
        // Squares outside the board are refused as the events are followed.
        if (made.from() >= board::kSquares || made.to() >= board::kSquares) break;
        ply = Ply{.from = static_cast<Square>(made.from()), .to = static_cast<Square>(made.to())};
        break;
      }
      case v1::Event::kPieceRevealed:
        revealed.push_back(event.piece_revealed());
        break;
      case v1::Event::kPieceRemoved:
        removed.push_back(static_cast<PieceId>(event.piece_removed().origin()));
        break;
      case v1::Event::kBluffing:
        if (event.bluffing().has_attack()) opens_contest = true;
        if (event.bluffing().has_call()) call = event.bluffing().call();
        if (event.bluffing().has_ply_taken_back()) is_taken_back = true;
        break;
      case v1::Event::kPiecesPlaced:
      case v1::Event::kCards:
      case v1::Event::kGogo:
      case v1::Event::KIND_NOT_SET:
        break;
    }
  }
}

bool BoardWriter::StepEvents::Removes(PieceId piece) const {
  return std::find(removed.begin(), removed.end(), piece) != removed.end();
}

BoardWriter::BoardWriter(const board::BoardRules& rules) : state_(rules, Side::kRed) {}

v1::BoardReplay& BoardWriter::BoardOf(v1::Replay& replay) const { return *replay.mutable_board(); }
const v1::BoardView& BoardWriter::BoardOf(const v1::View& view) const { return view.board(); }

void BoardWriter::WriteHeader(v1::Replay& replay) const {
  for (const std::uint8_t count : state_.rules().army) BoardOf(replay).add_army(count);
}

absl::Status BoardWriter::Begin(const v1::View& view, v1::Replay& replay) {
  const v1::BoardView& shown = BoardOf(view);
  FLAGFALL_ASSIGN_OR_RETURN(state_, StateOfView(state_.rules(), shown));
  v1::BoardReplay& board = BoardOf(replay);
  AddArmy(shown, v1::SIDE_RED, *board.mutable_red());
  AddArmy(shown, v1::SIDE_BLUE, *board.mutable_blue());
  return absl::OkStatus();
}

absl::Status BoardWriter::Step(absl::Span<const v1::Event> events, v1::Replay& replay) {
  StepEvents step(events);
  FLAGFALL_RETURN_IF_ERROR(Follow(events, step));
  v1::BoardReplay& board = BoardOf(replay);
  const std::uint32_t number = replay.steps();
  board.add_plies(step.ply.has_value() ? NumberOf(*step.ply) : 0);
  const std::uint32_t threats = ThreatsOf(step);
  board.add_threats(threats);
  board.add_chased(ChasedOf(step, threats));
  for (const PieceId piece : step.removed) {
    board.add_removed(number);
    board.add_removed(piece);
  }
  for (const v1::PieceRevealed& revealed : step.revealed) {
    board.add_learnt(number);
    board.add_learnt(revealed.origin());
    board.add_learnt(static_cast<std::uint32_t>(revealed.type()));
    board.add_learnt(static_cast<std::uint32_t>(MeansOf(step, static_cast<PieceId>(revealed.origin()))));
  }
  if (!is_contested_) WriteBarred(number, board);
  return absl::OkStatus();
}

absl::Status BoardWriter::Follow(absl::Span<const v1::Event> events, StepEvents& step) {
  if (step.opens_contest) is_contested_ = true;
  if (step.ply.has_value()) {
    is_contested_ = false;
    step.mover = state_.PieceAt(step.ply->from);
    step.target = state_.PieceAt(step.ply->to);
  }
  FLAGFALL_RETURN_IF_ERROR(ApplyEvents(events, state_, before()));
  // A piece of unknown type that has moved is neither Bomb nor Flag. It is taken for one that moves one square, which
  // is as good a guess as any, and is written nowhere.
  const bool has_moved = step.mover != board::kNoPiece && step.target == board::kNoPiece;
  if (has_moved && state_.PieceOf(step.mover).type == PieceType::kUnknown) {
    state_.SetType(step.mover, PieceType::kSergeant);
  }
  return absl::OkStatus();
}

v1::BoardReplay::Means BoardWriter::MeansOf(const StepEvents& step, PieceId piece) const {
  if (step.target == board::kNoPiece) return v1::BoardReplay::MEANS_LONG_PLY;
  return piece == step.target ? v1::BoardReplay::MEANS_WAS_ATTACKED : v1::BoardReplay::MEANS_ATTACKED;
}

std::uint32_t BoardWriter::ThreatsOf(const StepEvents& step) const {
  if (!step.ply.has_value() || step.is_taken_back || step.Removes(step.mover)) return 0;
  const Square to = step.ply->to;
  const board::Bitboard threatened =
      board::kNeighbours[to] & state_.OccupiedBy(OpponentOf(state_.PieceOf(step.mover).side));
  std::uint32_t threats = 0;
  board::ForEach(threatened, [&](Square square) {
    const int offset = square - to;
    threats |= offset == board::kFiles ? 1 : offset == 1 ? 2 : offset == -board::kFiles ? 4 : 8;
  });
  return threats;
}

std::uint32_t BoardWriter::ChasedOf(const StepEvents& step, std::uint32_t threats) const {
  if (threats == 0 || is_contested_ || state_.rules().chase == board::ChaseKind::kOff) return 0;
  board::PlyList plies;
  state_.LegalPlies(plies);
  std::uint32_t chased = 0;
  for (const Ply ply : plies) {
    if (!board::Contains(state_.Empty(), ply.to)) continue;
    for (std::uint32_t bit = 0; bit < 4; ++bit) {
      if ((threats & ~chased & (1U << bit)) == 0 || ply.from != step.ply->to + kOffsets[bit]) continue;
      board::BoardState next = state_;
      next.Make(ply);
      if (BarsChaseOf(next, ply.to)) chased |= 1U << bit;
    }
  }
  return chased;
}

void BoardWriter::WriteBarred(std::uint32_t position, v1::BoardReplay& board) const {
  std::vector<board::BarredPly> barred;
  state_.BarredPlies(barred);
  std::sort(barred.begin(), barred.end(), [](const auto& a, const auto& b) { return a.ply < b.ply; });
  for (const board::BarredPly& one : barred) {
    board.add_barred(position);
    board.add_barred(NumberOf(one.ply));
    // The numbers that the .proto file gives are those of Bar.
    static_assert(static_cast<int>(board::Bar::kTwoSquares) == 1 &&
                  static_cast<int>(board::Bar::kTwoSquaresPiece) == 4);
    board.add_barred(static_cast<std::uint32_t>(one.bar));
  }
}

BluffingWriter::BluffingWriter(const board::BoardRules& rules) : BoardWriter(rules), before_(rules, Side::kRed) {}

v1::BoardReplay& BluffingWriter::BoardOf(v1::Replay& replay) const {
  return *replay.mutable_bluffing()->mutable_board();
}
const v1::BoardView& BluffingWriter::BoardOf(const v1::View& view) const { return view.bluffing().board(); }

absl::Status BluffingWriter::Step(absl::Span<const v1::Event> events, v1::Replay& replay) {
  FLAGFALL_RETURN_IF_ERROR(BoardWriter::Step(events, replay));
  v1::BluffingStep& said = *replay.mutable_bluffing()->add_said();
  for (const v1::Event& event : events) {
    if (event.has_bluffing()) *said.add_events() = event.bluffing();
  }
  return absl::OkStatus();
}

v1::BoardReplay::Means BluffingWriter::MeansOf(const StepEvents& step, PieceId piece) const {
  if (!step.call.has_value()) return v1::BoardReplay::MEANS_FLAG_FELL;
  // A call proves the type of one piece. Another piece that is revealed with it was shown because the call settled the
  // attack.
  const bool is_defence = step.call->call() == v1::BLUFF_CALL_DEFENCE;
  if (step.ply.has_value() && is_defence != (piece == step.target)) {
    return step.call->was_bluff() ? v1::BoardReplay::MEANS_SETTLEMENT : v1::BoardReplay::MEANS_FLAG_FELL;
  }
  if (is_defence) return v1::BoardReplay::MEANS_DEFENCE_CALL;
  return step.call->call() == v1::BLUFF_CALL_ATTACK ? v1::BoardReplay::MEANS_ATTACK_CALL
                                                    : v1::BoardReplay::MEANS_MOVEMENT_CALL;
}

}  // namespace flagfall::arena::replay
