#ifndef ARENA_STORE_SET_UPS_H_
#define ARENA_STORE_SET_UPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"

// The set-ups with which games were played, so that questions about many of them read no record.
namespace flagfall::arena::store {

// Squares of the largest zone in which an army is set up (R1.3, R1.6): four rows.
inline constexpr std::size_t kSetUpSquares = 40;

// The set-up that the game accepted from a side, or was given for it: kSetUpSquares letters from the player's back row
// on, each row from file a to j as Red sees them, Blue's turned by 180 degrees; a dot where no piece is. Absent in a
// game in which no ply was made, and where there is no set-up on a board.
std::optional<std::string> SetUpLetters(const v1::GameRecord& record, v1::Side side);

// Stores both set-ups of a game that was just stored under this sequence, if both can be told.
absl::Status StoreSetUps(Database& database, std::int64_t sequence, const v1::GameRecord& record);

// How often a bot has played one set-up on one side, and with what result.
struct PlayedSetUp {
  std::string letters;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
};

// Returns the set-ups of the entry's newest games of a ruleset, `games_max` on each side at most. Left out are games
// whose record is not public: the first of a duplicate pair while the second may still be played. Ordered by letters,
// then side.
absl::StatusOr<std::vector<PlayedSetUp>> SetUpsPlayed(Database& database, absl::string_view entry,
                                                      absl::string_view ruleset_id, int games_max);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SET_UPS_H_
