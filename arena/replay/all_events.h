#ifndef ARENA_REPLAY_ALL_EVENTS_H_
#define ARENA_REPLAY_ALL_EVENTS_H_

#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"

namespace flagfall::arena::replay {

// Returns the events of a step as an observer who knows everything (OBSERVER_ALL) would be told them: the spectator's
// events, with the hidden parts of each player filled in from the events that this player was told, since a player
// knows all of its own side. `told` are the events of a step of play, not of a set-up: every observer was told equally
// many, or none of a step that nobody could see.
std::vector<v1::Event> AllEvents(const ObserverEvents& told);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_ALL_EVENTS_H_
