#include "arena/server/arena_service.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/accounts/roles.h"
#include "arena/accounts/sign_in_links.h"
#include "arena/accounts/tokens.h"
#include "arena/base/host_disk.h"
#include "arena/queries/series_messages.h"
#include "arena/runner/random_bytes.h"
#include "arena/server/challenges.h"
#include "arena/store/errors.h"
#include "referee/base/status_macros.h"
#include "referee/service/bearer_token.h"

namespace flagfall::arena::server {
namespace {

// The ledger's connection that writes, locked for as long as the pointer lives.
store::LedgerAccess::Connection Locked(store::Database& ledger) {
  return store::LedgerAccess::Connection(std::make_shared<MutexLock>(ledger.access()), &ledger);
}

v1::GetTournamentRequest GetRequestOf(std::int64_t id) {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  return request;
}

}  // namespace

ArenaService::ArenaService(Parts parts, const ServerLimits& limits)
    : parts_(std::move(parts)),
      readers_(parts_.ledger.path()),
      access_([this] { return readers_.Take(); }, [this] { return Locked(parts_.ledger); }),
      ledger_watch_(parts_.ledger.path()),
      leaderboards_(limits.cache_bytes, [](const auto& response) { return response.ByteSizeLong(); }),
      upload_folder_(parts_.submissions.options().folders.Staging() + "/uploads"),
      upload_within_(limits.upload_within),
      challenges_(limits.challenges),
      uploads_("uploads", limits.uploads),
      questions_("questions", limits.questions),
      exports_("exports", limits.exports),
      watches_of_users_("watches", limits.watches_of_users),
      watches_of_strangers_("watches without a user's token", limits.watches_of_strangers),
      token_watch_([this](const std::string& token) { return WhoShows(token).status(); }) {}

api::HomeApi ArenaService::ApiFor(const Caller& caller) {
  api::HomeApi api(access_, caller.principal, parts_.submissions.options());
  api.set_site_url(parts_.site_url);
  api.set_webhook_rule(parts_.webhook_rule);
  api.set_server(parts_.server);
  // Hosts are told the newest.
  if (api.IsHost()) return api;
  api.set_leaderboards(
      [this](store::Database& database, const std::string& pool) { return KeptLeaderboard(database, pool); });
  return api;
}

absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> ArenaService::KeptLeaderboard(
    store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, ledger_watch_.Now());
  // No request begins like this: its first byte says which field follows.
  return leaderboards_.Get(absl::StrCat("pool ", pool), queries::Freshness::kLedger, ledger,
                           [&] { return queries::NewLeaderboard(database, pool); });
}

absl::StatusOr<ArenaService::Caller> ArenaService::Authorize(BlockingCall& call, absl::string_view method) const {
  if (call.peer_address().empty()) {
    return absl::PermissionDeniedError("a bot's own socket is for playing; ask the server at its address");
  }
  Caller caller{.principal = {}, .address = call.peer_address()};
  caller.token = std::string(BearerToken(call.head()));
  if (!caller.token.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
    FLAGFALL_ASSIGN_OR_RETURN(caller.principal, accounts::Authorize(*reader, caller.token, WallNow()));
  }
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller.principal, method, /*owner=*/std::nullopt));
  if (caller.principal.role == accounts::Role::kHost) call.Vouch();
  return caller;
}

absl::StatusOr<v1::Account> ArenaService::WhoShows(const std::string& token) const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const accounts::Principal principal, accounts::Authorize(*reader, token, WallNow()));
  v1::Account account;
  if (principal.user.empty() || principal.role == accounts::Role::kBot) return account;
  account.set_user(principal.user);
  account.set_role(std::string(accounts::RoleName(principal.role)));
  return account;
}

absl::StatusOr<v1::NewToken> ArenaService::UseSignInLink(const std::string& secret, const std::string& address) {
  FLAGFALL_RETURN_IF_ERROR(attempts_.Begin(address, SteadyNow()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, access_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(v1::NewToken session, accounts::UseSignInLink(*ledger, secret, WallNow()));
  attempts_.Succeed(address);
  return session;
}

absl::StatusOr<v1::RegisterResponse> ArenaService::Register(const v1::RegisterRequest& request,
                                                            const std::string& address) {
  FLAGFALL_RETURN_IF_ERROR(attempts_.Begin(address, SteadyNow()));
  api::HomeApi api(access_, accounts::Principal(), parts_.submissions.options());
  FLAGFALL_ASSIGN_OR_RETURN(v1::RegisterResponse response, api.Register(request));
  attempts_.Succeed(address);
  return response;
}

absl::StatusOr<v1::BotManifest> ArenaService::PlayableBy(const std::string& token, const std::string& bot) const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const accounts::Principal principal, accounts::Authorize(*reader, token, WallNow()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot found, store::FindBot(*reader, bot));
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(principal, "CreateBotToken", found.owner));
  if (!found.IsRemote()) {
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", bot, " is started by the host; people play as remote bots"));
  }
  if (found.State() != v1::Bot::STATE_READY) {
    return absl::FailedPreconditionError(absl::StrCat("bot ", bot, " is suspended or retired and cannot play"));
  }
  return found.manifest;
}

absl::Status ArenaService::EndOf(absl::string_view method, const absl::Status& status) const {
  const bool is_disk_full = store::IsDiskFull(status) || IsHostDiskFull(status);
  if (!store::IsLedgerFailure(status) && !is_disk_full) return status;
  parts_.log(absl::StrCat(method, ": ", status.message()));
  if (is_disk_full) return HostDiskFullError();
  // A lock passes by itself; every other failure of a ledger needs its host.
  return absl::IsUnavailable(status) ? absl::UnavailableError(store::kHostKnowsWhy)
                                     : absl::InternalError(store::kHostKnowsWhy);
}

absl::StatusOr<v1::Tournament> ArenaService::TournamentFor(const Caller& caller, std::uint32_t id) {
  return Do<v1::Tournament>(caller, CallKind::kQuestion,
                            [&](api::HomeApi& api) { return api.GetTournament(GetRequestOf(id)); });
}

absl::Status ArenaService::UpdateAllowlist() {
  token_watch_.Look();
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  return parts_.allowlist.Update(*reader, WallNow());
}

absl::StatusOr<v1::GetLeaderboardResponse> ArenaService::GetLeaderboard(api::HomeApi& api,
                                                                        const v1::GetLeaderboardRequest& request) {
  // There are more sets of anchors than could be kept, and hosts are told the newest.
  if (request.anchors_size() != 0 || api.IsHost()) return api.GetLeaderboard(request);
  const auto make = [&]() -> absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> {
    FLAGFALL_ASSIGN_OR_RETURN(v1::GetLeaderboardResponse made, api.GetLeaderboard(request));
    return std::make_shared<const v1::GetLeaderboardResponse>(std::move(made));
  };
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, ledger_watch_.Now());
  FLAGFALL_ASSIGN_OR_RETURN(const auto kept,
                            leaderboards_.Get(request.SerializeAsString(), queries::Freshness::kLedger, ledger, make));
  return *kept;
}

absl::StatusOr<v1::Tournament> ArenaService::CreateTournament(api::HomeApi& api,
                                                              const v1::CreateTournamentRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, parts_.tournaments.Create(request.spec()));
  return api.GetTournament(GetRequestOf(id));
}

absl::StatusOr<v1::Tournament> ArenaService::CreateChallenge(api::HomeApi& api,
                                                             const v1::CreateChallengeRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentSpec spec, tournament::ChallengeSpec(request.spec(), challenges_));
  FLAGFALL_RETURN_IF_ERROR(tournament::ChooseSide(request.side(), runner::NewSeed, spec));
  const accounts::Principal& caller = api.caller();
  const auto check = [&](store::Database& ledger) {
    return CheckChallenge(ledger, caller, spec, challenges_, WallNow());
  };
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::int64_t id,
      parts_.tournaments.Create(spec, TournamentQueue::Challenger{.user = caller.user, .check = check}));
  return api.GetTournament(GetRequestOf(id));
}

absl::StatusOr<v1::Tournament> ArenaService::CancelTournament(api::HomeApi& api,
                                                              const v1::CancelTournamentRequest& request) {
  RunningGames running = RunningGames::kDropped;
  {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
    FLAGFALL_ASSIGN_OR_RETURN(running, CheckMayCancel(*reader, api.caller(), request.id()));
  }
  FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.Cancel(request.id(), running));
  return api.GetTournament(GetRequestOf(request.id()));
}

absl::StatusOr<v1::Tournament> ArenaService::PauseTournament(api::HomeApi& api,
                                                             const v1::PauseTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.Pause(request.id()));
  return api.GetTournament(GetRequestOf(request.id()));
}

absl::StatusOr<v1::Tournament> ArenaService::ResumeTournament(api::HomeApi& api,
                                                              const v1::ResumeTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.Resume(request.id()));
  return api.GetTournament(GetRequestOf(request.id()));
}

absl::StatusOr<v1::TournamentSeries> ArenaService::StopSeries(api::HomeApi& /*api*/,
                                                              const v1::StopSeriesRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.StopSeries(request.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Series series, store::FindSeries(*reader, request.id()));
  return queries::MessageOf(*reader, series);
}

}  // namespace flagfall::arena::server
