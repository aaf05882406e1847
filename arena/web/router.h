#ifndef ARENA_WEB_ROUTER_H_
#define ARENA_WEB_ROUTER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/queries/answer_cache.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "arena/web/account_site.h"
#include "arena/web/api_route.h"
#include "arena/web/event_broadcaster.h"
#include "arena/web/host_names.h"
#include "arena/web/live_state.h"
#include "arena/web/page.h"
#include "arena/web/shared_pages.h"
#include "arena/web/site_files.h"
#include "arena/web/upload_rule.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"
#include "flagfall/v1/arena_service.pb.h"
#include "google/protobuf/message.h"

namespace flagfall::arena::web {

// Answers requests: finds the page that belongs to a path, as web-report/API.md lists them, and makes it, or takes it
// from the cache. May be used by many threads. One table says which paths there are: requests are answered by it, and
// others are told of it as an index and as OpenAPI.
class Router {
 public:
  // All referred to outlive this.
  Router(const WebHost& host, store::Readers& readers, LiveState& live_state, EventBroadcaster& broadcaster,
         const SiteFiles& files, const HostNames& names, std::size_t cache_bytes);

  // Never fails: errors are answers, too. An answer that is_later is to be asked for again.
  WebAnswer Respond(const WebRequest& request);
  // Who may send a bot's files. This must outlive it.
  UploadRule Uploads();

 private:
  using Parts = std::vector<std::string>;
  // A row of the table: what others are told of the path, and who makes its answer, of which there is one.
  struct Route {
    ApiRoute about;
    absl::StatusOr<Page> (Router::*page)(const Asked& asked) const = nullptr;
    absl::StatusOr<WebAnswer> (Router::*stream)(const Asked& asked) = nullptr;
    absl::StatusOr<Page> (SharedPages::*shared_page)(const Asked& asked) const = nullptr;
    absl::StatusOr<WebAnswer> (SharedPages::*shared_answer)(const Asked& asked) const = nullptr;
  };
  static const std::vector<Route>& Routes();
  static std::vector<Route> PageRoutes();
  static std::vector<Route> SharedRoutes();
  static std::vector<Route> StreamRoutes();
  // The table as others are told of it.
  static std::vector<ApiRoute> Described();

  template <typename Function>
  static Page JsonPage(absl::string_view name, queries::Freshness freshness, Function message_of);

  absl::StatusOr<WebAnswer> Find(const WebRequest& request);
  // The answer, and where it is an error that is for the host, a line in its log.
  WebAnswer AnswerOf(const WebRequest& request, absl::StatusOr<WebAnswer> found) const;
  absl::StatusOr<WebAnswer> Api(const WebRequest& request, absl::string_view path);
  absl::StatusOr<WebAnswer> SiteFile(const WebRequest& request, const std::string& path) const;
  absl::StatusOr<WebAnswer> StreamOfStatus(const Asked& asked);
  absl::StatusOr<WebAnswer> StreamOfTournament(const Asked& asked);
  absl::StatusOr<WebAnswer> StreamOfGame(const Asked& asked);
  absl::StatusOr<WebAnswer> StreamOfTopics(const Asked& asked);
  WebAnswer StreamOf(std::vector<Subscription> subscriptions, bool numbers_topics);
  // Whether there is what the topic is about.
  absl::Status CheckExists(const Topic& topic);
  absl::StatusOr<WebAnswer> Make(const Page& page);
  // A pool's leaderboard, which its own page and those of all its bots show. ABORTED while another thread makes it.
  absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> LeaderboardOf(store::Database& database,
                                                                                  const std::string& pool) const;

  absl::StatusOr<Page> Index(const Asked& asked) const;
  absl::StatusOr<Page> OpenApi(const Asked& asked) const;
  absl::StatusOr<Page> Site(const Asked& asked) const;
  absl::StatusOr<Page> Status(const Asked& asked) const;
  absl::StatusOr<Page> Rulesets(const Asked& asked) const;
  absl::StatusOr<Page> Pictures(const Asked& asked) const;
  absl::StatusOr<Page> Leaderboard(const Asked& asked) const;
  absl::StatusOr<Page> Bots(const Asked& asked) const;
  absl::StatusOr<Page> Bot(const Asked& asked) const;
  absl::StatusOr<Page> HeadToHead(const Asked& asked) const;
  absl::StatusOr<Page> SetUps(const Asked& asked) const;
  absl::StatusOr<Page> Tournaments(const Asked& asked) const;
  absl::StatusOr<Page> Tournament(const Asked& asked) const;
  absl::StatusOr<Page> TournamentRound(const Asked& asked) const;
  absl::StatusOr<Page> Games(const Asked& asked) const;
  absl::StatusOr<Page> Game(const Asked& asked) const;
  absl::StatusOr<Page> Neighbours(const Asked& asked) const;
  absl::StatusOr<Page> Download(const Asked& asked) const;

  const WebHost& host_;
  store::Readers& readers_;
  LiveState& live_state_;
  EventBroadcaster& broadcaster_;
  const SiteFiles& files_;
  const HostNames& names_;
  queries::AnswerCache<Content> cache_;
  mutable queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
  mutable store::LedgerWatch watch_;
  const SharedPages shared_;
  std::optional<AccountSite> account_site_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_ROUTER_H_
