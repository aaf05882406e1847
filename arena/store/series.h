#ifndef ARENA_STORE_SERIES_H_
#define ARENA_STORE_SERIES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// Tournaments of one spec that begin again and again. A series holds what each of them is made from; the tournaments
// say in their specs which series they belong to, and are numbered in it.
struct Series {
  // From 1.
  std::int64_t id = 0;
  // Without bots, which `entrants` says, and with the times of the first tournament. Its seed is 0 where each
  // tournament draws its own.
  v1::TournamentSpec spec;
  // Since 1970; absent while the series goes on.
  std::optional<Micros> stopped_time;
  // How many tournaments it has, and the newest; 0 before the first is created.
  std::int64_t tournaments = 0;
  std::int64_t newest_tournament = 0;
};

// Creates a series without tournaments and returns its id. The text of a book is stored beside it, as CreateTournament
// has it.
absl::StatusOr<std::int64_t> CreateSeries(Database& database, const v1::TournamentSpec& spec, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<Series> FindSeries(Database& database, std::int64_t id);

// Returns all series, the newest first.
absl::StatusOr<std::vector<Series>> ListSeries(Database& database);

// Ends a series; does nothing when it has ended already. NOT_FOUND when there is none.
absl::Status StopSeries(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SERIES_H_
