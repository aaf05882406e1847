#ifndef ARENA_SERVER_TOURNAMENT_SCHEDULE_H_
#define ARENA_SERVER_TOURNAMENT_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/spec.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::server {

// The bots of an arena as selectors of entrants look at them. Errors are the ledger's.
absl::StatusOr<tournament::BotList> KnownBots(store::Database& ledger);

// Tournaments that begin at a time. All of it is in the ledger: whoever calls DoDueWork goes on with what an earlier
// server has left. What is due is done late rather than never, and once, however late.
//
// The ledger's access() must be held. `now` is since 1970.
class TournamentSchedule {
 public:
  // `ledger` must outlive this object. `descriptors_for_others` as in runner::CheckEntrants.
  TournamentSchedule(store::Database& ledger, tournament::SpecSurroundings surroundings,
                     std::size_t descriptors_for_others);

  // Creates a tournament that is scheduled, and a series where it is to begin again. Returns its id. Errors as
  // tournament::OpenSpec; NOT_FOUND for bots that are listed by name and unknown; as runner::CheckEntrants for those
  // that are known and cannot play. `challenger` is who starts it as a challenge; empty where it is none.
  absl::StatusOr<std::int64_t> Create(const v1::TournamentSpec& asked, Micros now, const std::string& challenger = "");

  // Something for the host's log and for those who watch a tournament.
  struct Note {
    std::int64_t tournament = 0;
    std::string text;
    // Whether the tournament was stopped, and the text is why.
    bool is_stopped = false;
  };
  struct DueWork {
    // When to come again; absent while nothing is scheduled.
    std::optional<Micros> next;
    std::vector<Note> notes;
  };
  // Does what is due: closes entries, has tournaments begin, which are queued from then on, and makes the next of their
  // series. One whose entries give no tournament is stopped with the error. Errors are the ledger's.
  absl::StatusOr<DueWork> DoDueWork(Micros now);

  // Takes a tournament that is scheduled out of the schedule, and makes the next of its series. Errors are the
  // ledger's.
  absl::Status Cancel(const store::Tournament& tournament, Micros now);

  // Ends a series, and cancels the tournament of it that is scheduled. Returns that tournament's id, absent where there
  // is none. NOT_FOUND when there is no such series.
  absl::StatusOr<std::optional<std::int64_t>> StopSeries(std::int64_t series, Micros now);

 private:
  // Gives the tournament its bots, or has them play for their entry first. Errors also as tournament::CloseEntries,
  // runner::CheckEntrants and Qualify.
  absl::Status Close(store::Tournament& tournament, Micros now, DueWork& work);
  // Who of the tournament's entrants can enter; absent while they play for it.
  absl::StatusOr<std::optional<std::vector<tournament::Entrant>>> EntrantsOf(const store::Tournament& tournament,
                                                                             Micros now, DueWork& work);
  // Takes the tournament out of the schedule, into `state`, and makes the next of its series.
  absl::Status Leave(const store::Tournament& tournament, v1::Tournament::State state, absl::string_view error,
                     Micros now);
  // As they are for a tournament that this user has started as a challenge, or for none.
  tournament::SpecSurroundings SurroundingsFor(const std::string& challenger) const;
  // Creates the tournament of the series that follows `before`, unless the series has ended or has it already.
  absl::Status MakeNext(const store::Tournament& before, Micros now);

  store::Database& ledger_;
  const tournament::SpecSurroundings surroundings_;
  const std::size_t descriptors_for_others_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_TOURNAMENT_SCHEDULE_H_
