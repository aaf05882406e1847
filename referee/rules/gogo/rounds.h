#ifndef REFEREE_RULES_GOGO_ROUNDS_H_
#define REFEREE_RULES_GOGO_ROUNDS_H_

#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"
#include "referee/rules/gogo/world.h"

namespace flagfall::gogo {

// A match of several rounds (R8.12). Each round is a new game at the other end of the field, of which nothing is left
// when it is over but who has won it.

// The first round, before its first decision.
World FirstRound(const FieldRules& rules);

// Notes who has won the round that is over. In a match of several rounds everybody is told.
void CountRound(World& world, PublicEvents& public_events);

// Whether the round that is over and counted was the last: none is left, or those that are left could not change who
// wins the match.
bool IsDecided(const World& world);

// The round after one that is over and counted, in a match that is not decided.
World NextRound(const World& world);

// The outcome of a match that is over.
v1::Outcome OutcomeOf(const World& world);

// The ticks that are over, of all rounds; those since a player was beaten, of this round alone.
Progress ProgressOf(const World& world);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_ROUNDS_H_
