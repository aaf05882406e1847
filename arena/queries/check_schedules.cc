#include "arena/queries/check_schedules.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::queries {
namespace {

constexpr int kPage = 100;

absl::Status Wrong(const store::Tournament& tournament, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("tournament ", tournament.id, ": ", what));
}

// Whether a schedule can be made of the spec, and its games are rated in the pool that follows from it.
absl::Status CheckSpec(const store::Tournament& tournament) {
  v1::TournamentSpec spec = tournament.spec;
  // Its list of bots was not made, and so nothing was played.
  if (spec.bots().empty() && !spec.entrants().empty()) return absl::OkStatus();
  if (spec.bots_size() < 2 || spec.bots_size() > tournament::kBotsMax) {
    return Wrong(tournament, absl::StrCat("its spec names ", spec.bots_size(), " bots"));
  }
  tournament::FillFormatDefaults(spec);
  if (const absl::Status fits = tournament::CheckFormat(spec); !fits.ok()) {
    return Wrong(tournament, absl::StrCat("its spec: ", fits.message()));
  }
  // Without the ruleset it is not known which of its options are the defaults.
  if (!tournament.pool.has_value() || !FindRuleset(spec.ruleset().id()).ok()) return absl::OkStatus();
  const std::string pool = tournament::PoolOf(spec);
  if (*tournament.pool == pool) return absl::OkStatus();
  return Wrong(tournament, absl::StrCat("its pool is ", *tournament.pool, ", and its spec gives ", pool));
}

struct StoredGame {
  std::int64_t sequence = 0;
  tournament::PlayedGame played;
};

// The tournament's games in the order in which they were stored.
absl::StatusOr<std::vector<StoredGame>> StoredGames(store::Database& database, const store::Tournament& tournament) {
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<StoredGame> games;
  FLAGFALL_RETURN_IF_ERROR(
      store::VisitTournamentGames(database, tournament.id, [&](const store::GameSummary& game) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const tournament::PlayedGame played, PlayedGameOf(game, players));
        games.push_back({game.sequence, played});
        return absl::OkStatus();
      }));
  std::sort(games.begin(), games.end(),
            [](const StoredGame& a, const StoredGame& b) { return a.sequence < b.sequence; });
  return games;
}

absl::Status CheckSchedule(store::Database& database, const store::Tournament& tournament) {
  FLAGFALL_RETURN_IF_ERROR(CheckSpec(tournament));
  std::vector<tournament::Pairing> pairings;
  tournament::Schedule schedule(tournament::MakeFormat(tournament.spec), &pairings);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<StoredGame> games, StoredGames(database, tournament));
  // A schedule takes games in every order in which they can have ended: a round that depends on results comes after
  // these. So games whose sequences were swapped show, unless they could have ended in that order as well.
  for (const StoredGame& game : games) {
    const tournament::PlayedGame& played = game.played;
    if (const absl::Status recalled = schedule.Recall(played); !recalled.ok()) {
      return Wrong(tournament, recalled.message());
    }
    const tournament::Pairing& pairing = pairings[played.number - 1];
    if (played.round != pairing.round) {
      return Wrong(tournament, absl::StrCat("game ", played.number, " is stored as of round ", played.round,
                                            ", and is of round ", pairing.round, " in the schedule"));
    }
    if (played.first_of_pair == 0 && pairing.first_before != 0) {
      return Wrong(tournament, absl::StrCat("game ", played.number, " is stored as a game without partner, and game ",
                                            played.number - pairing.first_before, " is the first of its pair"));
    }
  }
  if (tournament.state != v1::Tournament::STATE_FINISHED) return absl::OkStatus();
  const std::optional<tournament::ScheduledGame> missing =
      schedule.Take([](const tournament::ScheduledGame&) { return true; });
  if (!missing.has_value()) return absl::OkStatus();
  return Wrong(tournament, absl::StrCat("is finished, and its game ", missing->number, " is missing"));
}

}  // namespace

absl::Status CheckSchedules(store::Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction transaction, store::Transaction::BeginReading(database));
  std::optional<std::int64_t> before;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> page,
                              store::ListTournaments(database, before, kPage));
    if (page.empty()) return absl::OkStatus();
    for (const store::Tournament& tournament : page) {
      FLAGFALL_RETURN_IF_ERROR(CheckSchedule(database, tournament));
    }
    before = page.back().id;
  }
}

}  // namespace flagfall::arena::queries
