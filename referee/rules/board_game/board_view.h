#ifndef REFEREE_RULES_BOARD_GAME_BOARD_VIEW_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_VIEW_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

// The whole state of a board game, hidden types included; only the referee has it.
struct BoardWorld {
  // During set-up the armies that are in stand on the board already.
  board::BoardState state;
  // Both set-ups are in.
  bool play_begun = false;
  bool is_over = false;
  std::optional<board::Ply> last_ply;
  // By origin, for pieces that were removed: the square on which it happened (of an attack: the square attacked, for
  // both pieces) and the number of the ply.
  std::array<board::Square, board::kSquares> removal_squares{};
  std::array<std::uint32_t, board::kSquares> removal_plies{};
};

// What one observer knows of one piece.
struct PieceKnowledge {
  enum Flag : std::uint8_t { kExists = 1, kIsBlue = 2, kHasMoved = 4, kIsRevealed = 8 };

  board::PieceType type = board::PieceType::kUnknown;
  std::uint8_t flags = 0;
  // The square on which the piece stands, or on which it was removed.
  board::Square square = 0;
  // The number of the ply by which it was removed; 0 while it is on the board.
  std::uint32_t removal_ply = 0;

  bool has(Flag flag) const { return (flags & flag) != 0; }
  friend bool operator==(const PieceKnowledge&, const PieceKnowledge&) = default;
};

// A board game as one observer knows it (R2.7, R9.1). This is the only place where secrets are held back: KnowledgeOf
// makes an observer's knowledge from the world, and everything else that is told to the observer, each event above all,
// is made from such knowledge alone.
struct BoardKnowledge {
  // By origin.
  std::array<PieceKnowledge, board::kSquares> pieces{};
  std::uint32_t ply_count = 0;
  v1::Side side_to_move = v1::SIDE_UNSPECIFIED;
  std::optional<board::Ply> last_ply;
};

// What the observer may know of the world.
BoardKnowledge KnowledgeOf(const BoardWorld& world, v1::Observer observer);

// All pieces there can be, by origin.
inline constexpr board::Bitboard kAllPieces = (board::Bitboard{1} << board::kSquares) - 1;

// Brings a view up to date and returns how it differs from the one before: pieces placed, the ply, pieces revealed,
// pieces removed, pieces ordered by origin. Only `pieces` are looked at: nothing that the observer may know may have
// changed of any other. A ply changes two at most, of eighty, and there has been one ply at most.
std::vector<v1::Event> Learn(const BoardWorld& world, v1::Observer observer, board::Bitboard pieces,
                             BoardKnowledge& knowledge);

v1::BoardView ToProto(const BoardKnowledge& knowledge);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_VIEW_H_
