#ifndef REFEREE_RULES_GOGO_STEPS_H_
#define REFEREE_RULES_GOGO_STEPS_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/gogo.pb.h"
#include "referee/rules/gogo/world.h"
#include "referee/rules/random.h"

namespace flagfall::gogo {

// The steps that a team hands in (R8.4), whatever is in the message. An error names the clause broken; it follows from
// what the team knows.
absl::StatusOr<Steps> ReadSteps(const World& world, Side team, const v1::GogoSteps& message);

// Legal steps, now and then one too far where that is allowed: each player in play makes for the opposing flag or
// anywhere else, each other may enter. All legal steps may come, but that whoever stays where it is need not be named.
Steps DrawSteps(const World& world, Side team, Random& random);

// The step that leads straight from one point towards another, no longer than a pace and not beyond it.
Point VectorTowards(Point from, Point to, std::int32_t pace);

// The move part: makes both teams' steps, which must have been handed in. Players that overstep are told of and stay.
void MakeSteps(World& world, PublicEvents& public_events);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_STEPS_H_
