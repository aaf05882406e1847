#ifndef ARENA_TOURNAMENT_GAME_SEED_H_
#define ARENA_TOURNAMENT_GAME_SEED_H_

#include <cstdint>
#include <string>

namespace flagfall::arena {

// The 256-bit seed of a tournament's game (R10.5), 32 raw bytes: SHA-256 of the ASCII text
// "flagfall game SEED NUMBER" with both numbers in decimal, as in "flagfall game 7 42". So anyone can compute it, in
// any language, and nobody can compute one game's seed from another's without the tournament's.
std::string GameSeed(std::uint64_t tournament_seed, std::uint32_t number);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_GAME_SEED_H_
