#ifndef ARENA_WEB_PAGES_ROUNDS_H_
#define ARENA_WEB_PAGES_ROUNDS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/played_game.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

// The pairings that a format has drawn, in the order of the schedule: that of game n stands at n - 1.
using Drawings = std::vector<Pairing>;

// The same format, which notes what it draws.
std::unique_ptr<Format> Noted(std::unique_ptr<Format> format, std::shared_ptr<Drawings> drawings);

// What is stored and what runs of a tournament.
struct RoundGames {
  // Ordered by number.
  absl::Span<const PlayedGame> played;
  // Numbers of games, rising.
  absl::Span<const std::uint32_t> running;
};

// How many rounds were drawn.
std::uint32_t RoundsDrawn(const Drawings& drawings);

// A round of a Swiss: its matches as drawn, then who has a bye. Empty when it is not drawn.
v1::TournamentRound SwissRound(const v1::TournamentSpec& spec, const Drawings& drawings, std::uint32_t number,
                               const RoundGames& games);

// All rounds of a knockout that were drawn.
std::vector<v1::TournamentRound> KnockoutRounds(const v1::TournamentSpec& spec, const Drawings& drawings,
                                                const std::vector<std::vector<BracketMatch>>& bracket,
                                                const RoundGames& games);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_ROUNDS_H_
