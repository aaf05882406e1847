#ifndef ARENA_TOURNAMENT_EXAMPLE_SPEC_H_
#define ARENA_TOURNAMENT_EXAMPLE_SPEC_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// An example of a spec of that format for a host to begin with: JSON with comments that say what each field is for.
// ParseTournamentSpec reads it as it is. The format must exist.
std::string ExampleSpec(v1::TournamentSpec::Format format);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_EXAMPLE_SPEC_H_
