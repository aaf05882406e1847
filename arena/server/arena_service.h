#ifndef ARENA_SERVER_ARENA_SERVICE_H_
#define ARENA_SERVER_ARENA_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/server/desk.h"
#include "arena/server/limits.h"
#include "arena/server/places.h"
#include "arena/server/tournament_feed.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "referee/service/referee.h"

namespace flagfall::arena {

// ArenaService over gRPC: says who calls, whether that one may call this at all, and hands the question to the desk.
class ArenaService final : public v1::ArenaService::Service {
 public:
  // Desk and feed must outlive the service. Uploads are received into files in `upload_folder`.
  ArenaService(Desk& desk, TournamentFeed& feed, std::string upload_folder, const ServerLimits& limits)
      : desk_(desk),
        feed_(feed),
        upload_folder_(std::move(upload_folder)),
        upload_within_(limits.upload_within),
        uploads_("uploads", limits.uploads),
        questions_("questions", limits.questions),
        watches_of_users_("watches", limits.watches_of_users),
        watches_of_strangers_("watches without a user's token", limits.watches_of_strangers) {}

  // The referee whose server this is served by knows how callers come in; nobody is heard before.
  void SetReferee(const Referee* referee) { referee_ = referee; }

  grpc::Status ListBots(grpc::ServerContext* context, const v1::ListBotsRequest* request,
                        v1::ListBotsResponse* response) override;
  grpc::Status GetBot(grpc::ServerContext* context, const v1::GetBotRequest* request, v1::Bot* response) override;
  grpc::Status GetBotLog(grpc::ServerContext* context, const v1::GetBotLogRequest* request,
                         v1::GetBotLogResponse* response) override;
  grpc::Status SuspendBot(grpc::ServerContext* context, const v1::SuspendBotRequest* request,
                          v1::Bot* response) override;
  grpc::Status ResumeBot(grpc::ServerContext* context, const v1::ResumeBotRequest* request, v1::Bot* response) override;
  grpc::Status RetireBot(grpc::ServerContext* context, const v1::RetireBotRequest* request, v1::Bot* response) override;
  grpc::Status ListSubmissions(grpc::ServerContext* context, const v1::ListSubmissionsRequest* request,
                               v1::ListSubmissionsResponse* response) override;
  grpc::Status GetSubmission(grpc::ServerContext* context, const v1::GetSubmissionRequest* request,
                             v1::Submission* response) override;
  grpc::Status CreateRemoteBot(grpc::ServerContext* context, const v1::CreateRemoteBotRequest* request,
                               v1::CreateRemoteBotResponse* response) override;
  grpc::Status CreateBotToken(grpc::ServerContext* context, const v1::CreateBotTokenRequest* request,
                              v1::NewToken* response) override;
  grpc::Status CreateTournament(grpc::ServerContext* context, const v1::CreateTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status ListTournaments(grpc::ServerContext* context, const v1::ListTournamentsRequest* request,
                               v1::ListTournamentsResponse* response) override;
  grpc::Status GetTournament(grpc::ServerContext* context, const v1::GetTournamentRequest* request,
                             v1::Tournament* response) override;
  grpc::Status CancelTournament(grpc::ServerContext* context, const v1::CancelTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status ResumeTournament(grpc::ServerContext* context, const v1::ResumeTournamentRequest* request,
                                v1::Tournament* response) override;
  grpc::Status ListGames(grpc::ServerContext* context, const v1::ListGamesRequest* request,
                         v1::ListGamesResponse* response) override;
  grpc::Status GetGameRecord(grpc::ServerContext* context, const v1::GetGameRecordRequest* request,
                             v1::GameRecord* response) override;
  grpc::Status GetGameView(grpc::ServerContext* context, const v1::GetGameViewRequest* request,
                           v1::GameView* response) override;
  grpc::Status GetLeaderboard(grpc::ServerContext* context, const v1::GetLeaderboardRequest* request,
                              v1::GetLeaderboardResponse* response) override;
  grpc::Status CreateUser(grpc::ServerContext* context, const v1::CreateUserRequest* request,
                          v1::User* response) override;
  grpc::Status RemoveUser(grpc::ServerContext* context, const v1::RemoveUserRequest* request,
                          v1::User* response) override;
  grpc::Status ListUsers(grpc::ServerContext* context, const v1::ListUsersRequest* request,
                         v1::ListUsersResponse* response) override;
  grpc::Status CreateToken(grpc::ServerContext* context, const v1::CreateTokenRequest* request,
                           v1::NewToken* response) override;
  grpc::Status ListTokens(grpc::ServerContext* context, const v1::ListTokensRequest* request,
                          v1::ListTokensResponse* response) override;
  grpc::Status RevokeToken(grpc::ServerContext* context, const v1::RevokeTokenRequest* request,
                           v1::Token* response) override;

  grpc::Status SubmitBot(grpc::ServerContext* context, grpc::ServerReader<v1::SubmitBotRequest>* reader,
                         v1::Submission* response) override;
  grpc::Status WatchSubmission(grpc::ServerContext* context, const v1::WatchSubmissionRequest* request,
                               grpc::ServerWriter<v1::Submission>* writer) override;
  grpc::Status WatchTournament(grpc::ServerContext* context, const v1::WatchTournamentRequest* request,
                               grpc::ServerWriter<v1::TournamentEvent>* writer) override;

 private:
  struct Caller {
    Principal principal;
    std::string address;

    bool is_stranger() const { return principal.user.empty(); }
    // As whom the caller is counted.
    const std::string& name() const { return is_stranger() ? address : principal.user; }
  };

  // Who calls, when that one's role may call the method.
  absl::StatusOr<Caller> Admit(const grpc::ServerContext& context, absl::string_view method) const;
  // What the desk answers, in one of the places for questions.
  template <typename Request>
  auto Ask(const Caller& caller, const Request& request)
      -> decltype(std::declval<Desk&>().Do(caller.principal, request));
  template <typename Request, typename Response>
  grpc::Status Serve(const grpc::ServerContext& context, absl::string_view method, const Request& request,
                     Response* response);
  // A place and a seat for one who watches the tournament, or a submission (0).
  absl::StatusOr<std::pair<Places::Place, TournamentFeed::Watcher>> Sit(const Caller& caller, std::uint32_t tournament);
  absl::StatusOr<v1::Submission> Receive(grpc::ServerContext& context,
                                         grpc::ServerReader<v1::SubmitBotRequest>& reader);
  absl::Status Watch(grpc::ServerContext& context, const v1::WatchSubmissionRequest& request,
                     grpc::ServerWriter<v1::Submission>& writer);
  absl::Status Watch(grpc::ServerContext& context, const v1::WatchTournamentRequest& request,
                     grpc::ServerWriter<v1::TournamentEvent>& writer);

  Desk& desk_;
  TournamentFeed& feed_;
  const std::string upload_folder_;
  std::atomic<const Referee*> referee_ = nullptr;
  const std::chrono::milliseconds upload_within_;
  Places uploads_;
  Places questions_;
  Places watches_of_users_;
  Places watches_of_strangers_;
  std::atomic<std::uint64_t> last_upload_ = 0;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_ARENA_SERVICE_H_
