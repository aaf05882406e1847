#ifndef ARENA_TOURNAMENT_EXAMPLE_SPEC_H_
#define ARENA_TOURNAMENT_EXAMPLE_SPEC_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// A spec of that format as a host may write it: JSON with comments that say what each field is for. ParseTournamentSpec
// reads it as it is.
std::string ExampleSpec(v1::TournamentSpec::Format format);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_EXAMPLE_SPEC_H_
