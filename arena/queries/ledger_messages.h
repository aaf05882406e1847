#ifndef ARENA_QUERIES_LEDGER_MESSAGES_H_
#define ARENA_QUERIES_LEDGER_MESSAGES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/played_game.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::queries {

class TournamentTimes;

// What the store reads from the ledger, as the messages that describe it.

v1::Bot MessageOf(const store::Bot& bot);
v1::GameSummary MessageOf(const store::GameSummary& game);
// The same of a result that has just been stored, void or not.
v1::GameSummary MessageOf(const store::GameResult& result, const store::Receipt& receipt);
// Without the fields that only all games of the pool together tell.
v1::RatedBot MessageOf(const store::Standing& standing);

// Without standings. `games` games of the tournament are stored.
v1::Tournament MessageOf(const store::Tournament& tournament, std::uint32_t games);
absl::StatusOr<v1::Tournament> MessageOf(store::Database& database, const store::Tournament& tournament);
// The head of the ledger's chain at which the tournament has ended; empty where it is not finished.
absl::StatusOr<std::string> ChainHeadOf(store::Database& database, const store::Tournament& tournament);
// Adds who wanted to enter the tournament and how each did against the bot that they must beat.
absl::Status AddQualifications(store::Database& database, v1::Tournament& message);

// A stored game as formats and tables take it. `players` are the indices of the spec's bots by name, as PlayersOf
// returns them; DATA_LOSS when a player of the game is not among them.
absl::StatusOr<tournament::PlayedGame> PlayedGameOf(const store::GameSummary& game,
                                                    const std::map<std::string, int>& players);
std::map<std::string, int> PlayersOf(const v1::TournamentSpec& spec);
// The tournament's stored games, ordered by number. Where the bots' times are wanted too, `times` gets them.
absl::StatusOr<std::vector<tournament::PlayedGame>> PlayedGames(store::Database& database,
                                                                const store::Tournament& tournament,
                                                                TournamentTimes* times = nullptr);

// Adds to the message what its spec and its games, ordered by number, say: the standings and, for a tournament of two
// bots, the statistics of their match. For a tuning it is what the options have become, and nothing else.
void AddTable(absl::Span<const tournament::PlayedGame> played, v1::Tournament& message);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_LEDGER_MESSAGES_H_
