#ifndef ARENA_QUERIES_MESSAGES_H_
#define ARENA_QUERIES_MESSAGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
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

// Without standings.
absl::StatusOr<v1::Tournament> MessageOf(Database& database, const Tournament& tournament);

// The games on the disk, ordered by number, as formats and tables take them.
absl::StatusOr<std::vector<PlayedGame>> PlayedGames(Database& database, const Tournament& tournament);

// The standings in a message, and back. What is not theirs in the message is left alone.
void AddStandings(const Standings& standings, v1::Tournament& message);
Standings StandingsIn(const v1::Tournament& message);

// "running", "finished", "stopped".
std::string StateName(v1::Tournament::State state);

// "2026-01-31 12:34:56" in UTC.
std::string TimeText(const google::protobuf::Timestamp& time);

// "+12.3", "-0.5".
std::string EloChangeText(double change);

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_MESSAGES_H_
