#ifndef REFEREE_RULES_GOGO_CAPTURE_H_
#define REFEREE_RULES_GOGO_CAPTURE_H_

#include "referee/rules/gogo/world.h"

namespace flagfall::gogo {

// Whether `guard` guards its own flag against `player`, of the other team, where both stand (R8.9).
bool IsGuardAgainst(const World& world, PlayerId guard, PlayerId player);

// The capture part (R8.9): either a flag is captured, or the ticks are over, or the next tick begins.
void EndTick(World& world, PublicEvents& public_events);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_CAPTURE_H_
