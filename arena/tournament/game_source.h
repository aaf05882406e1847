#ifndef ARENA_TOURNAMENT_GAME_SOURCE_H_
#define ARENA_TOURNAMENT_GAME_SOURCE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::tournament {

// Where a run takes its games from, and whom it tells what became of them: the schedule of a tournament, or the games
// that a machine was given. Not thread-safe.
class GameSource {
 public:
  virtual ~GameSource() = default;

  // Hands out the first waiting game, by number, for which `may_start` returns true. Absent if it does so for none of
  // the games that it was asked about.
  virtual std::optional<ScheduledGame> Take(const std::function<bool(const ScheduledGame&)>& may_start) = 0;

  // Hands out the game of this number where it waits and `may_start` returns true, wherever in the schedule it is.
  virtual std::optional<ScheduledGame> TakeNumber(std::uint32_t number,
                                                  const std::function<bool(const ScheduledGame&)>& may_start) = 0;

  // Tells of the games that wait, by number, as far as they are known by now, until `visit` returns false. Takes none.
  virtual void VisitWaiting(const std::function<bool(const ScheduledGame&)>& visit) = 0;

  // Whether a game waits, also one that nobody has been asked about yet.
  virtual bool HasWaiting() = 0;

  // Gives back a game that was taken and has no result.
  virtual void PutBack(std::uint32_t number) = 0;

  // Sets the result of a game that was taken: a win for either side, or a draw. Pairings to come depend on it, so it
  // must have been stored, or all results must be stored in the order of these calls.
  virtual void Decided(std::uint32_t number, v1::Result result, bool is_forfeit, bool is_unplayed) = 0;

  // Whether no game is running and none will be handed out any more.
  virtual bool IsOver() const = 0;
  // Whether no more games are needed, not even those that are running; see Format.
  virtual bool IsDecided() const = 0;
  // Whether the game is over. `number` must be one that was handed out, or the first of such a game's pair.
  virtual bool IsOver(std::uint32_t number) const = 0;
  // Whether the player has no game that is running or to come. False also where that is not known yet.
  virtual bool IsDoneWith(int player) const = 0;

  // As the methods of Format.
  virtual bool CanBeDecided() const = 0;
  virtual std::string WhyGivenUp() const = 0;
  virtual std::optional<std::uint32_t> GamesMax() const = 0;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_GAME_SOURCE_H_
