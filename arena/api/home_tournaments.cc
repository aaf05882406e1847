// HomeApi's calls about tournaments.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/api/paging.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/secrets.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

absl::Status NeedsServer(absl::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrCat("a tournament is ", what,
                   " at a server: give --server (`flagfall serve`); without one there is `tournament run`"));
}

// The first `count` games that were stored of the tournament, or all when that is 0; ordered by number.
absl::StatusOr<std::vector<PlayedGame>> FirstPlayedGames(Database& ledger, const Tournament& tournament,
                                                         std::uint32_t count) {
  if (count == 0) return PlayedGames(ledger, tournament);
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<GameSummary> games, TournamentGames(ledger, tournament.id));
  absl::c_sort(games, [](const GameSummary& a, const GameSummary& b) { return a.sequence < b.sequence; });
  if (games.size() > count) games.resize(count);
  absl::c_sort(games, [](const GameSummary& a, const GameSummary& b) { return a.number < b.number; });
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<PlayedGame> played;
  for (const GameSummary& game : games) played.push_back(PlayedGameOf(game, players));
  return played;
}

}  // namespace

absl::StatusOr<v1::ListTournamentsResponse> HomeApi::ListTournaments(const v1::ListTournamentsRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  FLAGFALL_ASSIGN_OR_RETURN(const LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Tournament> tournaments,
                            arena::ListTournaments(*ledger, before, page_size));
  v1::ListTournamentsResponse response;
  for (const Tournament& tournament : tournaments) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::Tournament message, MessageOf(*ledger, tournament));
    if (!IsHost()) HideUntilFinished(message);
    // A book may have millions of bytes, and a page a thousand of them.
    HideBook(*message.mutable_spec());
    *response.add_tournaments() = std::move(message);
  }
  if (static_cast<int>(tournaments.size()) == page_size && tournaments.back().id > 1) {
    response.set_next_page_token(absl::StrCat(tournaments.back().id));
  }
  return response;
}

absl::StatusOr<v1::Tournament> HomeApi::GetTournament(const v1::GetTournamentRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const Tournament tournament, FindTournament(*ledger, request.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<PlayedGame> played,
                            FirstPlayedGames(*ledger, tournament, request.games_max()));
  v1::Tournament message = MessageOf(tournament, static_cast<std::uint32_t>(played.size()));
  AddTable(played, message);
  if (!IsHost()) HideUntilFinished(message);
  return message;
}

absl::StatusOr<v1::Tournament> HomeApi::CreateTournament(const v1::CreateTournamentRequest& /*request*/) {
  return NeedsServer("created");
}

absl::StatusOr<v1::Tournament> HomeApi::CancelTournament(const v1::CancelTournamentRequest& /*request*/) {
  return NeedsServer("cancelled");
}

absl::StatusOr<v1::Tournament> HomeApi::ResumeTournament(const v1::ResumeTournamentRequest& /*request*/) {
  return NeedsServer("resumed");
}

absl::Status HomeApi::WatchTournament(const v1::WatchTournamentRequest& /*request*/, const OnEvent& /*on_event*/) {
  return NeedsServer("watched");
}

}  // namespace flagfall::arena
