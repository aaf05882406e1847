#ifndef TESTS_QUERIES_PLAYED_LEDGER_H_
#define TESTS_QUERIES_PLAYED_LEDGER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::queries {

// Tournaments whose games were not played but have everything else that belongs to games: the records, seeds, set-ups
// and numbers that a run of their tournament gives them.

// Adds the bots ann, bob, cid and dot.
void AddPlayers(store::Database& database);

// Creates a tournament of the spec, which is completed first, and stores all of its games, or none; returns its id. Of
// each game in `void_first` a void attempt is stored before. Results follow from the games' numbers, unless `change`
// gives the record of a game that counts another outcome.
std::int64_t PlayTournament(store::Database& database, const v1::TournamentSpec& spec,
                            const std::vector<std::uint32_t>& void_first = {},
                            const std::function<void(v1::GameRecord& record)>& change = nullptr);

// Creates a tournament that waits for game 1, at which there has been one void attempt.
std::int64_t BeginTournament(store::Database& database, const v1::TournamentSpec& spec);

// A spec of barrage for these bots.
v1::TournamentSpec SpecFor(const std::vector<std::string>& bots, v1::TournamentSpec::Format format, bool rated);

}  // namespace flagfall::arena::queries

#endif  // TESTS_QUERIES_PLAYED_LEDGER_H_
