#ifndef ARENA_TOURNAMENT_FORMAT_H_
#define ARENA_TOURNAMENT_FORMAT_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "arena/tournament/played_game.h"

namespace flagfall::arena {

// A game as a format asks for it.
struct Pairing {
  // From 1, never falling; what a round is, the format says.
  std::uint32_t round = 0;
  // Players by index.
  int red = 0;
  int blue = 0;
  // When it is the second of a pair, the same players with sides swapped: how many games before it the first was asked
  // for. 0: it is a first, or has no partner.
  std::uint32_t first_before = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Who meets whom: a small machine that asks for games, some at a time (a drawing), and is told how they ended. Nothing
// else goes in, so a tournament is resumed by telling its format the stored results again. Schedule does the telling.
class Format {
 public:
  static constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

  virtual ~Format() = default;

  // The next drawing: games in their order, which are numbered on from those of the one before. Empty when there is
  // none any more. To be called once the results of all drawings but the last DrawingsAhead() have been taken, and no
  // further ones, so that it does not matter which games end first.
  virtual std::vector<Pairing> NextPairings() = 0;

  // The next result, in the order of the schedule.
  virtual void Take(const PlayedGame& game) = 0;

  // 0: a drawing depends on all results before it. 1: the one before may still be under way. kUnlimited: drawings do
  // not depend on results, which may be taken at any time.
  virtual std::uint32_t DrawingsAhead() const = 0;

  // The results taken decide, and no further games are wanted, those under way included.
  virtual bool IsDecided() const { return false; }

  // The player is in no drawing after the last one. False also where that is not yet known.
  virtual bool HasLeft(int /*player*/) const { return false; }

  // The games there will be; at most, where results decide about it. Absent when there is no end.
  virtual std::optional<std::uint32_t> GamesMax() const = 0;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_FORMAT_H_
