#ifndef ARENA_WEB_PAGES_ROUNDS_H_
#define ARENA_WEB_PAGES_ROUNDS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/played_game.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// The pairings that a format has asked for, in the order of the schedule: that of game n stands at n - 1.
using Pairings = std::vector<tournament::Pairing>;

// The games of a tournament that are stored and those that are running.
struct RoundGames {
  // Ordered by number.
  absl::Span<const tournament::PlayedGame> played;
  // Numbers of games, rising.
  absl::Span<const std::uint32_t> running;
};

// The number of rounds that have been paired.
std::uint32_t RoundsPaired(const Pairings& pairings);

// A round of a Swiss: its matches in the order of their pairings, then byes. Empty if it has not been paired.
v1::TournamentRound SwissRound(const v1::TournamentSpec& spec, const Pairings& pairings, std::uint32_t number,
                               const RoundGames& games);

// All rounds of a knockout that have been paired.
std::vector<v1::TournamentRound> KnockoutRounds(const v1::TournamentSpec& spec, const Pairings& pairings,
                                                const std::vector<std::vector<tournament::BracketMatch>>& bracket,
                                                const RoundGames& games);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_ROUNDS_H_
