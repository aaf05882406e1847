#ifndef ARENA_REPLAY_ALL_EVENTS_H_
#define ARENA_REPLAY_ALL_EVENTS_H_

#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"

namespace flagfall::arena {

// What an action told to an observer who knows everything (OBSERVER_ALL): what the spectator was told, and of what is a
// player's own, what that player was told, for a player knows all of its own. `told` is what a whole step of play told,
// not a set-up: each observer was told as many events, or of a step that nobody could see, none.
std::vector<v1::Event> AllEvents(const ObserverEvents& told);

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_ALL_EVENTS_H_
