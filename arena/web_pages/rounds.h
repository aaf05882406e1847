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

// The pairings that a format has drawn, in the order of the schedule: the pairing of game n stands at index n - 1.
using Drawings = std::vector<Pairing>;

// Wraps a format so that all pairings it draws are appended to `drawings`.
std::unique_ptr<Format> Recording(std::unique_ptr<Format> format, std::shared_ptr<Drawings> drawings);

// A tournament's games: those that are stored, and those that run.
struct RoundGames {
  // Ordered by number.
  absl::Span<const PlayedGame> played;
  // Numbers of games, rising.
  absl::Span<const std::uint32_t> running;
};

// The number of rounds that have been drawn.
std::uint32_t RoundsDrawn(const Drawings& drawings);

// A round of a Swiss: its matches in the order of the draw, then the bye. Empty when the round has not been drawn.
v1::TournamentRound SwissRound(const v1::TournamentSpec& spec, const Drawings& drawings, std::uint32_t number,
                               const RoundGames& games);

// All rounds of a knockout that have been drawn.
std::vector<v1::TournamentRound> KnockoutRounds(const v1::TournamentSpec& spec, const Drawings& drawings,
                                                const std::vector<std::vector<BracketMatch>>& bracket,
                                                const RoundGames& games);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_ROUNDS_H_
