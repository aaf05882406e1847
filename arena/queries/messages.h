#ifndef ARENA_QUERIES_MESSAGES_H_
#define ARENA_QUERIES_MESSAGES_H_

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

namespace flagfall::arena {

// What the ledger holds as the messages that describe it.

v1::Bot MessageOf(const Bot& bot);
v1::GameSummary MessageOf(const GameSummary& game);
v1::Tally MessageOf(const Tally& tally);
// Without what only all games of the pool at once tell.
v1::RatedBot MessageOf(const Standing& standing);

// Without standings. `games` of it are stored.
v1::Tournament MessageOf(const Tournament& tournament, std::uint32_t games);
absl::StatusOr<v1::Tournament> MessageOf(Database& database, const Tournament& tournament);

// A stored game between players of the spec, as formats and tables take it. `players` has their indices by name.
PlayedGame PlayedGameOf(const GameSummary& game, const std::map<std::string, int>& players);
std::map<std::string, int> PlayersOf(const v1::TournamentSpec& spec);
// The games on the disk, ordered by number.
absl::StatusOr<std::vector<PlayedGame>> PlayedGames(Database& database, const Tournament& tournament);

// The standings in a message, and back. What is not theirs in the message is left alone.
void AddStandings(const Standings& standings, v1::Tournament& message);
Standings StandingsIn(const v1::Tournament& message);

// What its spec and the games, ordered by number, say: standings, and of two bots the statistics of their match.
void AddTable(absl::Span<const PlayedGame> played, v1::Tournament& message);

// "2026-01-31 12:34:56" in UTC.
std::string TimeText(const google::protobuf::Timestamp& time);

// "+12.3", "-0.5".
std::string EloChangeText(double change);

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_MESSAGES_H_
