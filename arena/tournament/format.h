#ifndef ARENA_TOURNAMENT_FORMAT_H_
#define ARENA_TOURNAMENT_FORMAT_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/played_game.h"
#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena::tournament {

// A game as a format asks for it.
struct Pairing {
  // From 1; no pairing has a lower round than the one before. Each format says what a round is.
  std::uint32_t round = 0;
  // Players by index.
  int red = 0;
  int blue = 0;
  // For the second game of a pair, which has the same players with sides swapped: how many games before it the first
  // game was asked for. 0 for a first game and for a game that belongs to no pair.
  std::uint32_t first_before = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Who meets whom: a state machine that asks for games in batches and is given their results. It has no other input, so
// that a tournament is resumed by giving the stored results to a new format. A Schedule owns the format, and is the
// only one to call it.
class Format {
 public:
  static constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

  virtual ~Format() = default;

  // The next batch of games, in order; their numbers follow those of the batch before. Empty when the tournament needs
  // no more games. The caller must have added all results of all batches but the last BatchesAhead(), and no other
  // results: then it makes no difference which games end first.
  virtual std::vector<Pairing> NextPairings() = 0;

  // Adds the next result, in the order of the schedule.
  virtual void AddResult(const PlayedGame& game) = 0;

  // With which values of their options the two play. Asked of games that NextPairings has returned and whose results
  // were not added yet.
  virtual GameSettings SettingsOf(const Pairing& /*pairing*/) const { return {}; }

  // How many batches may still be running when the next one is asked for. 0: a batch depends on all results before it.
  // 1: it does not depend on the batch before it. kUnlimited: batches depend on no results, which may be added at any
  // time.
  virtual std::uint32_t BatchesAhead() const = 0;

  // Whether the results so far decide the tournament, so that not even the games that are running are needed.
  virtual bool IsDecided() const { return false; }
  // Whether IsDecided can come to hold. Of such a tournament no games are to be given away ahead of their results.
  virtual bool CanBeDecided() const { return false; }
  // Where the tournament is decided because going on is of no use: why, for people. Empty otherwise.
  virtual std::string WhyGivenUp() const { return ""; }

  // Whether the player is in none of the batches to come. False also where that is not known yet.
  virtual bool HasLeft(int /*player*/) const { return false; }

  // The number of games of the whole tournament, or the most that it can have where results may end it before. Absent
  // for a tournament without end.
  virtual std::optional<std::uint32_t> GamesMax() const = 0;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_FORMAT_H_
