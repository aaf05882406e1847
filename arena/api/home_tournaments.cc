// HomeApi's calls about tournaments.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/api/paging.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/luck_correction.h"
#include "arena/queries/secrets.h"
#include "arena/queries/series_messages.h"
#include "arena/queries/tournament_times.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {
namespace {

absl::Status NeedsServer(absl::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrCat(what, " at a server: give --server (`flagfall serve`); without one there is `tournament run`"));
}

// The first `count` games that were stored of the tournament; ordered by number. Of each game it keeps only what tables
// take, since a tournament may have millions.
absl::StatusOr<std::vector<tournament::PlayedGame>> FirstPlayedGames(store::Database& ledger,
                                                                     const store::Tournament& tournament,
                                                                     std::uint32_t count) {
  const std::map<std::string, int> players = queries::PlayersOf(tournament.spec);
  std::vector<tournament::PlayedGame> played;
  std::vector<std::int64_t> sequences;
  FLAGFALL_RETURN_IF_ERROR(
      store::VisitTournamentGames(ledger, tournament.id, [&](const store::GameSummary& game) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(played.emplace_back(), queries::PlayedGameOf(game, players));
        sequences.push_back(game.sequence);
        return absl::OkStatus();
      }));
  if (played.size() <= count) return played;
  std::vector<std::int64_t> in_order = sequences;
  std::nth_element(in_order.begin(), in_order.begin() + count, in_order.end());
  std::vector<tournament::PlayedGame> first;
  for (std::size_t i = 0; i < played.size(); ++i) {
    if (sequences[i] < in_order[count]) first.push_back(played[i]);
  }
  return first;
}

// Adds the match's result without the luck of the deal. All records of the match are read, which is why hosts alone may
// ask for it; it also tells of the deals of a match that is going on.
absl::Status AddLuckCorrection(store::Database& ledger, const store::Tournament& tournament,
                               const accounts::Principal& caller, const v1::GetTournamentRequest& request,
                               v1::Tournament& message) {
  if (caller.role != accounts::Role::kHost) {
    return absl::PermissionDeniedError("only hosts may ask for the result of a match without the luck of the deal");
  }
  if (request.games_max() != 0) {
    return absl::InvalidArgumentError("control_variate is of all games of a match, and games_max of some");
  }
  FLAGFALL_ASSIGN_OR_RETURN(
      const v1::ValueFunction value_function,
      queries::ValueFunctionFor(ledger.path(), tournament.spec, tournament.created_time, request.value_function()));
  FLAGFALL_ASSIGN_OR_RETURN(*message.mutable_match()->mutable_less_luck(),
                            queries::LuckCorrectionOf(ledger, tournament, value_function));
  return absl::OkStatus();
}

// Takes away what the caller may not know. An owner is told why a challenge of the owner's has stopped or waits,
// without the host's paths.
void HideFrom(const accounts::Principal& caller, v1::Tournament& message) {
  if (caller.role == accounts::Role::kHost) return;
  const bool is_challenger = !caller.user.empty() && caller.user == message.spec().challenger();
  const std::string error = is_challenger ? queries::WithoutPaths(message.error()) : "";
  const std::string waits = is_challenger ? queries::WithoutPaths(message.waiting().reason()) : "";
  queries::HideUntilFinished(message);
  message.set_error(error);
  if (message.has_waiting()) message.mutable_waiting()->set_reason(waits);
}

// Says of a tournament that would play why no game begins: that is no secret of the host.
void TellHeld(const std::string& held, v1::Tournament& message) {
  const v1::Tournament::State state = message.state();
  const bool would_play = state == v1::Tournament::STATE_RUNNING || state == v1::Tournament::STATE_QUEUED;
  if (would_play && !held.empty()) message.mutable_waiting()->set_reason(held);
}

}  // namespace

absl::StatusOr<v1::ListTournamentsResponse> HomeApi::ListTournaments(const v1::ListTournamentsRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> tournaments,
                            store::ListTournaments(*ledger, before, page_size));
  v1::ListTournamentsResponse response;
  for (const store::Tournament& tournament : tournaments) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::Tournament message, queries::MessageOf(*ledger, tournament));
    HideFrom(caller_, message);
    TellHeld(server_.held(), message);
    // A book may have millions of bytes, and a page a thousand of them.
    queries::HideBook(*message.mutable_spec());
    *response.add_tournaments() = std::move(message);
  }
  if (static_cast<int>(tournaments.size()) == page_size && tournaments.back().id > 1) {
    response.set_next_page_token(absl::StrCat(tournaments.back().id));
  }
  return response;
}

absl::StatusOr<v1::Tournament> HomeApi::GetTournament(const v1::GetTournamentRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(*ledger, request.id()));
  const bool has_all = request.games_max() == 0;
  queries::TournamentTimes times;
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<tournament::PlayedGame> played,
                            has_all ? queries::PlayedGames(*ledger, tournament, &times)
                                    : FirstPlayedGames(*ledger, tournament, request.games_max()));
  v1::Tournament message = queries::MessageOf(tournament, static_cast<std::uint32_t>(played.size()));
  queries::AddTable(played, message);
  if (request.control_variate()) {
    FLAGFALL_RETURN_IF_ERROR(AddLuckCorrection(*ledger, tournament, caller_, request, message));
  } else if (request.value_function() != 0) {
    return absl::InvalidArgumentError("value_function is given without control_variate, for which it is");
  }
  FLAGFALL_RETURN_IF_ERROR(queries::AddQualifications(*ledger, message));
  FLAGFALL_ASSIGN_OR_RETURN(*message.mutable_chain_head(), queries::ChainHeadOf(*ledger, tournament));
  if (has_all) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::VoidCount> voids, store::CountVoidGames(*ledger, tournament.id));
    times.AddTo(voids, message);
  }
  HideFrom(caller_, message);
  TellHeld(server_.held(), message);
  FLAGFALL_RETURN_IF_ERROR(queries::ShowBook(*ledger, *message.mutable_spec()));
  return message;
}

absl::StatusOr<v1::Tournament> HomeApi::CreateTournament(const v1::CreateTournamentRequest& /*request*/) {
  return NeedsServer("a tournament is created");
}

absl::StatusOr<v1::Tournament> HomeApi::CreateChallenge(const v1::CreateChallengeRequest& /*request*/) {
  return NeedsServer("a tournament is started by a challenge");
}

absl::StatusOr<v1::Tournament> HomeApi::CancelTournament(const v1::CancelTournamentRequest& /*request*/) {
  return NeedsServer("a tournament is cancelled");
}

absl::StatusOr<v1::Tournament> HomeApi::PauseTournament(const v1::PauseTournamentRequest& /*request*/) {
  return NeedsServer("a tournament is paused");
}

absl::StatusOr<v1::Tournament> HomeApi::ResumeTournament(const v1::ResumeTournamentRequest& /*request*/) {
  return NeedsServer("a tournament is resumed");
}

absl::Status HomeApi::WatchTournament(const v1::WatchTournamentRequest& /*request*/, const OnEvent& /*on_event*/) {
  return NeedsServer("a tournament is watched");
}

absl::StatusOr<v1::ListSeriesResponse> HomeApi::ListSeries(const v1::ListSeriesRequest& /*request*/) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Series> known, store::ListSeries(*ledger));
  v1::ListSeriesResponse response;
  for (const store::Series& series : known) {
    FLAGFALL_ASSIGN_OR_RETURN(*response.add_series(), queries::MessageOf(*ledger, series));
  }
  return response;
}

absl::StatusOr<v1::TournamentSeries> HomeApi::StopSeries(const v1::StopSeriesRequest& /*request*/) {
  return NeedsServer("a series is stopped");
}

}  // namespace flagfall::arena::api
