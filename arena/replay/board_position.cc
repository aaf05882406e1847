#include "arena/replay/board_position.h"

#include <algorithm>
#include <map>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::replay {
namespace {

bool KnowsOwn(v1::Observer observer, bool is_red) {
  return observer == v1::OBSERVER_ALL || observer == (is_red ? v1::OBSERVER_RED : v1::OBSERVER_BLUE);
}

// The pieces on the board, by their origins, played up to a position as replay.proto says.
class Board {
 public:
  Board(const v1::BoardReplay& board, v1::Observer observer) : board_(board) {
    for (const bool is_red : {true, false}) {
      const auto& army = (is_red ? board.red() : board.blue()).pieces();
      for (int i = 0; i + 1 < army.size(); i += 2) {
        const int origin = static_cast<int>(army[i]);
        pieces_[origin] = {.is_red = is_red, .square = origin, .type = KnowsOwn(observer, is_red) ? army[i + 1] : 0};
        before_[origin] = origin;
      }
    }
  }

  // `said`: of that step, in `bluffing`.
  void Make(std::uint32_t step, const v1::BluffingStep* said) {
    for (int i = 0; i + 1 < board_.removed_size(); i += 2) {
      if (board_.removed(i) == step) pieces_.erase(static_cast<int>(board_.removed(i + 1)));
    }
    const std::uint32_t ply =
        step <= static_cast<std::uint32_t>(board_.plies_size()) ? board_.plies(static_cast<int>(step) - 1) : 0;
    const v1::PlyTakenBack* taken_back = nullptr;
    for (int i = 0; said != nullptr && i < said->events_size(); ++i) {
      if (said->events(i).has_ply_taken_back()) taken_back = &said->events(i).ply_taken_back();
    }
    if (ply != 0 && taken_back == nullptr) Move(static_cast<int>(ply / 100), static_cast<int>(ply % 100));
    if (ply == 0 && taken_back != nullptr) TakeBack(static_cast<int>(taken_back->origin()));
    for (int i = 0; i + 3 < board_.learnt_size(); i += 4) {
      const auto found = pieces_.find(static_cast<int>(board_.learnt(i + 1)));
      if (board_.learnt(i) == step && found != pieces_.end()) found->second.type = board_.learnt(i + 2);
    }
  }

  std::vector<PieceAt> pieces() const {
    std::vector<PieceAt> pieces;
    for (const auto& [origin, piece] : pieces_) pieces.push_back(piece);
    return pieces;
  }

 private:
  void Move(int from, int to) {
    for (auto& [origin, piece] : pieces_) {
      if (piece.square != from) continue;
      before_[origin] = from;
      piece.square = to;
      return;
    }
  }
  void TakeBack(int origin) {
    const auto found = pieces_.find(origin);
    if (found != pieces_.end()) found->second.square = before_[origin];
  }

  const v1::BoardReplay& board_;
  std::map<int, PieceAt> pieces_;
  // Where each stood before its last ply.
  std::map<int, int> before_;
};

}  // namespace

absl::StatusOr<BoardPosition> BoardPositionOf(const v1::Replay& replay, std::uint32_t position, v1::Observer observer) {
  const bool is_bluffing = replay.has_bluffing();
  if (!is_bluffing && !replay.has_board()) {
    return absl::FailedPreconditionError(
        absl::StrCat("there are pictures of games on a board; ", replay.ruleset().id(), " has none"));
  }
  const v1::BoardReplay& document = is_bluffing ? replay.bluffing().board() : replay.board();
  Board board(document, replay.is_over() ? observer : v1::OBSERVER_SPECTATOR);
  const std::uint32_t steps = std::min(position, replay.steps());
  for (std::uint32_t step = 1; step <= steps; ++step) {
    const bool has_said = is_bluffing && step <= static_cast<std::uint32_t>(replay.bluffing().said_size());
    board.Make(step, has_said ? &replay.bluffing().said(static_cast<int>(step) - 1) : nullptr);
  }
  const bool has_ply = steps > 0 && steps <= static_cast<std::uint32_t>(document.plies_size());
  return BoardPosition{
      .pieces = board.pieces(), .last_ply = has_ply ? document.plies(static_cast<int>(steps) - 1) : 0, .step = steps};
}

}  // namespace flagfall::arena::replay
