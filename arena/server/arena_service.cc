#include "arena/server/arena_service.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/accounts/tokens.h"
#include "arena/store/errors.h"
#include "referee/base/status_macros.h"
#include "referee/service/bearer_token.h"
#include "referee/service/grpc_status.h"

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
      uploads_("uploads", limits.uploads),
      questions_("questions", limits.questions),
      watches_of_users_("watches", limits.watches_of_users),
      watches_of_strangers_("watches without a user's token", limits.watches_of_strangers) {}

absl::StatusOr<ArenaService::Caller> ArenaService::Authorize(const Context& context, absl::string_view method) const {
  const Referee* const referee = referee_;
  if (referee == nullptr) return absl::UnavailableError("the server is not ready yet");
  std::optional<std::string> address = referee->PublicAddressOf(context.peer());
  if (!address.has_value()) {
    return absl::PermissionDeniedError("a bot's own socket is for playing; ask the server at its address");
  }
  Caller caller{.principal = {}, .address = *std::move(address)};
  if (const absl::string_view token = BearerToken(context); !token.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
    FLAGFALL_ASSIGN_OR_RETURN(caller.principal, accounts::Authorize(*reader, token, WallNow()));
  }
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller.principal, method, /*owner=*/std::nullopt));
  return caller;
}

grpc::Status ArenaService::EndOf(absl::string_view method, const absl::Status& status) const {
  if (!store::IsLedgerFailure(status)) return ToGrpcStatus(status);
  parts_.log(absl::StrCat(method, ": ", status.message()));
  // A lock passes by itself; every other failure of a ledger needs its host.
  return grpc::Status(absl::IsUnavailable(status) ? grpc::StatusCode::UNAVAILABLE : grpc::StatusCode::INTERNAL,
                      store::kHostKnowsWhy);
}

absl::StatusOr<v1::TournamentEvent> ArenaService::EventOfNow(const Caller& caller, std::uint32_t tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament now,
                            Do<v1::Tournament>(caller, CallKind::kQuestion, [&](api::HomeApi& api) {
                              return api.GetTournament(GetRequestOf(tournament));
                            }));
  v1::TournamentEvent event;
  event.set_games_stored(now.games_stored());
  event.set_games_total(now.games_total());
  if (now.state() != v1::Tournament::STATE_RUNNING) event.set_ended(now.state());
  return event;
}

absl::Status ArenaService::UpdateAllowlist() {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  return parts_.allowlist.Update(*reader, WallNow());
}

absl::StatusOr<v1::GetLeaderboardResponse> ArenaService::CachedLeaderboard(api::HomeApi& api,
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

grpc::Status ArenaService::CreateTournament(Context* context, const v1::CreateTournamentRequest* request,
                                            v1::Tournament* response) {
  const auto create = [this](api::HomeApi& api,
                             const v1::CreateTournamentRequest& asked) -> absl::StatusOr<v1::Tournament> {
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, parts_.tournaments.Create(asked.spec()));
    return api.GetTournament(GetRequestOf(id));
  };
  return Serve(*context, "CreateTournament", CallKind::kChange, *request, response, create);
}

grpc::Status ArenaService::CancelTournament(Context* context, const v1::CancelTournamentRequest* request,
                                            v1::Tournament* response) {
  const auto cancel = [this](api::HomeApi& api,
                             const v1::CancelTournamentRequest& asked) -> absl::StatusOr<v1::Tournament> {
    FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.Cancel(asked.id()));
    return api.GetTournament(GetRequestOf(asked.id()));
  };
  return Serve(*context, "CancelTournament", CallKind::kChange, *request, response, cancel);
}

grpc::Status ArenaService::ResumeTournament(Context* context, const v1::ResumeTournamentRequest* request,
                                            v1::Tournament* response) {
  const auto resume = [this](api::HomeApi& api,
                             const v1::ResumeTournamentRequest& asked) -> absl::StatusOr<v1::Tournament> {
    FLAGFALL_RETURN_IF_ERROR(parts_.tournaments.Resume(asked.id()));
    return api.GetTournament(GetRequestOf(asked.id()));
  };
  return Serve(*context, "ResumeTournament", CallKind::kChange, *request, response, resume);
}

grpc::Status ArenaService::GetLeaderboard(Context* context, const v1::GetLeaderboardRequest* request,
                                          v1::GetLeaderboardResponse* response) {
  const auto ask = [this](api::HomeApi& api, const v1::GetLeaderboardRequest& asked) {
    return CachedLeaderboard(api, asked);
  };
  return Serve(*context, "GetLeaderboard", CallKind::kQuestion, *request, response, ask);
}

}  // namespace flagfall::arena::server
