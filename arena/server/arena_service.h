#ifndef ARENA_SERVER_ARENA_SERVICE_H_
#define ARENA_SERVER_ARENA_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/api/home_api.h"
#include "arena/queries/answer_cache.h"
#include "arena/server/bot_allowlist.h"
#include "arena/server/caller_quota.h"
#include "arena/server/low_priority.h"
#include "arena/server/server_limits.h"
#include "arena/server/submission_queue.h"
#include "arena/server/tournament_feed.h"
#include "arena/server/tournament_queue.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "referee/base/status_macros.h"
#include "referee/service/referee.h"

namespace flagfall::arena::server {

// ArenaService over gRPC. For each call it finds out who calls, refuses callers whose role may not call the method at
// all, and has a HomeApi of that caller do the rest, or the queues for what only a running server can do. gRPC's
// threads call the methods.
class ArenaService final : public v1::ArenaService::Service {
  using Context = grpc::ServerContext;

 public:
  // The parts of the server that calls work on. All must outlive the service; `log` takes lines for the host's log,
  // from any thread.
  struct Parts {
    store::Database& ledger;
    TournamentQueue& tournaments;
    SubmissionQueue& submissions;
    BotAllowlist& allowlist;
    TournamentFeed& feed;
    std::function<void(const std::string&)> log;
  };
  ArenaService(Parts parts, const ServerLimits& limits);

  // The referee whose server this is served by: it knows from where callers come. No call is heard before.
  void SetReferee(const Referee* referee) { referee_ = referee; }

  grpc::Status ListBots(Context* context, const v1::ListBotsRequest* request, v1::ListBotsResponse* response) override {
    return Serve(*context, "ListBots", CallKind::kQuestion, *request, response, &api::ArenaApi::ListBots);
  }
  grpc::Status GetBot(Context* context, const v1::GetBotRequest* request, v1::Bot* response) override {
    return Serve(*context, "GetBot", CallKind::kQuestion, *request, response, &api::ArenaApi::GetBot);
  }
  grpc::Status GetBotLog(Context* context, const v1::GetBotLogRequest* request,
                         v1::GetBotLogResponse* response) override {
    return Serve(*context, "GetBotLog", CallKind::kQuestion, *request, response, &api::ArenaApi::GetBotLog);
  }
  grpc::Status SuspendBot(Context* context, const v1::SuspendBotRequest* request, v1::Bot* response) override {
    return Serve(*context, "SuspendBot", CallKind::kBotChange, *request, response, &api::ArenaApi::SuspendBot);
  }
  grpc::Status ResumeBot(Context* context, const v1::ResumeBotRequest* request, v1::Bot* response) override {
    return Serve(*context, "ResumeBot", CallKind::kBotChange, *request, response, &api::ArenaApi::ResumeBot);
  }
  grpc::Status RetireBot(Context* context, const v1::RetireBotRequest* request, v1::Bot* response) override {
    return Serve(*context, "RetireBot", CallKind::kBotChange, *request, response, &api::ArenaApi::RetireBot);
  }
  grpc::Status CreateRemoteBot(Context* context, const v1::CreateRemoteBotRequest* request,
                               v1::CreateRemoteBotResponse* response) override {
    return Serve(*context, "CreateRemoteBot", CallKind::kBotChange, *request, response,
                 &api::ArenaApi::CreateRemoteBot);
  }
  grpc::Status CreateBotToken(Context* context, const v1::CreateBotTokenRequest* request,
                              v1::NewToken* response) override {
    return Serve(*context, "CreateBotToken", CallKind::kBotChange, *request, response, &api::ArenaApi::CreateBotToken);
  }

  grpc::Status SubmitBot(Context* context, grpc::ServerReader<v1::SubmitBotRequest>* reader,
                         v1::Submission* response) override;
  grpc::Status ListSubmissions(Context* context, const v1::ListSubmissionsRequest* request,
                               v1::ListSubmissionsResponse* response) override {
    return Serve(*context, "ListSubmissions", CallKind::kQuestion, *request, response, &api::ArenaApi::ListSubmissions);
  }
  grpc::Status GetSubmission(Context* context, const v1::GetSubmissionRequest* request,
                             v1::Submission* response) override {
    return Serve(*context, "GetSubmission", CallKind::kQuestion, *request, response, &api::ArenaApi::GetSubmission);
  }
  grpc::Status WatchSubmission(Context* context, const v1::WatchSubmissionRequest* request,
                               grpc::ServerWriter<v1::Submission>* writer) override;

  grpc::Status CreateTournament(Context* context, const v1::CreateTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status ListTournaments(Context* context, const v1::ListTournamentsRequest* request,
                               v1::ListTournamentsResponse* response) override {
    return Serve(*context, "ListTournaments", CallKind::kQuestion, *request, response, &api::ArenaApi::ListTournaments);
  }
  grpc::Status GetTournament(Context* context, const v1::GetTournamentRequest* request,
                             v1::Tournament* response) override {
    return Serve(*context, "GetTournament", CallKind::kQuestion, *request, response, &api::ArenaApi::GetTournament);
  }
  grpc::Status CancelTournament(Context* context, const v1::CancelTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status ResumeTournament(Context* context, const v1::ResumeTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status WatchTournament(Context* context, const v1::WatchTournamentRequest* request,
                               grpc::ServerWriter<v1::TournamentEvent>* writer) override;

  grpc::Status ListGames(Context* context, const v1::ListGamesRequest* request,
                         v1::ListGamesResponse* response) override {
    return Serve(*context, "ListGames", CallKind::kQuestion, *request, response, &api::ArenaApi::ListGames);
  }
  grpc::Status GetGameRecord(Context* context, const v1::GetGameRecordRequest* request,
                             v1::GameRecord* response) override {
    return Serve(*context, "GetGameRecord", CallKind::kQuestion, *request, response, &api::ArenaApi::GetGameRecord);
  }
  grpc::Status GetGameView(Context* context, const v1::GetGameViewRequest* request, v1::GameView* response) override {
    return Serve(*context, "GetGameView", CallKind::kQuestion, *request, response, &api::ArenaApi::GetGameView);
  }
  grpc::Status GetLeaderboard(Context* context, const v1::GetLeaderboardRequest* request,
                              v1::GetLeaderboardResponse* response) override;

  grpc::Status CreateUser(Context* context, const v1::CreateUserRequest* request, v1::User* response) override {
    return Serve(*context, "CreateUser", CallKind::kChange, *request, response, &api::ArenaApi::CreateUser);
  }
  grpc::Status ListUsers(Context* context, const v1::ListUsersRequest* request,
                         v1::ListUsersResponse* response) override {
    return Serve(*context, "ListUsers", CallKind::kQuestion, *request, response, &api::ArenaApi::ListUsers);
  }
  grpc::Status RemoveUser(Context* context, const v1::RemoveUserRequest* request, v1::User* response) override {
    return Serve(*context, "RemoveUser", CallKind::kBotChange, *request, response, &api::ArenaApi::RemoveUser);
  }
  grpc::Status CreateToken(Context* context, const v1::CreateTokenRequest* request, v1::NewToken* response) override {
    return Serve(*context, "CreateToken", CallKind::kChange, *request, response, &api::ArenaApi::CreateToken);
  }
  grpc::Status ListTokens(Context* context, const v1::ListTokensRequest* request,
                          v1::ListTokensResponse* response) override {
    return Serve(*context, "ListTokens", CallKind::kQuestion, *request, response, &api::ArenaApi::ListTokens);
  }
  grpc::Status RevokeToken(Context* context, const v1::RevokeTokenRequest* request, v1::Token* response) override {
    return Serve(*context, "RevokeToken", CallKind::kBotChange, *request, response, &api::ArenaApi::RevokeToken);
  }

 private:
  struct Caller {
    accounts::Principal principal;
    std::string address;

    bool IsHost() const { return principal.role == accounts::Role::kHost; }
    bool HasUser() const { return !principal.user.empty(); }
    // The name under which the caller's calls are counted.
    const std::string& name() const { return HasUser() ? principal.user : address; }
  };
  enum class CallKind {
    // It only asks. It runs behind the referee, whose games do not wait for it.
    kQuestion,
    // It changes something, for which it may hold the ledger. Games wait for the ledger, so it is not put behind them.
    kChange,
    // A change of bots or tokens, after which other remote bots may dial in than before.
    kBotChange,
  };

  // The caller, when its role may call the method.
  absl::StatusOr<Caller> Authorize(const Context& context, absl::string_view method) const;
  api::HomeApi ApiFor(const Caller& caller) const {
    return api::HomeApi(access_, caller.principal, parts_.submissions.options());
  }
  // Has `work` done with a HomeApi of the caller, which must be authorized and, unless it is a host, have a slot left.
  template <typename Response>
  absl::StatusOr<Response> Do(const Caller& caller, CallKind kind,
                              const std::function<absl::StatusOr<Response>(api::HomeApi& api)>& work);
  // Serves a call from its authorization to its response. `call` is a method of ArenaApi, or a function that takes a
  // HomeApi and the request.
  template <typename Request, typename Response, typename Call>
  grpc::Status Serve(const Context& context, absl::string_view method, CallKind kind, const Request& request,
                     Response* response, Call call);
  absl::Status UpdateAllowlist();

  // For callers who are no hosts the answer is kept as long as AnswerCache says: to fit ratings takes long.
  absl::StatusOr<v1::GetLeaderboardResponse> CachedLeaderboard(api::HomeApi& api,
                                                               const v1::GetLeaderboardRequest& request);
  absl::StatusOr<v1::Submission> Receive(Context& context, grpc::ServerReader<v1::SubmitBotRequest>& reader);
  // A slot and a subscription for a caller who watches the tournament, or a submission (0).
  absl::StatusOr<std::pair<CallerQuota::Slot, TournamentFeed::Watcher>> Subscribe(const Caller& caller,
                                                                                  std::uint32_t tournament);
  // How far the tournament has come by now, as the first event of a watch.
  absl::StatusOr<v1::TournamentEvent> EventOfNow(const Caller& caller, std::uint32_t tournament);
  absl::Status Watch(Context& context, const v1::WatchSubmissionRequest& request,
                     grpc::ServerWriter<v1::Submission>& writer);
  absl::Status Watch(Context& context, const v1::WatchTournamentRequest& request,
                     grpc::ServerWriter<v1::TournamentEvent>& writer);

  // How the call ended, as its caller is told: what is wrong with the ledger is for the host's log alone.
  grpc::Status EndOf(absl::string_view method, const absl::Status& status) const;

  const Parts parts_;
  mutable store::Readers readers_;
  const store::LedgerAccess access_;
  store::LedgerWatch ledger_watch_;
  queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
  const std::string upload_folder_;
  const std::chrono::milliseconds upload_within_;
  std::atomic<const Referee*> referee_ = nullptr;
  CallerQuota uploads_;
  CallerQuota questions_;
  CallerQuota watches_of_users_;
  CallerQuota watches_of_strangers_;
  std::atomic<std::uint64_t> last_upload_ = 0;
};

template <typename Response>
absl::StatusOr<Response> ArenaService::Do(const Caller& caller, CallKind kind,
                                          const std::function<absl::StatusOr<Response>(api::HomeApi& api)>& work) {
  std::optional<CallerQuota::Slot> slot;
  if (!caller.IsHost()) {
    FLAGFALL_ASSIGN_OR_RETURN(CallerQuota::Slot acquired, questions_.Acquire(caller.name()));
    slot.emplace(std::move(acquired));
  }
  api::HomeApi api = ApiFor(caller);
  absl::StatusOr<Response> response = absl::UnknownError("not asked yet");
  if (kind == CallKind::kQuestion) {
    RunAtLowPriority([&] { response = work(api); });
  } else {
    response = work(api);
  }
  if (kind == CallKind::kBotChange && response.ok()) FLAGFALL_RETURN_IF_ERROR(UpdateAllowlist());
  return response;
}

template <typename Request, typename Response, typename Call>
grpc::Status ArenaService::Serve(const Context& context, absl::string_view method, CallKind kind,
                                 const Request& request, Response* response, Call call) {
  const absl::StatusOr<Caller> caller = Authorize(context, method);
  if (!caller.ok()) return EndOf(method, caller.status());
  absl::StatusOr<Response> answer = Do<Response>(
      *caller, kind, [&](api::HomeApi& api) -> absl::StatusOr<Response> { return std::invoke(call, api, request); });
  if (!answer.ok()) return EndOf(method, answer.status());
  *response = *std::move(answer);
  return grpc::Status::OK;
}

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_ARENA_SERVICE_H_
