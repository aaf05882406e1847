#ifndef REFEREE_RULES_BLUFFING_TABLE_H_
#define REFEREE_RULES_BLUFFING_TABLE_H_

#include <array>
#include <cstdint>
#include <optional>

#include "flagfall/v1/bluffing.pb.h"
#include "referee/rules/board/piece.h"

namespace flagfall::bluffing {

// A set of types: bit n stands for the type of that number.
using TypeSet = std::uint16_t;

constexpr TypeSet Only(board::PieceType type) { return static_cast<TypeSet>(1 << static_cast<int>(type)); }
constexpr bool Has(TypeSet set, board::PieceType type) { return (set & Only(type)) != 0; }

inline constexpr TypeSet kAllTypes = (1 << board::kPieceTypes) - 2;
// Spy to Marshal: what moves by R2.2, and what may be claimed of an attacker (R6.2).
inline constexpr TypeSet kRanked = kAllTypes & ~Only(board::PieceType::kBomb) & ~Only(board::PieceType::kFlag);

// An attack that is not settled yet (R6.2 to R6.6).
struct Contest {
  board::Ply ply;
  board::PieceId attacker = board::kNoPiece;
  board::PieceId target = board::kNoPiece;
  board::PieceType claim = board::PieceType::kUnknown;
  std::uint32_t tokens = 0;
  bool is_movement_called = false;
  bool is_attack_called = false;
  // kUnknown until the defender has declared.
  board::PieceType declaration = board::PieceType::kUnknown;
};

struct MadeCall {
  v1::BluffCall kind = v1::BLUFF_CALL_UNSPECIFIED;
  Side caller = Side::kRed;
  // The ply called; of a contested attack the number that it will have.
  std::uint32_t ply = 0;
  bool was_bluff = false;

  friend bool operator==(const MadeCall&, const MadeCall&) = default;
};

// What the players have claimed of one piece, and what was proved.
struct PieceTalk {
  board::PieceType claim = board::PieceType::kUnknown;
  // The types that remain possible after all calls and their results. The true type is always among them.
  TypeSet possible = kAllTypes;

  friend bool operator==(const PieceTalk&, const PieceTalk&) = default;
};

// Everything about the game that is public and not on the board: tokens, claims and calls. No hidden type enters it, so
// that every observer's view holds all of it.
struct Table {
  // By side.
  std::array<std::uint32_t, 2> tokens{};
  // Whether the side to move may call the movement of the last ply (R6.3).
  bool may_call_movement = false;
  // The number of the last ply that was taken back; 0 when none was.
  std::uint32_t taken_back_ply = 0;
  std::optional<Contest> contest;
  std::optional<MadeCall> last_call;
  // By origin.
  std::array<PieceTalk, board::kSquares> pieces{};
};

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_TABLE_H_
