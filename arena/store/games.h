#ifndef ARENA_STORE_GAMES_H_
#define ARENA_STORE_GAMES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

// A stored game without its record.
struct GameSummary {
  // The order in which games were stored.
  std::int64_t sequence = 0;
  std::string game_id;
  std::int64_t tournament_id = 0;
  std::uint32_t number = 0;
  std::uint32_t round = 0;
  // When it is the second of a pair: the number of the first. 0 else, and where it was stored before this was kept.
  std::uint32_t first_of_pair = 0;
  std::string red;
  std::string blue;
  std::string ruleset_id;
  // Red wins, Blue wins or draw.
  v1::Outcome outcome;
  std::uint32_t plies = 0;
  // 1 when it was decided at first; one more for each void attempt.
  std::uint32_t attempt = 0;
  // Since 1970.
  Micros start_time{};
  Micros duration{};
  // Absent when it is not rated.
  std::optional<RatedGame> rating = std::nullopt;
};

// Which games to list; what is absent does not restrict.
struct GameFilter {
  // Played by this entry, or by any version of this base name, on either side.
  std::optional<std::string> bot = std::nullopt;
  std::optional<std::int64_t> tournament_id = std::nullopt;
  std::optional<std::string> ruleset_id = std::nullopt;
  std::optional<v1::Result> result = std::nullopt;
  std::optional<v1::Reason> reason = std::nullopt;
  // The other player, as `bot` names one, whichever side it had. Only with `bot`.
  std::optional<std::string> opponent = std::nullopt;
  // So many plies at least, and at most.
  std::optional<std::uint32_t> plies_min = std::nullopt;
  std::optional<std::uint32_t> plies_max = std::nullopt;
  // Began at this time or later, and before that one; since 1970.
  std::optional<Micros> start_time_min = std::nullopt;
  std::optional<Micros> start_time_end = std::nullopt;
};

inline constexpr int kGamePageMax = 1000;

struct GamePage {
  std::vector<GameSummary> games;
  // To be handed in as `before` for the next page; absent on the last.
  std::optional<std::int64_t> next;
};

// The newest first: games that fit the filter and were stored before the one with sequence `before` (absent: all), at
// most `count` (1 to kGamePageMax). Pages stay apart whatever is stored meanwhile.
absl::StatusOr<GamePage> ListGames(Database& database, const GameFilter& filter, std::optional<std::int64_t> before,
                                   int count);

// NOT_FOUND when there is none that counts.
absl::StatusOr<GameSummary> FindGame(Database& database, absl::string_view game_id);

// The record, checked against its hash: DATA_LOSS when it is not the one stored. NOT_FOUND as FindGame.
absl::StatusOr<v1::GameRecord> FindRecord(Database& database, absl::string_view game_id);

// Whether no game is to come any more, as far as the ledger can tell, that has the chance of this one: it is the second
// of its pair, or the second is stored. Not so of pairs that were stored before the ledger kept this.
absl::StatusOr<bool> IsPairComplete(Database& database, const GameSummary& game);

// Shows all games of the tournament that count, ordered by number: what resuming and standings need. Ends with the
// first error of `visit`.
absl::Status VisitTournamentGames(Database& database, std::int64_t tournament_id,
                                  const std::function<absl::Status(const GameSummary& game)>& visit);

// Those of them that were stored after the one with sequence `after`, in the order in which they were stored. The time
// grows with what was stored since, in whatever tournament.
absl::Status VisitTournamentGamesSince(Database& database, std::int64_t tournament_id, std::int64_t after,
                                       const std::function<absl::Status(const GameSummary& game)>& visit);

// All of them at once.
absl::StatusOr<std::vector<GameSummary>> TournamentGames(Database& database, std::int64_t tournament_id);
// How many there are.
absl::StatusOr<std::uint32_t> CountTournamentGames(Database& database, std::int64_t tournament_id);

// An attempt at a game that does not count.
struct VoidGame {
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string detail;
};

// Ordered by number and attempt.
absl::StatusOr<std::vector<VoidGame>> VoidGames(Database& database, std::int64_t tournament_id);

// As FindRecord, for a void attempt.
absl::StatusOr<v1::GameRecord> FindVoidRecord(Database& database, std::int64_t tournament_id, std::uint32_t number,
                                              std::uint32_t attempt);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_GAMES_H_
