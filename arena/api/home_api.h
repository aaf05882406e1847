#ifndef ARENA_API_HOME_API_H_
#define ARENA_API_HOME_API_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/roles.h"
#include "arena/accounts/submission.h"
#include "arena/api/arena_api.h"
#include "arena/queries/leaderboards.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/ledger_access.h"
#include "arena/webhooks/address_rule.h"

namespace flagfall::arena::api {

// The arena of a home, by its ledger: for the command line without a server, for what a server and the web pages tell.
// A question reads one state of the ledger, in one statement or one transaction, and needs a connection for reading
// only; a change is one transaction.
//
// What a caller is told depends on its role. Nobody but a host is told where a bot lies on the host's disk, nor what
// HideUntilFinished and PublicRecord (queries/secrets.h) keep back.
//
// The calls of each resource are in a file: home_bots.cc, home_submissions.cc, home_tournaments.cc, home_games.cc,
// home_users.cc, home_invitations.cc, home_webhooks.cc, home_workers.cc. An object holds no state beside what its
// constructor was given.
class HomeApi final : public ArenaApi {
 public:
  // Acts for `caller`. `submissions` says where things lie in the home and how bots are taken in.
  HomeApi(store::LedgerAccess ledger, accounts::Principal caller, accounts::SubmissionOptions submissions)
      : ledger_(std::move(ledger)), caller_(std::move(caller)), submissions_(std::move(submissions)) {}
  // For questions that the ledger alone answers, on a connection that is open already and outlives this object.
  explicit HomeApi(store::Database& ledger, accounts::Principal caller = {})
      : HomeApi(store::LedgerAccess(ledger), std::move(caller), accounts::SubmissionOptions()) {}

  absl::StatusOr<v1::ListBotsResponse> ListBots(const v1::ListBotsRequest& request) override;
  absl::StatusOr<v1::Bot> GetBot(const v1::GetBotRequest& request) override;
  absl::StatusOr<v1::GetBotLogResponse> GetBotLog(const v1::GetBotLogRequest& request) override;
  absl::StatusOr<v1::Bot> SuspendBot(const v1::SuspendBotRequest& request) override;
  absl::StatusOr<v1::Bot> ResumeBot(const v1::ResumeBotRequest& request) override;
  absl::StatusOr<v1::Bot> RetireBot(const v1::RetireBotRequest& request) override;
  absl::StatusOr<v1::Bot> SetBotChallenges(const v1::SetBotChallengesRequest& request) override;
  absl::StatusOr<v1::Bot> SetBotTag(const v1::SetBotTagRequest& request) override;
  absl::StatusOr<v1::CreateRemoteBotResponse> CreateRemoteBot(const v1::CreateRemoteBotRequest& request) override;
  absl::StatusOr<v1::NewToken> CreateBotToken(const v1::CreateBotTokenRequest& request) override;

  absl::StatusOr<v1::Submission> SubmitBot(const std::string& archive, const std::string& owner,
                                           const OnSubmission& on_state) override;
  absl::StatusOr<v1::ListSubmissionsResponse> ListSubmissions(const v1::ListSubmissionsRequest& request) override;
  absl::StatusOr<v1::Submission> GetSubmission(const v1::GetSubmissionRequest& request) override;

  absl::StatusOr<v1::Tournament> CreateTournament(const v1::CreateTournamentRequest& request) override;
  absl::StatusOr<v1::Tournament> CreateChallenge(const v1::CreateChallengeRequest& request) override;
  absl::StatusOr<v1::ListTournamentsResponse> ListTournaments(const v1::ListTournamentsRequest& request) override;
  absl::StatusOr<v1::Tournament> GetTournament(const v1::GetTournamentRequest& request) override;
  absl::StatusOr<v1::Tournament> CancelTournament(const v1::CancelTournamentRequest& request) override;
  absl::StatusOr<v1::Tournament> PauseTournament(const v1::PauseTournamentRequest& request) override;
  absl::StatusOr<v1::Tournament> ResumeTournament(const v1::ResumeTournamentRequest& request) override;
  absl::Status WatchTournament(const v1::WatchTournamentRequest& request, const OnEvent& on_event) override;
  absl::StatusOr<v1::ListSeriesResponse> ListSeries(const v1::ListSeriesRequest& request) override;
  absl::StatusOr<v1::TournamentSeries> StopSeries(const v1::StopSeriesRequest& request) override;

  absl::StatusOr<v1::ListGamesResponse> ListGames(const v1::ListGamesRequest& request) override;
  absl::StatusOr<v1::GameRecord> GetGameRecord(const v1::GetGameRecordRequest& request) override;
  absl::StatusOr<v1::GameReceipt> GetGameReceipt(const v1::GetGameReceiptRequest& request) override;
  absl::Status ExportGames(const v1::ExportGamesRequest& request, const OnGame& on_game) override;
  absl::StatusOr<v1::GameView> GetGameView(const v1::GetGameViewRequest& request) override;
  absl::StatusOr<v1::RulesetInfo> GetRuleset(const v1::GetRulesetRequest& request) override;
  absl::StatusOr<v1::GetLeaderboardResponse> GetLeaderboard(const v1::GetLeaderboardRequest& request) override;

  absl::StatusOr<v1::User> CreateUser(const v1::CreateUserRequest& request) override;
  absl::StatusOr<v1::ListUsersResponse> ListUsers(const v1::ListUsersRequest& request) override;
  absl::StatusOr<v1::User> RemoveUser(const v1::RemoveUserRequest& request) override;
  absl::StatusOr<v1::NewToken> CreateToken(const v1::CreateTokenRequest& request) override;
  absl::StatusOr<v1::ListTokensResponse> ListTokens(const v1::ListTokensRequest& request) override;
  absl::StatusOr<v1::Token> RevokeToken(const v1::RevokeTokenRequest& request) override;
  absl::StatusOr<v1::SignInLink> CreateSignInLink(const v1::CreateSignInLinkRequest& request) override;

  absl::StatusOr<v1::NewInvitation> CreateInvitation(const v1::CreateInvitationRequest& request) override;
  absl::StatusOr<v1::ListInvitationsResponse> ListInvitations(const v1::ListInvitationsRequest& request) override;
  absl::StatusOr<v1::Invitation> RevokeInvitation(const v1::RevokeInvitationRequest& request) override;
  absl::StatusOr<v1::RegisterResponse> Register(const v1::RegisterRequest& request) override;

  absl::StatusOr<v1::NewWebhook> CreateWebhook(const v1::CreateWebhookRequest& request) override;
  absl::StatusOr<v1::ListWebhooksResponse> ListWebhooks(const v1::ListWebhooksRequest& request) override;
  absl::StatusOr<v1::Webhook> RemoveWebhook(const v1::RemoveWebhookRequest& request) override;
  absl::StatusOr<v1::WebhookDelivery> TestWebhook(const v1::TestWebhookRequest& request) override;
  absl::StatusOr<v1::ListWebhookDeliveriesResponse> ListWebhookDeliveries(
      const v1::ListWebhookDeliveriesRequest& request) override;
  absl::StatusOr<v1::WebhookDelivery> RedeliverWebhook(const v1::RedeliverWebhookRequest& request) override;

  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(const v1::ListWorkersRequest& request) override;
  absl::StatusOr<v1::WorkerStatus> TrustWorker(const v1::TrustWorkerRequest& request) override;

  absl::StatusOr<v1::GetServerStatusResponse> GetServerStatus(const v1::GetServerStatusRequest& request) override;

  const accounts::Principal& caller() const { return caller_; }
  // Whether the caller is a host.
  bool IsHost() const { return caller_.role == accounts::Role::kHost; }

  // Where the places of a bot are taken from; computed anew by default, which takes a second in a pool of a thousand.
  void set_leaderboards(queries::LeaderboardSource leaderboards) { leaderboards_ = std::move(leaderboards); }

  // The site's address, to which links lead; not known by default.
  void set_site_url(std::string url) { site_url_ = std::move(url); }
  // Which addresses webhooks may have; those of the internet alone by default.
  void set_webhook_rule(webhooks::AddressRule rule) { webhook_rule_ = rule; }
  // The server that works on the home; there is none by default.
  struct Server {
    // What it counts and measures.
    std::function<absl::StatusOr<v1::GetServerStatusResponse>()> status;
    // Why it begins no game; empty while it does.
    std::function<std::string()> held = [] { return std::string(); };
  };
  void set_server(Server server) { server_ = std::move(server); }

  // For how long ListGames looks for the games of a caller who is no host: a list may read all games, and there are
  // more ways to ask for one than answers that can be kept.
  void set_list_games_time_max(std::chrono::milliseconds time) { list_games_time_max_ = time; }

  // Some games of an export, and where the next are.
  struct ExportedGames {
    std::vector<v1::ExportGamesResponse> games;
    std::optional<std::int64_t> next;
  };
  // A part of what ExportGames gives, at most `count` games, for whoever comes back for the next: those behind
  // `before`, which is the `next` of the part before and absent at first. Errors as ExportGames.
  absl::StatusOr<ExportedGames> ExportPart(const v1::ListGamesRequest& filter, std::optional<std::int64_t> before,
                                           int count, bool with_records) const;

 private:
  // The bot of that name, when the caller may call `method` on it.
  absl::StatusOr<store::Bot> PermittedBot(store::Database& ledger, absl::string_view method,
                                          const std::string& name) const;
  // The bot as the caller is told of it, with its ratings.
  absl::StatusOr<v1::Bot> ShowBot(store::Database& ledger, absl::string_view name) const;
  // What SuspendBot and RetireBot have in common: `change` is done to the bot, for `reason`, or where that is empty for
  // one that says whose wish it was.
  absl::StatusOr<v1::Bot> TakeOutOfPlay(absl::string_view method, const std::string& name, const std::string& reason,
                                        absl::Status (*change)(store::Database&, absl::string_view,
                                                               absl::string_view)) const;

  // The webhook, when the caller may call `method` on it.
  absl::StatusOr<v1::Webhook> PermittedWebhook(store::Database& ledger, absl::string_view method,
                                               std::uint64_t id) const;

  const store::LedgerAccess ledger_;
  const accounts::Principal caller_;
  const accounts::SubmissionOptions submissions_;
  queries::LeaderboardSource leaderboards_ = queries::NewLeaderboard;
  std::chrono::milliseconds list_games_time_max_ = std::chrono::seconds(2);
  std::string site_url_;
  webhooks::AddressRule webhook_rule_;
  Server server_;
};

}  // namespace flagfall::arena::api

#endif  // ARENA_API_HOME_API_H_
