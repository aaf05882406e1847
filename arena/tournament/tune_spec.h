#ifndef ARENA_TOURNAMENT_TUNE_SPEC_H_
#define ARENA_TOURNAMENT_TUNE_SPEC_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "arena/tournament/spsa.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// What a spec of FORMAT_TUNE (tune.h) says of its tuning.

// Names in the place of the one bot of a spec of FORMAT_TUNE all of its players, as many as are played at once;
// `concurrency` is that of a spec without one. INVALID_ARGUMENT unless there is one bot. Does nothing to other specs.
absl::Status NameTunedPlayers(std::uint32_t concurrency, v1::TournamentSpec& spec);

// Fills in what the spec's tuning leaves out; rounds and games are filled in.
void FillTuning(v1::TournamentSpec& spec);

// As FormatDefinition::check.
absl::Status CheckTune(const v1::TournamentSpec& spec);

// Of a complete spec.
std::vector<SpsaParameter> ParametersOf(const v1::TournamentSpec& spec);
SpsaGains GainsOf(const v1::Tuning& tuning);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_TUNE_SPEC_H_
