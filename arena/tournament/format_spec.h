#ifndef ARENA_TOURNAMENT_FORMAT_SPEC_H_
#define ARENA_TOURNAMENT_FORMAT_SPEC_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// These functions look up the format of a spec in the table of formats (formats.h) and apply it to the spec.

// Fills in the defaults of the fields that say who meets whom. CompleteSpec (spec.h) calls it.
void FillFormatDefaults(v1::TournamentSpec& spec);
// Checks the same fields, filled in: INVALID_ARGUMENT names a field that does not fit the format, or that belongs to
// another one. The number of bots must have been checked. CompleteSpec (spec.h) calls it.
absl::Status CheckFormat(const v1::TournamentSpec& spec);

// The functions below take a spec that is complete, or that was stored before there were other formats than the round
// robin.

std::unique_ptr<Format> MakeFormat(const v1::TournamentSpec& spec);

// The number of games that the tournament will have, or the most that it can have where results may end it before.
// Absent for a tournament without end.
std::optional<std::uint32_t> GamesMax(const v1::TournamentSpec& spec);

// What decides the order of the tournament's table. For a format that only a newer program knows, what decides for a
// round robin.
Ranking RankingOf(const v1::TournamentSpec& spec);
// The table after the games stored so far, which are ordered by number and have all their fields.
Standings StandingsFor(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_FORMAT_SPEC_H_
