#ifndef REFEREE_RULES_GOGO_BASES_H_
#define REFEREE_RULES_GOGO_BASES_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/gogo.pb.h"
#include "referee/rules/gogo/world.h"
#include "referee/rules/random.h"

namespace flagfall::gogo {

// Where the team at the end of `end` (World::EndOf) places its base and flag (R8.1), whatever is in the message. The
// error names the clause broken.
absl::StatusOr<Ground> ReadBases(Side end, const v1::GogoBases& message);

// A legal choice at that end; all are equally likely.
Ground DrawBases(Side end, Random& random);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_BASES_H_
