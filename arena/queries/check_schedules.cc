#include "arena/queries/check_schedules.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

constexpr int kPage = 100;

absl::Status CheckSchedule(store::Database& database, const store::Tournament& tournament) {
  const auto wrong = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat("tournament ", tournament.id, ": ", what));
  };
  tournament::Schedule schedule = tournament::MakeSchedule(tournament.spec);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<tournament::PlayedGame> games, PlayedGames(database, tournament));
  absl::Status recalled;
  for (std::size_t i = 0; i < games.size() && recalled.ok(); ++i) recalled = schedule.Recall(games[i]);
  if (!recalled.ok()) return wrong(recalled.message());
  if (tournament.state != v1::Tournament::STATE_FINISHED) return absl::OkStatus();
  const std::optional<tournament::ScheduledGame> missing =
      schedule.Take([](const tournament::ScheduledGame&) { return true; });
  if (!missing.has_value()) return absl::OkStatus();
  return wrong(absl::StrCat("is finished, and its game ", missing->number, " is missing"));
}

}  // namespace

absl::Status CheckSchedules(store::Database& database) {
  std::optional<std::int64_t> before;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> page,
                              store::ListTournaments(database, before, kPage));
    if (page.empty()) return absl::OkStatus();
    for (const store::Tournament& tournament : page) FLAGFALL_RETURN_IF_ERROR(CheckSchedule(database, tournament));
    before = page.back().id;
  }
}

}  // namespace flagfall::arena::queries
