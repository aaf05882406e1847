#ifndef ARENA_CHECKER_GAME_DEADLINES_H_
#define ARENA_CHECKER_GAME_DEADLINES_H_

#include <memory>
#include <vector>

#include "arena/checker/check_game.h"
#include "arena/checker/check_server.h"
#include "referee/base/micros.h"

namespace flagfall::arena::checker {

// Lets time pass in the games of a check. A deadline counts only once all that came in before it has been handled: on a
// busy host the server's thread may be late, and the bot's answer wait in the socket. The session owns this object,
// which refers to its games and its server, and calls it on the thread of the check.
class GameDeadlines {
 public:
  GameDeadlines(const std::vector<std::unique_ptr<CheckGame>>& games, CheckServer& server)
      : games_(games), server_(server) {}

  // Until when to wait for an event; at most `limit`.
  Micros NextLook(Micros limit) const;
  // Lets time pass up to `reached`, after all that came in by then has been handled.
  void Pass(Micros reached);
  // To be called when no event came until `now`. Where a deadline is over, asks the server to catch up, which leads to
  // an event that lets time pass.
  void Look(Micros now);

 private:
  Micros Next() const;

  const std::vector<std::unique_ptr<CheckGame>>& games_;
  CheckServer& server_;
  // When the server was last asked to catch up.
  Micros asked_at_{};
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_GAME_DEADLINES_H_
