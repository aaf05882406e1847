#ifndef ARENA_SERVER_ARENA_SERVICE_H_
#define ARENA_SERVER_ARENA_SERVICE_H_

#include <atomic>
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
#include "arena/api/home_api.h"
#include "arena/queries/answer_cache.h"
#include "arena/server/attempt_limit.h"
#include "arena/server/bot_allowlist.h"
#include "arena/server/caller_quota.h"
#include "arena/server/low_priority.h"
#include "arena/server/server_limits.h"
#include "arena/server/submission_queue.h"
#include "arena/server/token_watch.h"
#include "arena/server/tournament_feed.h"
#include "arena/server/tournament_queue.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "arena/webhooks/address_rule.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// ArenaService as methods for the referee's server. For each call it finds out who calls, refuses callers whose role
// may not call the method at all, and has a HomeApi of that caller do the rest, or the queues for what only a running
// server can do. The server's worker threads call the methods, many at once.
class ArenaService {
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
    // The site's address, to which links lead; empty where it is not known.
    std::string site_url = {};
    // Which addresses webhooks may have.
    webhooks::AddressRule webhook_rule = {};
    // What it tells of itself; called from any thread.
    api::HomeApi::Server server = {};
  };
  ArenaService(Parts parts, const ServerLimits& limits);

  // All methods of ArenaService in the .proto. They use this object, which must outlive whoever calls them.
  std::vector<BlockingMethod> Methods();

  // Whose token this is: no name where it is no user's. UNAUTHENTICATED when it is none (any more). From any thread.
  absl::StatusOr<v1::Account> WhoShows(const std::string& token) const;
  // Signs somebody in by a sign-in link: the token that stands for the session. UNAUTHENTICATED for a link that is not
  // good, RESOURCE_EXHAUSTED after too many such from this address.
  absl::StatusOr<v1::NewToken> UseSignInLink(const std::string& secret, const std::string& address);
  // Makes a user by an invitation. Errors as ArenaService's Register.
  absl::StatusOr<v1::RegisterResponse> Register(const v1::RegisterRequest& request, const std::string& address);
  // Calls that are open end when their token is no longer good. Outlived by this.
  TokenWatch& token_watch() { return token_watch_; }

  // The remote bot of that name, as which whoever shows the token may play: somebody who may give it a token may.
  // NOT_FOUND, PERMISSION_DENIED, and FAILED_PRECONDITION for a bot that the host starts or that may not play.
  absl::StatusOr<v1::BotManifest> PlayableBy(const std::string& token, const std::string& bot) const;

 private:
  struct Caller {
    accounts::Principal principal;
    std::string address;
    // As it was shown; empty where none was.
    std::string token = {};

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
    // A change of bots or tokens, after which other remote bots may dial in than before, and other calls go on.
    kBotChange,
  };

  // ---- How a row of the table of methods is served (arena_service_methods.cc).

  // A call with one request and one answer, which a method of ArenaApi makes, or...
  template <typename Request, typename Response>
  BlockingMethod ByApi(absl::string_view name, CallKind kind,
                       absl::StatusOr<Response> (api::ArenaApi::*method)(const Request& request));
  // ...one of this object, which is given a HomeApi of the caller.
  template <typename Request, typename Response>
  BlockingMethod ByService(absl::string_view name, CallKind kind,
                           absl::StatusOr<Response> (ArenaService::*method)(api::HomeApi& api, const Request& request));
  template <typename Request, typename Response, typename Answer>
  BlockingMethod WithOneAnswer(absl::string_view name, CallKind kind, Answer answer);
  // A call with one request, which `watch` answers by a stream.
  template <typename Request>
  BlockingMethod Watching(absl::string_view name,
                          absl::Status (ArenaService::*watch)(BlockingCall& call, const Caller& caller,
                                                              const Request& request));
  // A user's first call, by an invitation's code.
  BlockingMethod Registering(absl::string_view name);
  BlockingMethod Row(absl::string_view name, bool takes_one_message,
                     std::function<absl::Status(BlockingCall& call)> serve) const;

  // ---- What the rows share.

  // The caller, when its role may call the method.
  absl::StatusOr<Caller> Authorize(BlockingCall& call, absl::string_view method) const;
  api::HomeApi ApiFor(const Caller& caller);
  // A pool's leaderboard, kept as long as AnswerCache says: to fit ratings takes long.
  absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> KeptLeaderboard(store::Database& database,
                                                                                    const std::string& pool);
  // Has `work` done with a HomeApi of the caller, which must be authorized and, unless it is a host, have a slot left.
  template <typename Response>
  absl::StatusOr<Response> Do(const Caller& caller, CallKind kind,
                              const std::function<absl::StatusOr<Response>(api::HomeApi& api)>& work);
  // After a change of bots or tokens.
  absl::Status UpdateAllowlist();

  // How the call ended, as its caller is told: what is wrong with the ledger is for the host's log alone.
  absl::Status EndOf(absl::string_view method, const absl::Status& status) const;

  // ---- Methods that a home has not by itself, or not like this.

  absl::StatusOr<v1::Tournament> CreateTournament(api::HomeApi& api, const v1::CreateTournamentRequest& request);
  absl::StatusOr<v1::Tournament> CreateChallenge(api::HomeApi& api, const v1::CreateChallengeRequest& request);
  absl::StatusOr<v1::Tournament> CancelTournament(api::HomeApi& api, const v1::CancelTournamentRequest& request);
  absl::StatusOr<v1::Tournament> PauseTournament(api::HomeApi& api, const v1::PauseTournamentRequest& request);
  absl::StatusOr<v1::Tournament> ResumeTournament(api::HomeApi& api, const v1::ResumeTournamentRequest& request);
  absl::StatusOr<v1::TournamentSeries> StopSeries(api::HomeApi& api, const v1::StopSeriesRequest& request);
  // For callers who are no hosts the answer is kept as long as AnswerCache says: to fit ratings takes long.
  absl::StatusOr<v1::GetLeaderboardResponse> GetLeaderboard(api::HomeApi& api,
                                                            const v1::GetLeaderboardRequest& request);

  // ---- Calls with streams (arena_service_streams.cc).

  absl::Status SubmitBot(BlockingCall& call);
  absl::Status TakeBot(BlockingCall& call, const Caller& caller);
  absl::Status WatchSubmission(BlockingCall& call, const Caller& caller, const v1::WatchSubmissionRequest& request);
  absl::Status WatchTournament(BlockingCall& call, const Caller& caller, const v1::WatchTournamentRequest& request);
  absl::Status ExportGames(BlockingCall& call, const Caller& caller, const v1::ExportGamesRequest& request);
  // A slot and a subscription for a caller who watches the tournament, or a submission (0).
  absl::StatusOr<std::pair<CallerQuota::Slot, TournamentFeed::Watcher>> Subscribe(const Caller& caller,
                                                                                  std::uint32_t tournament);
  // What the caller may know of the tournament.
  absl::StatusOr<v1::Tournament> TournamentFor(const Caller& caller, std::uint32_t id);

  const Parts parts_;
  mutable store::Readers readers_;
  const store::LedgerAccess access_;
  store::LedgerWatch ledger_watch_;
  queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
  const std::string upload_folder_;
  const std::chrono::milliseconds upload_within_;
  const tournament::ChallengeLimits challenges_;
  CallerQuota uploads_;
  CallerQuota questions_;
  CallerQuota exports_;
  CallerQuota watches_of_users_;
  CallerQuota watches_of_strangers_;
  std::atomic<std::uint64_t> last_upload_ = 0;
  AttemptLimit attempts_;
  // Last: its thread uses the readers.
  TokenWatch token_watch_;
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

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_ARENA_SERVICE_H_
