#ifndef REFEREE_RULES_GOGO_BASES_H_
#define REFEREE_RULES_GOGO_BASES_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/gogo.pb.h"
#include "referee/rules/gogo/world.h"
#include "referee/rules/random.h"

namespace flagfall::gogo {

// Where a team places its base and flag (R8.1), whatever is in the message. The error names the clause broken.
absl::StatusOr<Ground> ReadBases(Side team, const v1::GogoBases& message);

// A legal choice of the team; all are equally likely.
Ground DrawBases(Side team, Random& random);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_BASES_H_
