#ifndef REFEREE_RULES_BOARD_BOARD_STATE_H_
#define REFEREE_RULES_BOARD_BOARD_STATE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/rules/board/bitboard.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/board/chase.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board/ply_list.h"
#include "referee/rules/board/square.h"
#include "referee/rules/board/two_squares.h"

namespace flagfall::board {

// A piece to be put on a square.
struct Placement {
  Square square = kNoSquare;
  PieceType type = PieceType::kUnknown;

  friend bool operator==(const Placement&, const Placement&) = default;
};

// The rule that bars a ply that R2 allows.
enum class Bar : std::uint8_t { kNone, kTwoSquares, kPositionRepetition, kConsecutiveTurns, kTwoSquaresPiece };
// "R3.2", "R4.6", "R4.8", "R3.6"; "" for kNone.
absl::string_view ClauseOfBar(Bar bar);

struct BarredPly {
  Ply ply;
  Bar bar = Bar::kNone;
};

// How a game ended by its own rules (R5.1 to R5.3).
enum class EndReason : std::uint8_t { kFlagCaptured, kNoLegalPly, kBothImmobile };

struct BoardResult {
  // Absent for a draw.
  std::optional<Side> winner;
  EndReason reason = EndReason::kFlagCaptured;

  friend bool operator==(const BoardResult&, const BoardResult&) = default;
};

// What the repetition rules remember of a game.
struct RepetitionMemory {
  // R3, by side.
  std::array<TwoSquares, 2> two_squares;
  // R4.
  Chase chase;
};

// The effect of a ply.
struct PlyReport {
  PieceId mover = kNoPiece;
  // The piece attacked; kNoPiece when the ply was no attack.
  PieceId target = kNoPiece;
  AttackResult attack = AttackResult::kNone;
  bool captured_flag = false;
};

// A position of a board game during play, with all that the rules need of what came before: a value of about one
// kilobyte, copied without allocating unless a long chase is on.
//
// It serves two masters. The referee keeps one in which every type is known. A bot keeps one in which opposing types
// are kUnknown until they are revealed (R2.7): it follows the game (ApplyEvents of board_game/follow_position.h),
// copies the position, gives the unknown pieces of the copy types of its choice with SetType ("determinizing" it), and
// searches the copy with LegalPlies and Make. What R3 and R4 remember consists of squares and individuals only, so such
// a copy bars exactly what the referee bars.
class BoardState {
 public:
  // An empty board, on which nothing can be done; it exists to be assigned to.
  BoardState() : BoardState(BoardRules(), Side::kRed) {}

  // The position in which play begins, after both set-ups or in a study: any pieces, also of unknown type, each on a
  // square of land of its own, which becomes its name.
  static BoardState Free(const BoardRules& rules, absl::Span<const Placement> red, absl::Span<const Placement> blue,
                         Side side_to_move = Side::kRed);

  // Puts one piece, named by its origin, on the board. This builds a position out of a view in the middle of a game;
  // R3 and R4 then remember nothing from before. The origin and the square must be free.
  void Put(PieceId id, Side side, Square square, PieceType type, bool has_moved, bool is_revealed);

  // An empty board with that side to move, for Put.
  BoardState(const BoardRules& rules, Side side_to_move);

  // --- What stands where

  const BoardRules& rules() const { return rules_; }
  Side side_to_move() const { return side_to_move_; }
  // Plies made since play began.
  std::uint32_t ply_count() const { return ply_count_; }
  // Plies made since the last capture, or since play began.
  std::uint32_t plies_since_capture() const { return plies_since_capture_; }

  // The individual on a square; kNoPiece when the square is empty.
  PieceId PieceAt(Square square) const { return piece_at_[square]; }
  // The individual with that origin; `exists` is false when there never was one.
  const Piece& PieceOf(PieceId id) const { return pieces_[id]; }
  Bitboard OccupiedBy(Side side) const { return occupied_[IndexOf(side)]; }
  // Pieces of known, movable type; all pieces where all move as Scouts (R6.1).
  Bitboard MovableOf(Side side) const { return movable_[IndexOf(side)]; }
  Bitboard Empty() const { return kLand & ~(occupied_[0] | occupied_[1]); }
  const RepetitionMemory& repetition() const { return repetition_; }

  // --- Plies

  // The legal plies of the side to move, in no particular order; the list is emptied first. None when the flag has been
  // captured. Pieces of unknown type have no plies, unless all move as Scouts (R6.1).
  void LegalPlies(PlyList& plies) const;

  // The plies that R2 allows and R3 or R4 bar. R3.2 is named before the other clauses, R3.6 before those of R4.
  void BarredPlies(std::vector<BarredPly>& plies) const;

  // Whether R3 or R4 bars a ply that R2 allows the side to move.
  Bar BarOn(Ply ply) const;

  // Whether the ply is among LegalPlies. Any two numbers may be asked about.
  bool IsLegal(Ply ply) const;

  // Makes a ply that R2 allows; the types of both pieces of an attack must be known.
  PlyReport Make(Ply ply);

  // Makes an attack that R2 allows and whose result was found elsewhere (R6). Nothing is revealed by it.
  PlyReport MakeAttack(Ply ply, AttackResult result);

  // The turn passes without a ply that stood (R6.3, R6.4). It counts as a ply, but for R3 and R4 it never happened. The
  // pieces that the opponent's last ply threatened have not evaded, so that the opponent's run is over.
  void Pass();

  // Gives a piece another type: kUnknown, or the type that the caller supposes. Whether its type is public, and whether
  // it has moved, stays as it is.
  void SetType(PieceId id, PieceType type);

  // Makes the type of a piece public.
  void Reveal(PieceId id) { pieces_[id].is_revealed = true; }

  // --- The end

  // How the game has ended; absent while it is on. The call looks through the plies of the side to move, so a caller
  // that asks for LegalPlies anyway need call it only when they are empty.
  std::optional<BoardResult> Result() const;

  // Whether the last ply captured a Flag (R5.1), or an attacking Flag fell by it (R6.10). Takes no time.
  bool flag_captured() const { return flag_lost_[0] || flag_lost_[1]; }

 private:
  // The plies that R2 allows the side to move, whether R3 and R4 bar them or not.
  void PliesByR2(PlyList& plies) const;
  bool MayBarAnything() const;
  // As BarOn, but for R3.6.
  Bar BarOnWay(Ply ply) const;
  // Whether R3.6 bars the ply where the rules have it.
  bool MustRest(Ply ply) const;
  bool HasPlyByR2(Side side) const;
  bool HasLegalPly() const;
  bool IsDrawn() const;

  void MoveTo(PieceId id, Square from, Square to);
  void Remove(PieceId id);
  // Changes what every ply that stands changes, before anything moves.
  void BeginPly(PieceId mover, Ply ply);
  void SetBits(PieceId id);
  void ClearBits(Square square, Side side);

  BoardRules rules_;
  Side side_to_move_ = Side::kRed;
  bool both_removed_ = false;
  // By side.
  std::array<bool, 2> flag_lost_{};
  std::uint32_t ply_count_ = 0;
  std::uint32_t plies_since_capture_ = 0;
  // By square: the piece that stands there.
  std::array<PieceId, kSquares> piece_at_;
  // By origin.
  std::array<Piece, kSquares> pieces_{};
  // By side: all pieces, those that move, and those among them that move as Scouts.
  std::array<Bitboard, 2> occupied_{};
  std::array<Bitboard, 2> movable_{};
  std::array<Bitboard, 2> scouts_{};
  RepetitionMemory repetition_;
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_BOARD_STATE_H_
