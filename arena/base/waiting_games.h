#ifndef ARENA_BASE_WAITING_GAMES_H_
#define ARENA_BASE_WAITING_GAMES_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// "12 games wait for a worker that can play them: no worker asks for games"; without the reason where it is not told,
// and for none that no game waits any more.
std::string WaitingText(const v1::WaitingGames& waiting);

// Tells people of the games that wait, as they are told once and not of each game less.
class WaitingGamesNews {
 public:
  // The text to be told, or an empty one where it would be the same but for the number of games.
  std::string NewsOf(const v1::WaitingGames& waiting);

 private:
  bool waits_ = false;
  std::string reason_;
};

}  // namespace flagfall::arena

#endif  // ARENA_BASE_WAITING_GAMES_H_
