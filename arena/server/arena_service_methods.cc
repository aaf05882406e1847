// The table of ArenaService's methods, and how each kind of row is served.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/server/arena_service.h"
#include "arena/server/call_messages.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {

std::vector<BlockingMethod> ArenaService::Methods() {
  using api::ArenaApi;
  constexpr CallKind kQuestion = CallKind::kQuestion, kChange = CallKind::kChange, kBotChange = CallKind::kBotChange;
  return {
      ByApi("ListBots", kQuestion, &ArenaApi::ListBots),
      ByApi("GetBot", kQuestion, &ArenaApi::GetBot),
      ByApi("GetBotLog", kQuestion, &ArenaApi::GetBotLog),
      ByApi("SuspendBot", kBotChange, &ArenaApi::SuspendBot),
      ByApi("ResumeBot", kBotChange, &ArenaApi::ResumeBot),
      ByApi("RetireBot", kBotChange, &ArenaApi::RetireBot),
      ByApi("SetBotChallenges", kChange, &ArenaApi::SetBotChallenges),
      ByApi("SetBotTag", kChange, &ArenaApi::SetBotTag),
      ByApi("CreateRemoteBot", kBotChange, &ArenaApi::CreateRemoteBot),
      ByApi("CreateBotToken", kBotChange, &ArenaApi::CreateBotToken),
      Row("SubmitBot", /*takes_one_message=*/false, [this](BlockingCall& call) { return SubmitBot(call); }),
      ByApi("ListSubmissions", kQuestion, &ArenaApi::ListSubmissions),
      ByApi("GetSubmission", kQuestion, &ArenaApi::GetSubmission),
      Watching("WatchSubmission", &ArenaService::WatchSubmission),

      ByService("CreateTournament", kChange, &ArenaService::CreateTournament),
      ByService("CreateChallenge", kChange, &ArenaService::CreateChallenge),
      ByApi("ListTournaments", kQuestion, &ArenaApi::ListTournaments),
      ByApi("GetTournament", kQuestion, &ArenaApi::GetTournament),
      ByService("CancelTournament", kChange, &ArenaService::CancelTournament),
      ByService("PauseTournament", kChange, &ArenaService::PauseTournament),
      ByService("ResumeTournament", kChange, &ArenaService::ResumeTournament),
      Watching("WatchTournament", &ArenaService::WatchTournament),
      ByApi("ListSeries", kQuestion, &ArenaApi::ListSeries),
      ByService("StopSeries", kChange, &ArenaService::StopSeries),

      ByApi("ListGames", kQuestion, &ArenaApi::ListGames),
      ByApi("GetGameRecord", kQuestion, &ArenaApi::GetGameRecord),
      ByApi("GetGameReceipt", kQuestion, &ArenaApi::GetGameReceipt),
      Watching("ExportGames", &ArenaService::ExportGames),
      ByApi("GetGameView", kQuestion, &ArenaApi::GetGameView),
      ByApi("GetRuleset", kQuestion, &ArenaApi::GetRuleset),
      ByService("GetLeaderboard", kQuestion, &ArenaService::GetLeaderboard),

      ByApi("CreateUser", kChange, &ArenaApi::CreateUser),
      ByApi("ListUsers", kQuestion, &ArenaApi::ListUsers),
      ByApi("RemoveUser", kBotChange, &ArenaApi::RemoveUser),
      ByApi("CreateToken", kChange, &ArenaApi::CreateToken),
      ByApi("ListTokens", kQuestion, &ArenaApi::ListTokens),
      ByApi("RevokeToken", kBotChange, &ArenaApi::RevokeToken),
      ByApi("CreateSignInLink", kChange, &ArenaApi::CreateSignInLink),
      ByApi("CreateInvitation", kChange, &ArenaApi::CreateInvitation),
      ByApi("ListInvitations", kQuestion, &ArenaApi::ListInvitations),
      ByApi("RevokeInvitation", kChange, &ArenaApi::RevokeInvitation),
      Registering("Register"),
      ByApi("CreateWebhook", kChange, &ArenaApi::CreateWebhook),
      ByApi("ListWebhooks", kQuestion, &ArenaApi::ListWebhooks),
      ByApi("RemoveWebhook", kChange, &ArenaApi::RemoveWebhook),
      ByApi("TestWebhook", kChange, &ArenaApi::TestWebhook),
      ByApi("ListWebhookDeliveries", kQuestion, &ArenaApi::ListWebhookDeliveries),
      ByApi("RedeliverWebhook", kChange, &ArenaApi::RedeliverWebhook),
      ByApi("ListWorkers", kQuestion, &ArenaApi::ListWorkers),
      ByApi("TrustWorker", kChange, &ArenaApi::TrustWorker),
      ByApi("GetServerStatus", kQuestion, &ArenaApi::GetServerStatus),
  };
}

template <typename Request, typename Response>
BlockingMethod ArenaService::ByApi(absl::string_view name, CallKind kind,
                                   absl::StatusOr<Response> (api::ArenaApi::*method)(const Request& request)) {
  return WithOneAnswer<Request, Response>(name, kind, std::mem_fn(method));
}

template <typename Request, typename Response>
BlockingMethod ArenaService::ByService(absl::string_view name, CallKind kind,
                                       absl::StatusOr<Response> (ArenaService::*method)(api::HomeApi& api,
                                                                                        const Request& request)) {
  return WithOneAnswer<Request, Response>(name, kind, std::bind_front(method, this));
}

template <typename Request, typename Response, typename Answer>
BlockingMethod ArenaService::WithOneAnswer(absl::string_view name, CallKind kind, Answer answer) {
  const auto serve = [this, method = std::string(name), kind, answer](BlockingCall& call) -> absl::Status {
    Request request;
    FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
    FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Authorize(call, method));
    FLAGFALL_ASSIGN_OR_RETURN(const Response response,
                              Do<Response>(caller, kind, [&](api::HomeApi& api) { return answer(api, request); }));
    WriteMessage(response, call);
    return absl::OkStatus();
  };
  return Row(name, /*takes_one_message=*/true, serve);
}

template <typename Request>
BlockingMethod ArenaService::Watching(absl::string_view name,
                                      absl::Status (ArenaService::*watch)(BlockingCall& call, const Caller& caller,
                                                                          const Request& request)) {
  const auto serve = [this, method = std::string(name), watch](BlockingCall& call) -> absl::Status {
    Request request;
    FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
    FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Authorize(call, method));
    return token_watch_.Serve(call, caller.token, [&] { return (this->*watch)(call, caller, request); });
  };
  return Row(name, /*takes_one_message=*/true, serve);
}

BlockingMethod ArenaService::Registering(absl::string_view name) {
  const auto serve = [this, method = std::string(name)](BlockingCall& call) -> absl::Status {
    v1::RegisterRequest request;
    FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
    FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Authorize(call, method));
    FLAGFALL_ASSIGN_OR_RETURN(const CallerQuota::Slot slot, questions_.Acquire(caller.address));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::RegisterResponse response, Register(request, caller.address));
    WriteMessage(response, call);
    return absl::OkStatus();
  };
  return Row(name, /*takes_one_message=*/true, serve);
}

BlockingMethod ArenaService::Row(absl::string_view name, bool takes_one_message,
                                 std::function<absl::Status(BlockingCall& call)> serve) const {
  const auto serve_to_the_end = [this, method = std::string(name), serve = std::move(serve)](BlockingCall& call) {
    return EndOf(method, serve(call));
  };
  return {.path = absl::StrCat("/flagfall.v1.ArenaService/", name),
          .serve = serve_to_the_end,
          .takes_one_message = takes_one_message};
}

}  // namespace flagfall::arena::server
