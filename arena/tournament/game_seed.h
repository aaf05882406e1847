#ifndef ARENA_TOURNAMENT_GAME_SEED_H_
#define ARENA_TOURNAMENT_GAME_SEED_H_

#include <cstdint>
#include <map>
#include <string>

#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena::tournament {

// The 256-bit seed of a tournament's game (R10.5), 32 raw bytes: SHA-256 of the ASCII text
// "flagfall game SEED NUMBER" with both numbers in decimal, as in "flagfall game 7 42", and from the second attempt on
// of "flagfall game SEED NUMBER ATTEMPT". Anyone who knows the tournament's seed can compute it, in any language;
// without it nobody can compute the seed of one game from that of another.
std::string GameSeed(std::uint64_t tournament_seed, std::uint32_t number, std::uint32_t attempt = 1);

// How many attempts at a game were void, by the game's number. Games without void attempts may be left out.
using VoidAttempts = std::map<std::uint32_t, std::uint32_t>;

// The seed for the next attempt at the game. It differs from those of void attempts, of which players have seen a part.
// In a duplicate tournament both games of a pair have the seed with which the first was decided.
std::string SeedNow(const ScheduledGame& game, std::uint64_t tournament_seed, bool is_duplicate,
                    const VoidAttempts& voids);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_GAME_SEED_H_
