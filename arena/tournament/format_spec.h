#ifndef ARENA_TOURNAMENT_FORMAT_SPEC_H_
#define ARENA_TOURNAMENT_FORMAT_SPEC_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/rating/sprt.h"
#include "arena/tournament/format.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// Of a spec, the fields that say who meets whom. CompleteSpec (spec.h) calls these two.

// Fills in the defaults of the format's own fields.
void FillFormatDefaults(v1::TournamentSpec& spec);
// Whether the fields, filled in, make a tournament of that format: INVALID_ARGUMENT names the field that does not fit,
// those of other formats included. The bots must have been counted.
absl::Status CheckFormat(const v1::TournamentSpec& spec);

// Below, `spec` is complete, or was so when there were round robins only.

std::unique_ptr<Format> MakeFormat(const v1::TournamentSpec& spec);
Schedule MakeSchedule(const v1::TournamentSpec& spec);

// The games there will be; at most so many for a knockout, a ladder and a test, which may end before. Absent for a
// ladder without end.
std::optional<std::uint32_t> GamesMax(const v1::TournamentSpec& spec);

// What decides the order in the format's table.
Ranking RankingOf(const v1::TournamentSpec& spec);
// The table of the format from the games stored so far, with all their fields, ordered by number.
Standings StandingsFor(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

// The bracket of a knockout after the games, which are ordered by number and taken up to the first that is missing.
// Empty for other formats.
std::vector<std::vector<BracketMatch>> BracketAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

SprtOptions SprtOptionsOf(const v1::Sprt& sprt);

// How a test stands after the games, which are ordered by number and taken up to the first that is missing. Absent for
// other formats.
std::optional<Sprt> SprtAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_FORMAT_SPEC_H_
