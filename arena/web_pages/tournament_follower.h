#ifndef ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_
#define ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/queries/tournament_times.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/played_game.h"
#include "arena/tournament/schedule.h"
#include "arena/web_pages/rounds.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::web_pages {

// The part of a tournament's page that is not in the ledger.
struct TournamentNow {
  // Since 1970.
  Micros time{};
  // All running games, of any tournament.
  std::vector<v1::LiveGame> running = {};
  // Notices of the tournament, the newest last.
  std::vector<std::string> notices = {};
  // Whether the tournament is being played, and does not wait for others.
  bool is_playing = false;
};

// Makes the pages of one tournament. It reads all of the tournament's games once, and then only those that were stored
// since, so that asking again and again does not cost more as the tournament grows. May be used from any thread, but by
// one at a time.
class TournamentFollower {
 public:
  // Reads the tournament and its games. NOT_FOUND when there is no such tournament.
  static absl::StatusOr<std::unique_ptr<TournamentFollower>> Of(store::Database& database, std::int64_t id);

  // Reads what has changed in the ledger since.
  absl::Status Update(store::Database& database);

  // These are as of the last Update.
  v1::TournamentPage Page(store::Database& database, const TournamentNow& now);
  v1::TournamentProgress Progress(store::Database& database, const TournamentNow& now);
  // A round of a Swiss. NOT_FOUND for another format, or for a round that has not been paired.
  absl::StatusOr<v1::TournamentRound> Round(std::uint32_t number, const TournamentNow& now) const;

 private:
  explicit TournamentFollower(store::Tournament tournament);

  // Follows it from here on, without games.
  void Begin(store::Tournament tournament);
  absl::Status Add(const store::GameSummary& stored);
  v1::Tournament Message() const;
  void AddSchedule(const TournamentNow& now, const std::vector<std::uint32_t>& running,
                   v1::TournamentProgress& progress);
  std::vector<std::uint32_t> RunningNumbers(const TournamentNow& now) const;

  store::Tournament tournament_;
  std::map<std::string, int> players_;
  // Ordered by number.
  std::vector<tournament::PlayedGame> played_;
  queries::TournamentTimes times_;
  std::vector<store::VoidCount> voids_;
  // As in v1::Tournament.
  std::string chain_head_;
  // All games up to this sequence number of the ledger are known.
  std::int64_t sequence_ = 0;
  // When the games of about the last minute ended, since 1970.
  std::vector<Micros> ended_;
  // All pairings so far, for formats of which the page shows rounds.
  Pairings pairings_;
  // Null when the stored games are not of the schedule that this program makes.
  std::unique_ptr<tournament::Schedule> schedule_;
};

// How the log-likelihood ratio of a sequential test changed with its pairs of games; empty for other formats. `played`
// is ordered by number.
v1::SprtCourse CourseOf(const v1::TournamentSpec& spec, const std::vector<tournament::PlayedGame>& played);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_
