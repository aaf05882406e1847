#ifndef REFEREE_RULES_BOARD_PIECE_H_
#define REFEREE_RULES_BOARD_PIECE_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::board {

// The type of a piece; 1 to 10 are the ranks. The values are those of v1::PieceType.
enum class PieceType : std::uint8_t {
  kUnknown = 0,
  kSpy = 1,
  kScout = 2,
  kMiner = 3,
  kSergeant = 4,
  kLieutenant = 5,
  kCaptain = 6,
  kMajor = 7,
  kColonel = 8,
  kGeneral = 9,
  kMarshal = 10,
  kBomb = 11,
  kFlag = 12,
};
inline constexpr int kPieceTypes = 13;

// "Spy", "Bomb"; "piece" when unknown.
absl::string_view TypeName(PieceType type);

// The letters of the game text: S 2 3 4 5 6 7 8 9 M B F, and ? for unknown.
char TypeLetter(PieceType type);
// Absent when no type has that letter, and for `?`.
std::optional<PieceType> TypeOfLetter(char letter);

// Whether pieces of the type move at all (R2.2). A piece of unknown type does not count as movable.
constexpr bool IsMovable(PieceType type) { return type >= PieceType::kSpy && type <= PieceType::kMarshal; }

// The result of an attack (R2.5).
enum class AttackResult : std::uint8_t {
  // The ply was not an attack.
  kNone,
  kAttackerWins,
  kDefenderWins,
  kBothRemoved,
};

// R2.5. Both types are known, and the attacker's is movable.
constexpr AttackResult Attack(PieceType attacker, PieceType defender) {
  if (defender == PieceType::kFlag) return AttackResult::kAttackerWins;
  if (defender == PieceType::kBomb) {
    return attacker == PieceType::kMiner ? AttackResult::kAttackerWins : AttackResult::kDefenderWins;
  }
  if (attacker == PieceType::kSpy && defender == PieceType::kMarshal) return AttackResult::kAttackerWins;
  if (attacker == defender) return AttackResult::kBothRemoved;
  return attacker > defender ? AttackResult::kAttackerWins : AttackResult::kDefenderWins;
}

// A piece is named, as an individual and for the whole game, by its origin: the square on which it stood when play (or
// a study) began.
using PieceId = Square;
inline constexpr PieceId kNoPiece = kNoSquare;

// One piece as a position knows it.
struct Piece {
  // The square on which the piece stands; kNoSquare once it is removed.
  Square square = kNoSquare;
  PieceType type : 4 = PieceType::kUnknown;
  Side side : 1 = Side::kRed;
  bool exists : 1 = false;
  bool has_moved : 1 = false;
  // Whether its type is public (R2.6).
  bool is_revealed : 1 = false;

  bool on_board() const { return square != kNoSquare; }
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_PIECE_H_
