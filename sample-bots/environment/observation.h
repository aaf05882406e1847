#ifndef SAMPLE_BOTS_ENVIRONMENT_OBSERVATION_H_
#define SAMPLE_BOTS_ENVIRONMENT_OBSERVATION_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "referee/rules/board/board_state.h"

namespace flagfall::environment {

// What a player sees of a board game, as numbers for a policy. README.md has the table of planes. The same function
// makes it of a referee's position, in which all types are known, and of a player's, in which opposing types are
// kUnknown until they are public (board_game/follow_position.h): it looks at a piece's type only where the observer
// knows it (TypeSeenBy), so that both give the same bytes.

// Changes whenever the meaning of any number changes.
inline constexpr int kObservationVersion = 1;

// The planes, of which each square has one byte each. Types are in the order Spy, Scout … Marshal, Bomb, Flag.
enum Plane : std::uint8_t {
  // 1 where an own piece of the type stands.
  kOwnTypes = 0,
  // 1 where an opposing piece stands whose type is public.
  kPublicTypes = 12,
  // For an opposing piece whose type is hidden: the number of the opponent's hidden pieces of each type, 0 for types
  // that this piece cannot have.
  kPossibleTypes = 24,
  kOwnMoved = 36,
  // The own pieces whose type is public.
  kOwnRevealed = 37,
  kOpposingMoved = 38,
  kOpposingRevealed = 39,
  // The last plies, the latest first, so that the opponent's come at 0 and 2: 1 on the square left, 2 on the square
  // entered (or attacked).
  kLastPlies = 40,
  // R3: on each square that the own piece that moved last would enter on its way straight back, in how many turns on
  // end it has crossed the boundary before that square. Then the same of the opposing piece.
  kOwnTwoSquares = 44,
  kOpposingTwoSquares = 45,
  // R4: where the opposing pieces stand that have evaded in the own run: 1, and for the one that evaded last the turns
  // on end in which it did. Then the same of the own pieces in the opponent's run.
  kOwnChase = 46,
  kOpposingChase = 47,
};
inline constexpr int kPlanes = 48;
inline constexpr int kLastPliesShown = 4;
inline constexpr std::size_t kObservationBytes = std::size_t{board::kSquares} * kPlanes;

// The last plies of a game.
class RecentPlies {
 public:
  void Add(board::Ply ply) { plies_[count_++ % kLastPliesShown] = ply; }
  void Clear() { count_ = 0; }
  std::uint32_t count() const { return count_; }
  // 0 is the last one; `back` is below count() and kLastPliesShown.
  board::Ply Back(std::uint32_t back) const { return plies_[(count_ - 1 - back) % kLastPliesShown]; }

 private:
  std::uint32_t count_ = 0;
  std::array<board::Ply, kLastPliesShown> plies_{};
};

// Writes what `observer` sees: kSquares times kPlanes bytes, the planes of a1 first, then those of b1, as the observer
// sees the board (SeenBy of ply_number.h). The game's army is that of the rules (R1.2, R1.6), and its pieces began in
// their zones (R1.3).
void Observe(const board::BoardState& state, const RecentPlies& recent, Side observer, std::uint8_t* out);

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_OBSERVATION_H_
