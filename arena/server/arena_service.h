#ifndef ARENA_SERVER_ARENA_SERVICE_H_
#define ARENA_SERVER_ARENA_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/base/arena_calls.h"
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
  // Desk and feed must outlive the service. Uploads are received into files in `upload_folder`; `log` takes a line for
  // the host's log, from any thread.
  ArenaService(Desk& desk, TournamentFeed& feed, std::string upload_folder, const ServerLimits& limits,
               std::function<void(const std::string&)> log)
      : desk_(desk),
        feed_(feed),
        log_(std::move(log)),
        upload_folder_(std::move(upload_folder)),
        upload_within_(limits.upload_within),
        uploads_("uploads", limits.uploads),
        questions_("questions", limits.questions),
        watches_of_users_("watches", limits.watches_of_users),
        watches_of_strangers_("watches without a user's token", limits.watches_of_strangers) {}

  // The referee whose server this is served by knows how callers come in; nobody is heard before.
  void SetReferee(const Referee* referee) { referee_ = referee; }

// NOLINTBEGIN(bugprone-macro-parentheses): names of types, which take none.
#define FLAGFALL_SERVE(method, response) \
  grpc::Status method(grpc::ServerContext* context, const v1::method##Request* request, v1::response* answer) override;
  FLAGFALL_ARENA_CALLS(FLAGFALL_SERVE)
#undef FLAGFALL_SERVE
  // NOLINTEND(bugprone-macro-parentheses)

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

  // What a caller is told of how a call ended.
  grpc::Status Told(absl::string_view method, const absl::Status& status) const;

  Desk& desk_;
  TournamentFeed& feed_;
  const std::function<void(const std::string&)> log_;
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
