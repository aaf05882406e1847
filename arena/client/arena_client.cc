#include "arena/client/arena_client.h"

#include <chrono>
#include <fstream>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/client/channel.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::client {
namespace {

using Stub = v1::ArenaService::Stub;

class ArenaClient final : public api::ArenaApi {
 public:
  ArenaClient(ServerAddress server, const std::shared_ptr<grpc::Channel>& channel)
      : server_(std::move(server)), stub_(v1::ArenaService::NewStub(channel)) {}

  absl::StatusOr<v1::ListBotsResponse> ListBots(const v1::ListBotsRequest& request) override {
    return Call(&Stub::ListBots, request);
  }
  absl::StatusOr<v1::Bot> GetBot(const v1::GetBotRequest& request) override { return Call(&Stub::GetBot, request); }
  absl::StatusOr<v1::GetBotLogResponse> GetBotLog(const v1::GetBotLogRequest& request) override {
    return Call(&Stub::GetBotLog, request);
  }
  absl::StatusOr<v1::Bot> SetBotChallenges(const v1::SetBotChallengesRequest& request) override {
    return Call(&Stub::SetBotChallenges, request);
  }
  absl::StatusOr<v1::Bot> SetBotTag(const v1::SetBotTagRequest& request) override {
    return Call(&Stub::SetBotTag, request);
  }
  absl::StatusOr<v1::ListSeriesResponse> ListSeries(const v1::ListSeriesRequest& request) override {
    return Call(&Stub::ListSeries, request);
  }
  absl::StatusOr<v1::TournamentSeries> StopSeries(const v1::StopSeriesRequest& request) override {
    return Call(&Stub::StopSeries, request);
  }
  absl::StatusOr<v1::Tournament> CreateChallenge(const v1::CreateChallengeRequest& request) override {
    return Call(&Stub::CreateChallenge, request);
  }
  absl::StatusOr<v1::Bot> SuspendBot(const v1::SuspendBotRequest& request) override {
    return Call(&Stub::SuspendBot, request);
  }
  absl::StatusOr<v1::Bot> ResumeBot(const v1::ResumeBotRequest& request) override {
    return Call(&Stub::ResumeBot, request);
  }
  absl::StatusOr<v1::Bot> RetireBot(const v1::RetireBotRequest& request) override {
    return Call(&Stub::RetireBot, request);
  }
  absl::StatusOr<v1::CreateRemoteBotResponse> CreateRemoteBot(const v1::CreateRemoteBotRequest& request) override {
    return Call(&Stub::CreateRemoteBot, request);
  }
  absl::StatusOr<v1::NewToken> CreateBotToken(const v1::CreateBotTokenRequest& request) override {
    return Call(&Stub::CreateBotToken, request);
  }

  absl::StatusOr<v1::Submission> SubmitBot(const std::string& archive, const std::string& owner,
                                           const OnSubmission& on_state) override {
    FLAGFALL_ASSIGN_OR_RETURN(v1::Submission submission, Upload(archive, owner));
    on_state(submission);
    v1::WatchSubmissionRequest request;
    request.set_id(submission.id());
    const OnSubmission on_change = [&](const v1::Submission& now) {
      submission = now;
      on_state(now);
    };
    FLAGFALL_RETURN_IF_ERROR(Watch(&Stub::WatchSubmission, request, on_change));
    return submission;
  }
  absl::StatusOr<v1::ListSubmissionsResponse> ListSubmissions(const v1::ListSubmissionsRequest& request) override {
    return Call(&Stub::ListSubmissions, request);
  }
  absl::StatusOr<v1::Submission> GetSubmission(const v1::GetSubmissionRequest& request) override {
    return Call(&Stub::GetSubmission, request);
  }

  absl::StatusOr<v1::Tournament> CreateTournament(const v1::CreateTournamentRequest& request) override {
    return Call(&Stub::CreateTournament, request);
  }
  absl::StatusOr<v1::ListTournamentsResponse> ListTournaments(const v1::ListTournamentsRequest& request) override {
    return Call(&Stub::ListTournaments, request);
  }
  absl::StatusOr<v1::Tournament> GetTournament(const v1::GetTournamentRequest& request) override {
    return Call(&Stub::GetTournament, request);
  }
  absl::StatusOr<v1::Tournament> CancelTournament(const v1::CancelTournamentRequest& request) override {
    return Call(&Stub::CancelTournament, request);
  }
  absl::StatusOr<v1::Tournament> PauseTournament(const v1::PauseTournamentRequest& request) override {
    return Call(&Stub::PauseTournament, request);
  }
  absl::StatusOr<v1::Tournament> ResumeTournament(const v1::ResumeTournamentRequest& request) override {
    return Call(&Stub::ResumeTournament, request);
  }
  absl::Status WatchTournament(const v1::WatchTournamentRequest& request, const OnEvent& on_event) override {
    return Watch(&Stub::WatchTournament, request, on_event);
  }

  absl::StatusOr<v1::ListGamesResponse> ListGames(const v1::ListGamesRequest& request) override {
    return Call(&Stub::ListGames, request);
  }
  absl::StatusOr<v1::GameRecord> GetGameRecord(const v1::GetGameRecordRequest& request) override {
    return Call(&Stub::GetGameRecord, request);
  }
  absl::StatusOr<v1::GameReceipt> GetGameReceipt(const v1::GetGameReceiptRequest& request) override {
    return Call(&Stub::GetGameReceipt, request);
  }
  absl::Status ExportGames(const v1::ExportGamesRequest& request, const OnGame& on_game) override {
    return Read(&Stub::ExportGames, request, on_game);
  }
  absl::StatusOr<v1::GameView> GetGameView(const v1::GetGameViewRequest& request) override {
    return Call(&Stub::GetGameView, request);
  }
  absl::StatusOr<v1::RulesetInfo> GetRuleset(const v1::GetRulesetRequest& request) override {
    return Call(&Stub::GetRuleset, request);
  }
  absl::StatusOr<v1::GetLeaderboardResponse> GetLeaderboard(const v1::GetLeaderboardRequest& request) override {
    return Call(&Stub::GetLeaderboard, request);
  }

  absl::StatusOr<v1::User> CreateUser(const v1::CreateUserRequest& request) override {
    return Call(&Stub::CreateUser, request);
  }
  absl::StatusOr<v1::ListUsersResponse> ListUsers(const v1::ListUsersRequest& request) override {
    return Call(&Stub::ListUsers, request);
  }
  absl::StatusOr<v1::User> RemoveUser(const v1::RemoveUserRequest& request) override {
    return Call(&Stub::RemoveUser, request);
  }
  absl::StatusOr<v1::NewToken> CreateToken(const v1::CreateTokenRequest& request) override {
    return Call(&Stub::CreateToken, request);
  }
  absl::StatusOr<v1::ListTokensResponse> ListTokens(const v1::ListTokensRequest& request) override {
    return Call(&Stub::ListTokens, request);
  }
  absl::StatusOr<v1::Token> RevokeToken(const v1::RevokeTokenRequest& request) override {
    return Call(&Stub::RevokeToken, request);
  }
  absl::StatusOr<v1::SignInLink> CreateSignInLink(const v1::CreateSignInLinkRequest& request) override {
    return Call(&Stub::CreateSignInLink, request);
  }

  absl::StatusOr<v1::NewInvitation> CreateInvitation(const v1::CreateInvitationRequest& request) override {
    return Call(&Stub::CreateInvitation, request);
  }
  absl::StatusOr<v1::ListInvitationsResponse> ListInvitations(const v1::ListInvitationsRequest& request) override {
    return Call(&Stub::ListInvitations, request);
  }
  absl::StatusOr<v1::Invitation> RevokeInvitation(const v1::RevokeInvitationRequest& request) override {
    return Call(&Stub::RevokeInvitation, request);
  }
  absl::StatusOr<v1::RegisterResponse> Register(const v1::RegisterRequest& request) override {
    return Call(&Stub::Register, request);
  }

  absl::StatusOr<v1::NewWebhook> CreateWebhook(const v1::CreateWebhookRequest& request) override {
    return Call(&Stub::CreateWebhook, request);
  }
  absl::StatusOr<v1::ListWebhooksResponse> ListWebhooks(const v1::ListWebhooksRequest& request) override {
    return Call(&Stub::ListWebhooks, request);
  }
  absl::StatusOr<v1::Webhook> RemoveWebhook(const v1::RemoveWebhookRequest& request) override {
    return Call(&Stub::RemoveWebhook, request);
  }
  absl::StatusOr<v1::WebhookDelivery> TestWebhook(const v1::TestWebhookRequest& request) override {
    return Call(&Stub::TestWebhook, request);
  }
  absl::StatusOr<v1::ListWebhookDeliveriesResponse> ListWebhookDeliveries(
      const v1::ListWebhookDeliveriesRequest& request) override {
    return Call(&Stub::ListWebhookDeliveries, request);
  }
  absl::StatusOr<v1::WebhookDelivery> RedeliverWebhook(const v1::RedeliverWebhookRequest& request) override {
    return Call(&Stub::RedeliverWebhook, request);
  }

  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(const v1::ListWorkersRequest& request) override {
    return Call(&Stub::ListWorkers, request);
  }
  absl::StatusOr<v1::WorkerStatus> TrustWorker(const v1::TrustWorkerRequest& request) override {
    return Call(&Stub::TrustWorker, request);
  }

  absl::StatusOr<v1::GetServerStatusResponse> GetServerStatus(const v1::GetServerStatusRequest& request) override {
    return Call(&Stub::GetServerStatus, request);
  }

 private:
  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                                const Request& request) {
    grpc::ClientContext context;
    Prepare(server_, context);
    context.set_deadline(std::chrono::system_clock::now() + server_.answer_within);
    Response response;
    const grpc::Status status = (stub_.get()->*method)(&context, request, &response);
    // The deadline is the one set here: the server sets none for calls with one answer.
    if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
      return absl::DeadlineExceededError(absl::StrCat("the server at ", server_.address, " has not answered within ",
                                                      server_.answer_within / std::chrono::seconds(1),
                                                      " s; what was asked of it may have been done all the same"));
    }
    FLAGFALL_RETURN_IF_ERROR(StatusOf(status, server_));
    return response;
  }

  template <typename Request, typename Event>
  absl::Status Watch(std::unique_ptr<grpc::ClientReader<Event>> (Stub::*method)(grpc::ClientContext*, const Request&),
                     const Request& request, const std::function<void(const Event&)>& on_event) {
    return Read(method, request, std::function([&on_event](const Event& event) {
                  on_event(event);
                  return absl::OkStatus();
                }));
  }

  // Hands `take` what the stream brings until it ends or `take` fails. Then the call is cancelled, so that the server
  // sends no more of what nobody wants, and the error is `take`'s.
  template <typename Request, typename Event>
  absl::Status Read(std::unique_ptr<grpc::ClientReader<Event>> (Stub::*method)(grpc::ClientContext*, const Request&),
                    const Request& request, const std::function<absl::Status(const Event&)>& take) {
    grpc::ClientContext context;
    Prepare(server_, context);
    const auto reader = (stub_.get()->*method)(&context, request);
    Event event;
    while (reader->Read(&event)) {
      absl::Status taken = take(event);
      if (taken.ok()) continue;
      context.TryCancel();
      reader->Finish();
      return taken;
    }
    return StatusOf(reader->Finish(), server_);
  }

  absl::StatusOr<v1::Submission> Upload(const std::string& archive, const std::string& owner) {
    std::ifstream file(archive, std::ios::binary | std::ios::ate);
    if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", archive));
    v1::SubmitBotRequest part;
    part.mutable_header()->set_owner(owner);
    part.mutable_header()->set_size(static_cast<std::uint64_t>(file.tellg()));
    file.seekg(0);
    grpc::ClientContext context;
    Prepare(server_, context);
    v1::Submission submission;
    const auto writer = stub_->SubmitBot(&context, &submission);
    std::string piece(kPieceBytes, '\0');
    // When a write fails, the status below says why.
    while (writer->Write(part) && file) {
      file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      if (file.gcount() == 0) break;
      part.set_piece(piece.data(), static_cast<std::size_t>(file.gcount()));
    }
    writer->WritesDone();
    FLAGFALL_RETURN_IF_ERROR(StatusOf(writer->Finish(), server_));
    return submission;
  }

  const ServerAddress server_;
  const std::unique_ptr<Stub> stub_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<api::ArenaApi>> ConnectToServer(const ServerAddress& server) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> channel, Dial(server));
  return std::make_unique<ArenaClient>(server, channel);
}

}  // namespace flagfall::arena::client
