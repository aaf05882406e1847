#ifndef ARENA_API_ARENA_API_H_
#define ARENA_API_ARENA_API_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::api {

// What can be asked of an arena and done to it: a method for each call of ArenaService. HomeApi works on the ledger of
// a home, ArenaClient on a server; whoever holds an ArenaApi need not know which.
//
// An object acts for one caller, and each method looks for itself whether that caller may do this to that object:
// errors are as in accounts/roles.h, and else INVALID_ARGUMENT, which names the wrong field of the request, NOT_FOUND,
// and FAILED_PRECONDITION for what the state of things does not allow. What a change returns is as it then is. The
// messages are explained in proto/flagfall/v1/arena_service.proto. One thread may use an object at a time.
class ArenaApi {
 public:
  virtual ~ArenaApi() = default;

  // Bots.
  virtual absl::StatusOr<v1::ListBotsResponse> ListBots(const v1::ListBotsRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> GetBot(const v1::GetBotRequest& request) = 0;
  virtual absl::StatusOr<v1::GetBotLogResponse> GetBotLog(const v1::GetBotLogRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> SuspendBot(const v1::SuspendBotRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> ResumeBot(const v1::ResumeBotRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> RetireBot(const v1::RetireBotRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> SetBotChallenges(const v1::SetBotChallengesRequest& request) = 0;
  virtual absl::StatusOr<v1::Bot> SetBotTag(const v1::SetBotTagRequest& request) = 0;
  virtual absl::StatusOr<v1::CreateRemoteBotResponse> CreateRemoteBot(const v1::CreateRemoteBotRequest& request) = 0;
  virtual absl::StatusOr<v1::NewToken> CreateBotToken(const v1::CreateBotTokenRequest& request) = 0;

  // Submissions.

  using OnSubmission = std::function<void(const v1::Submission& submission)>;
  // Takes in the bot in the file `archive` (a HomeApi also takes a folder) as `owner`'s, where that is empty as the
  // caller's own. Calls `on_state` when the bot was received and whenever its submission has come to another state that
  // can be told. Returns the submission as it ended, ready or failed, which takes as long as building and checking do.
  virtual absl::StatusOr<v1::Submission> SubmitBot(const std::string& archive, const std::string& owner,
                                                   const OnSubmission& on_state) = 0;
  virtual absl::StatusOr<v1::ListSubmissionsResponse> ListSubmissions(const v1::ListSubmissionsRequest& request) = 0;
  virtual absl::StatusOr<v1::Submission> GetSubmission(const v1::GetSubmissionRequest& request) = 0;

  // Tournaments. Those that a server plays: a home by itself queues and watches none, and answers FAILED_PRECONDITION
  // to CreateTournament, CreateChallenge, CancelTournament, PauseTournament, ResumeTournament, WatchTournament and
  // StopSeries.
  virtual absl::StatusOr<v1::Tournament> CreateTournament(const v1::CreateTournamentRequest& request) = 0;
  virtual absl::StatusOr<v1::Tournament> CreateChallenge(const v1::CreateChallengeRequest& request) = 0;
  virtual absl::StatusOr<v1::ListTournamentsResponse> ListTournaments(const v1::ListTournamentsRequest& request) = 0;
  virtual absl::StatusOr<v1::Tournament> GetTournament(const v1::GetTournamentRequest& request) = 0;
  virtual absl::StatusOr<v1::Tournament> CancelTournament(const v1::CancelTournamentRequest& request) = 0;
  virtual absl::StatusOr<v1::Tournament> PauseTournament(const v1::PauseTournamentRequest& request) = 0;
  virtual absl::StatusOr<v1::Tournament> ResumeTournament(const v1::ResumeTournamentRequest& request) = 0;
  using OnEvent = std::function<void(const v1::TournamentEvent& event)>;
  // Calls `on_event` with each event from now to the tournament's end, and returns then.
  virtual absl::Status WatchTournament(const v1::WatchTournamentRequest& request, const OnEvent& on_event) = 0;

  virtual absl::StatusOr<v1::ListSeriesResponse> ListSeries(const v1::ListSeriesRequest& request) = 0;
  virtual absl::StatusOr<v1::TournamentSeries> StopSeries(const v1::StopSeriesRequest& request) = 0;

  // Games and ratings. ListGames is UNAVAILABLE to all but hosts when the games take too long to find.
  virtual absl::StatusOr<v1::ListGamesResponse> ListGames(const v1::ListGamesRequest& request) = 0;
  virtual absl::StatusOr<v1::GameRecord> GetGameRecord(const v1::GetGameRecordRequest& request) = 0;
  virtual absl::StatusOr<v1::GameReceipt> GetGameReceipt(const v1::GetGameReceiptRequest& request) = 0;
  using OnGame = std::function<absl::Status(const v1::ExportGamesResponse& game)>;
  // Calls `on_game` with each game, the newest first, and returns after the last. Ends with the first error of
  // `on_game`, or as ListGames does.
  virtual absl::Status ExportGames(const v1::ExportGamesRequest& request, const OnGame& on_game) = 0;
  virtual absl::StatusOr<v1::GameView> GetGameView(const v1::GetGameViewRequest& request) = 0;
  virtual absl::StatusOr<v1::RulesetInfo> GetRuleset(const v1::GetRulesetRequest& request) = 0;
  virtual absl::StatusOr<v1::GetLeaderboardResponse> GetLeaderboard(const v1::GetLeaderboardRequest& request) = 0;

  // Users and their tokens.
  virtual absl::StatusOr<v1::User> CreateUser(const v1::CreateUserRequest& request) = 0;
  virtual absl::StatusOr<v1::ListUsersResponse> ListUsers(const v1::ListUsersRequest& request) = 0;
  virtual absl::StatusOr<v1::User> RemoveUser(const v1::RemoveUserRequest& request) = 0;
  virtual absl::StatusOr<v1::NewToken> CreateToken(const v1::CreateTokenRequest& request) = 0;
  virtual absl::StatusOr<v1::ListTokensResponse> ListTokens(const v1::ListTokensRequest& request) = 0;
  virtual absl::StatusOr<v1::Token> RevokeToken(const v1::RevokeTokenRequest& request) = 0;
  virtual absl::StatusOr<v1::SignInLink> CreateSignInLink(const v1::CreateSignInLinkRequest& request) = 0;

  // Invitations, by whose codes users come.
  virtual absl::StatusOr<v1::NewInvitation> CreateInvitation(const v1::CreateInvitationRequest& request) = 0;
  virtual absl::StatusOr<v1::ListInvitationsResponse> ListInvitations(const v1::ListInvitationsRequest& request) = 0;
  virtual absl::StatusOr<v1::Invitation> RevokeInvitation(const v1::RevokeInvitationRequest& request) = 0;
  virtual absl::StatusOr<v1::RegisterResponse> Register(const v1::RegisterRequest& request) = 0;

  // Webhooks.
  virtual absl::StatusOr<v1::NewWebhook> CreateWebhook(const v1::CreateWebhookRequest& request) = 0;
  virtual absl::StatusOr<v1::ListWebhooksResponse> ListWebhooks(const v1::ListWebhooksRequest& request) = 0;
  virtual absl::StatusOr<v1::Webhook> RemoveWebhook(const v1::RemoveWebhookRequest& request) = 0;
  virtual absl::StatusOr<v1::WebhookDelivery> TestWebhook(const v1::TestWebhookRequest& request) = 0;
  virtual absl::StatusOr<v1::ListWebhookDeliveriesResponse> ListWebhookDeliveries(
      const v1::ListWebhookDeliveriesRequest& request) = 0;
  virtual absl::StatusOr<v1::WebhookDelivery> RedeliverWebhook(const v1::RedeliverWebhookRequest& request) = 0;

  // Machines that play the server's games.
  virtual absl::StatusOr<v1::ListWorkersResponse> ListWorkers(const v1::ListWorkersRequest& request) = 0;
  virtual absl::StatusOr<v1::WorkerStatus> TrustWorker(const v1::TrustWorkerRequest& request) = 0;

  // A server's figures. A home has no server, and answers FAILED_PRECONDITION.
  virtual absl::StatusOr<v1::GetServerStatusResponse> GetServerStatus(const v1::GetServerStatusRequest& request) = 0;
};

}  // namespace flagfall::arena::api

#endif  // ARENA_API_ARENA_API_H_
