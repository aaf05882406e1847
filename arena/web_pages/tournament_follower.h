#ifndef ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_
#define ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/played_game.h"
#include "arena/tournament/schedule.h"
#include "arena/web_pages/rounds.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

// What a page says of a tournament beside what its ledger does.
struct TournamentNow {
  // Since 1970.
  Micros time{};
  // Games that run, of whatever tournament.
  std::vector<v1::LiveGame> running = {};
  // What people should know of the tournament, the newest last.
  std::vector<std::string> notices = {};
};

// A tournament for those who look on. It reads all of its games once, and then only what was stored since: where it is
// asked about a tournament again and again, the cost of it does not grow with the tournament. To be used by one thread
// at a time, but from any.
class TournamentFollower {
 public:
  // NOT_FOUND as FindTournament.
  static absl::StatusOr<std::unique_ptr<TournamentFollower>> Of(Database& database, std::int64_t id);

  // Reads what has changed.
  absl::Status Update(Database& database);

  // As of the last Update.
  v1::TournamentPage Page(Database& database, const TournamentNow& now);
  v1::TournamentProgress Progress(Database& database, const TournamentNow& now);
  // A round of a Swiss. NOT_FOUND for another format, or for a round that has not been paired.
  absl::StatusOr<v1::TournamentRound> Round(std::uint32_t number, const TournamentNow& now) const;

 private:
  explicit TournamentFollower(Tournament tournament);

  absl::Status Add(const PlayedGame& game);
  v1::Tournament Message() const;
  void AddSchedule(const TournamentNow& now, const std::vector<std::uint32_t>& running,
                   v1::TournamentProgress& progress);
  std::vector<std::uint32_t> RunningNumbers(const TournamentNow& now) const;

  Tournament tournament_;
  const std::map<std::string, int> players_;
  // Ordered by number.
  std::vector<PlayedGame> played_;
  // Of the games up to this one all are known.
  std::int64_t sequence_ = 0;
  // When the newest games ended, since 1970; at most those of a minute and one more.
  std::vector<Micros> ended_;
  // All pairings so far, for formats of which the page shows rounds.
  Pairings pairings_;
  // Null when the stored games are not of the schedule that this program makes.
  std::unique_ptr<Schedule> schedule_;
};

// The test's course; nothing for other formats. `played` is ordered by number.
v1::SprtCourse CourseOf(const v1::TournamentSpec& spec, const std::vector<PlayedGame>& played);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_TOURNAMENT_FOLLOWER_H_
