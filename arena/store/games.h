#ifndef ARENA_STORE_GAMES_H_
#define ARENA_STORE_GAMES_H_

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "arena/store/seat_times.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// A stored game without its record.
struct GameSummary {
  // Counts all games in the order in which they were stored.
  std::int64_t sequence = 0;
  std::string game_id;
  std::int64_t tournament_id = 0;
  std::uint32_t number = 0;
  std::uint32_t round = 0;
  // The number of the first game of the pair if this is the second; otherwise 0.
  std::uint32_t first_of_pair = 0;
  std::string red;
  std::string blue;
  std::string ruleset_id;
  // A win of Red, a win of Blue, or a draw.
  v1::Outcome outcome;
  std::uint32_t plies = 0;
  // 1 plus the number of void attempts before.
  std::uint32_t attempt = 0;
  // Since 1970.
  Micros start_time{};
  Micros duration{};
  // Absent when the game is not rated.
  std::optional<RatedGame> rating = std::nullopt;
  // Of Red and of Blue.
  std::array<SeatTimes, 2> times = {};
  // Whether it was played elsewhere (imported_games.h). Then it has no tournament and no round, `number` is that of its
  // import, `red` and `blue` are no bots, and `start_time` is 0 where nothing tells it.
  bool is_imported = false;
};

// Which games to list. A field that is absent does not restrict the list.
struct GameFilter {
  // Played by this entry, or by any version of this base name, on either side.
  std::optional<std::string> bot = std::nullopt;
  std::optional<std::int64_t> tournament_id = std::nullopt;
  std::optional<std::string> ruleset_id = std::nullopt;
  std::optional<v1::Result> result = std::nullopt;
  std::optional<v1::Reason> reason = std::nullopt;
  // The other player, named like `bot`, on either side. Only with `bot`.
  std::optional<std::string> opponent = std::nullopt;
  // The least and the most plies.
  std::optional<std::uint32_t> plies_min = std::nullopt;
  std::optional<std::uint32_t> plies_max = std::nullopt;
  // Games that began at `start_time_min` or later and before `start_time_end`; since 1970.
  std::optional<Micros> start_time_min = std::nullopt;
  std::optional<Micros> start_time_end = std::nullopt;
  // The imported games instead of those that were played here. `bot` and `opponent` are whole names then.
  bool is_imported = false;
};

inline constexpr int kGamePageMax = 1000;

struct GamePage {
  std::vector<GameSummary> games;
  // The value of `before` for the next page; absent on the last page.
  std::optional<std::int64_t> next;
};

// Returns games that match the filter, the newest first, at most `count` (1 to kGamePageMax). `before` restricts them
// to games stored before the one with that sequence. A game that is stored meanwhile does not shift the pages.
absl::StatusOr<GamePage> ListGames(Database& database, const GameFilter& filter, std::optional<std::int64_t> before,
                                   int count);

// NOT_FOUND when there is no such game that counts. This and FindRecord find imported games, too.
absl::StatusOr<GameSummary> FindGame(Database& database, absl::string_view game_id);

// Returns the game's record. DATA_LOSS when it does not have the stored hash; NOT_FOUND as FindGame.
absl::StatusOr<v1::GameRecord> FindRecord(Database& database, absl::string_view game_id);

// Whether the ledger can tell that no game with the same set-ups and chance is still to be played: the game is the
// second of its pair, or the second is stored.
absl::StatusOr<bool> IsPairComplete(Database& database, const GameSummary& game);

// Calls `visit` for each game of the tournament that counts, ordered by number. Returns the first error of `visit`.
absl::Status VisitTournamentGames(Database& database, std::int64_t tournament_id,
                                  const std::function<absl::Status(const GameSummary& game)>& visit);

// The same for the games that were stored after the one with sequence `after`, in the order in which they were stored.
// The time grows with the number of games stored since then in all tournaments.
absl::Status VisitTournamentGamesSince(Database& database, std::int64_t tournament_id, std::int64_t after,
                                       const std::function<absl::Status(const GameSummary& game)>& visit);

// Returns the number of games of the tournament that count.
absl::StatusOr<std::uint32_t> CountTournamentGames(Database& database, std::int64_t tournament_id);

// An attempt at a game that does not count.
struct VoidGame {
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string detail;
};

// Returns the void attempts of the tournament, ordered by number and attempt.
absl::StatusOr<std::vector<VoidGame>> VoidGames(Database& database, std::int64_t tournament_id);

// How many void attempts at games of a tournament have the same cause and the same players.
struct VoidCount {
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string red;
  std::string blue;
  std::uint32_t games = 0;
};

// Returns the counts of all void attempts of the tournament. Reads an index only.
absl::StatusOr<std::vector<VoidCount>> CountVoidGames(Database& database, std::int64_t tournament_id);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_GAMES_H_
