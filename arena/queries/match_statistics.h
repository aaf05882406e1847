#ifndef ARENA_QUERIES_MATCH_STATISTICS_H_
#define ARENA_QUERIES_MATCH_STATISTICS_H_

#include <string>

#include "absl/types/span.h"
#include "arena/tournament/played_game.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::queries {

// The statistics of a tournament of two bots, from its games ordered by number. Games 2k - 1 and 2k are a pair with
// sides swapped; a game whose partner is missing yet counts in the games alone. Games that nobody played count in
// `games` only, unless the spec rates forfeits.
v1::MatchStatistics MatchStatisticsOf(const v1::TournamentSpec& spec, absl::Span<const tournament::PlayedGame> games);

// The same for people, in the lines that chess programs print: Elo and nElo with their errors, LOS, DrawRatio,
// PairsRatio, games, Ptnml(0-2), WL/DD Ratio, LLR; with what the ratios count; then the result with
// less luck, where the message has it. Each ends with a newline.
std::string MatchStatisticsText(const v1::MatchStatistics& match);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_MATCH_STATISTICS_H_
