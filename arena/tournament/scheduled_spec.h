#ifndef ARENA_TOURNAMENT_SCHEDULED_SPEC_H_
#define ARENA_TOURNAMENT_SCHEDULED_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/spec.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::tournament {

// Specs of tournaments that begin at a time. Such a spec lists its entrants, and is without bots until its entries
// close; then it becomes one like any other. All times are microseconds since 1970.
//
//   asked for --OpenSpec--> open --CloseEntries--> closed: complete as CompleteSpec has it
//
// A series is a spec that is open, from which SeriesMember makes one tournament after the other.

inline constexpr std::uint32_t kEverySecondsMin = 60;
inline constexpr std::uint32_t kEverySecondsMax = 366 * 86'400;
// How far ahead a tournament can be scheduled.
inline constexpr std::int64_t kStartAheadDaysMax = 5 * 366;

// Whether the spec asks for a time to begin at, or for anything that belongs to it.
bool IsScheduled(const v1::TournamentSpec& spec);

// The spec while its entries are open: its entrants are written out and its bots left out; every default is filled in
// but `rounds`, which may follow from the number of bots. `known` are the bots of the arena. INVALID_ARGUMENT when its
// times have passed by `now` or contradict each other, and as CompleteSpec and WriteOutSelectors.
absl::StatusOr<v1::TournamentSpec> OpenSpec(const v1::TournamentSpec& asked, const BotList& known,
                                            const SpecSurroundings& surroundings, Micros now);

struct ClosedSpec {
  v1::TournamentSpec spec;
  // Entrants with a problem.
  std::vector<Entrant> left_out;
};
// The open spec with those of the entrants who have no problem. Errors as CompleteSpec's: FAILED_PRECONDITION when
// fewer than two can.
absl::StatusOr<ClosedSpec> CloseEntries(const v1::TournamentSpec& open, const std::vector<Entrant>& entrants,
                                        const SpecSurroundings& surroundings);

// The complete spec of the tournament in which `bots` play for their entry in another, `tournament`, whose spec says
// whom they must beat: each of them plays against that bot alone, without rating, as they would in the other. Errors as
// CompleteSpec's.
absl::StatusOr<v1::TournamentSpec> QualifierSpec(const v1::TournamentSpec& open, std::uint32_t tournament,
                                                 const std::vector<std::string>& bots,
                                                 const SpecSurroundings& surroundings);

// "7.5", of twice the points.
std::string PointsText(std::int64_t half_points);

// Where a tournament stands in a series.
struct SeriesPlace {
  std::uint32_t series = 0;
  // From 1.
  std::uint32_t number = 0;
  Micros start{};
};
// The open spec of a tournament in the series whose spec is `series`. Draws its seed, unless the series has one.
v1::TournamentSpec SeriesMember(const v1::TournamentSpec& series, const SeriesPlace& place,
                                const SpecSurroundings& surroundings);

// When the tournament after the one that begins at `start` begins: whole intervals later, and after `now`. A server
// that was away for several intervals so leaves out all but one.
Micros NextStart(Micros start, std::uint32_t every_seconds, Micros now);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SCHEDULED_SPEC_H_
