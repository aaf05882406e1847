#include "arena/replay/board_writer.h"

#include <algorithm>
#include <optional>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/follow_position.h"

namespace flagfall::arena {
namespace {

using board::PieceId;
using board::PieceType;
using board::Ply;
using board::Square;

// As plies stand in the document.
std::uint32_t NumberOf(Ply ply) { return 100U * ply.from + ply.to; }

void AddArmy(const v1::BoardView& view, v1::Side side, v1::ReplayArmy& army) {
  for (const v1::PieceView& piece : view.pieces()) {
    if (piece.owner() != side) continue;
    army.add_pieces(piece.origin());
    army.add_pieces(static_cast<std::uint32_t>(piece.type()));
  }
}

}  // namespace

struct BoardWriter::Told {
  std::optional<Ply> ply;
  std::vector<v1::PieceRevealed> revealed;
  std::vector<PieceId> removed;
  bool is_taken_back = false;
  bool opens_contest = false;
  std::optional<v1::CallMade> call;

  // Found out as the ply is followed.
  PieceId mover = board::kNoPiece;
  PieceId target = board::kNoPiece;

  bool Removes(PieceId piece) const { return std::find(removed.begin(), removed.end(), piece) != removed.end(); }
};

BoardWriter::BoardWriter(const board::BoardRules& rules, bool is_bluffing)
    : is_bluffing_(is_bluffing), state_(rules, Side::kRed) {}

v1::BoardReplay& BoardWriter::BoardOf(v1::Replay& replay) const {
  return is_bluffing_ ? *replay.mutable_bluffing()->mutable_board() : *replay.mutable_board();
}

void BoardWriter::WriteHeader(v1::Replay& replay) const {
  for (const std::uint8_t count : state_.rules().army) BoardOf(replay).add_army(count);
}

absl::Status BoardWriter::Begin(const v1::View& view, v1::Replay& replay) {
  const v1::BoardView& shown = is_bluffing_ ? view.bluffing().board() : view.board();
  FLAGFALL_ASSIGN_OR_RETURN(state_, StateOfView(state_.rules(), shown));
  v1::BoardReplay& board = BoardOf(replay);
  AddArmy(shown, v1::SIDE_RED, *board.mutable_red());
  AddArmy(shown, v1::SIDE_BLUE, *board.mutable_blue());
  return absl::OkStatus();
}

BoardWriter::Told BoardWriter::Sort(absl::Span<const v1::Event> events) {
  Told told;
  for (const v1::Event& event : events) {
    const v1::PlyMade& made = event.ply_made();
    // Others are refused as they are followed.
    if (event.has_ply_made() && made.from() < board::kSquares && made.to() < board::kSquares) {
      told.ply = Ply{.from = static_cast<Square>(made.from()), .to = static_cast<Square>(made.to())};
    }
    if (event.has_piece_revealed()) told.revealed.push_back(event.piece_revealed());
    if (event.has_piece_removed()) told.removed.push_back(static_cast<PieceId>(event.piece_removed().origin()));
    if (event.bluffing().has_attack()) told.opens_contest = true;
    if (event.bluffing().has_call()) told.call = event.bluffing().call();
    if (event.bluffing().has_ply_taken_back()) told.is_taken_back = true;
  }
  return told;
}

absl::Status BoardWriter::Step(absl::Span<const v1::Event> events, v1::Replay& replay) {
  Told told = Sort(events);
  FLAGFALL_RETURN_IF_ERROR(Follow(events, told));
  v1::BoardReplay& board = BoardOf(replay);
  const std::uint32_t step = replay.steps();
  board.add_plies(told.ply.has_value() ? NumberOf(*told.ply) : 0);
  board.add_threats(ThreatsOf(told));
  for (const PieceId piece : told.removed) {
    board.add_removed(step);
    board.add_removed(piece);
  }
  for (const v1::PieceRevealed& revealed : told.revealed) {
    board.add_learnt(step);
    board.add_learnt(revealed.origin());
    board.add_learnt(static_cast<std::uint32_t>(revealed.type()));
    board.add_learnt(static_cast<std::uint32_t>(MeansOf(told, static_cast<PieceId>(revealed.origin()))));
  }
  if (!is_contested_) WriteBarred(step, board);
  if (!is_bluffing_) return absl::OkStatus();
  v1::BluffingStep& said = *replay.mutable_bluffing()->add_said();
  for (const v1::Event& event : events) {
    if (event.has_bluffing()) *said.add_events() = event.bluffing();
  }
  return absl::OkStatus();
}

absl::Status BoardWriter::Follow(absl::Span<const v1::Event> events, Told& told) {
  if (told.opens_contest) is_contested_ = true;
  if (told.ply.has_value()) {
    is_contested_ = false;
    told.mover = state_.PieceAt(told.ply->from);
    told.target = state_.PieceAt(told.ply->to);
  }
  FLAGFALL_RETURN_IF_ERROR(ApplyEvents(events, state_, is_bluffing_ ? &before_ : nullptr));
  // Whatever it is, it moves: that it is no Scout is as good a guess as any, and nobody is told of it.
  const bool has_moved = told.mover != board::kNoPiece && told.target == board::kNoPiece;
  if (has_moved && state_.PieceOf(told.mover).type == PieceType::kUnknown) {
    state_.SetType(told.mover, PieceType::kSergeant);
  }
  return absl::OkStatus();
}

v1::BoardReplay::Means BoardWriter::MeansOf(const Told& told, PieceId piece) const {
  if (!is_bluffing_) {
    if (piece == told.target) return v1::BoardReplay::MEANS_WAS_ATTACKED;
    return told.target != board::kNoPiece ? v1::BoardReplay::MEANS_ATTACKED : v1::BoardReplay::MEANS_LONG_PLY;
  }
  if (!told.call.has_value()) return v1::BoardReplay::MEANS_FLAG_FELL;
  // A call proves what one piece is. Of another that is revealed with it, the attack was settled by the call.
  const bool is_defence = told.call->call() == v1::BLUFF_CALL_DEFENCE;
  if (told.ply.has_value() && is_defence != (piece == told.target)) {
    return told.call->was_bluff() ? v1::BoardReplay::MEANS_SETTLEMENT : v1::BoardReplay::MEANS_FLAG_FELL;
  }
  if (is_defence) return v1::BoardReplay::MEANS_DEFENCE_CALL;
  return told.call->call() == v1::BLUFF_CALL_ATTACK ? v1::BoardReplay::MEANS_ATTACK_CALL
                                                    : v1::BoardReplay::MEANS_MOVEMENT_CALL;
}

std::uint32_t BoardWriter::ThreatsOf(const Told& told) const {
  if (!told.ply.has_value() || told.is_taken_back || told.Removes(told.mover)) return 0;
  const Square to = told.ply->to;
  const board::Bitboard threatened =
      board::kNeighbours[to] & state_.OccupiedBy(OpponentOf(state_.PieceOf(told.mover).side));
  std::uint32_t threats = 0;
  board::ForEach(threatened, [&](Square square) {
    const int offset = square - to;
    threats |= offset == board::kFiles ? 1 : offset == 1 ? 2 : offset == -board::kFiles ? 4 : 8;
  });
  return threats;
}

void BoardWriter::WriteBarred(std::uint32_t position, v1::BoardReplay& board) const {
  std::vector<board::BarredPly> barred;
  state_.BarredPlies(barred);
  std::sort(barred.begin(), barred.end(), [](const auto& a, const auto& b) { return a.ply < b.ply; });
  for (const board::BarredPly& one : barred) {
    board.add_barred(position);
    board.add_barred(NumberOf(one.ply));
    // The document's 1, 2 and 3 are Bar's.
    static_assert(static_cast<int>(board::Bar::kTwoSquares) == 1 &&
                  static_cast<int>(board::Bar::kConsecutiveTurns) == 3);
    board.add_barred(static_cast<std::uint32_t>(one.bar));
  }
}

}  // namespace flagfall::arena
