#ifndef ARENA_WEB_ROUTER_H_
#define ARENA_WEB_ROUTER_H_

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
#include "arena/web/pages.h"
#include "arena/web/site_files.h"
#include "arena/web/upload_rule.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"

namespace flagfall::arena::web {

// Answers requests: finds what belongs to a path, as web-report/API.md lists them; has a page made, or takes it from
// the cache; and opens streams of events and downloads. May be used by many threads. One table says which paths there
// are: requests are answered by it, and others are told of it as an index and as OpenAPI.
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
    absl::StatusOr<Page> (Pages::*page)(const Asked& asked) const = nullptr;
    absl::StatusOr<WebAnswer> (Router::*answer)(const Asked& asked) = nullptr;
  };
  static const std::vector<Route>& Routes();
  static std::vector<Route> PageRoutes();
  static std::vector<Route> ExportRoutes();
  static std::vector<Route> StreamRoutes();
  // The table as others are told of it.
  static std::vector<ApiRoute> Described();

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
  // Many games, made while they are sent.
  absl::StatusOr<WebAnswer> GamesDownload(const Asked& asked);
  // The page that shows a game in a frame within pages of other sites.
  absl::StatusOr<WebAnswer> Frame(const WebRequest& request, const std::string& id) const;

  const WebHost& host_;
  store::Readers& readers_;
  LiveState& live_state_;
  EventBroadcaster& broadcaster_;
  const SiteFiles& files_;
  const HostNames& names_;
  queries::AnswerCache<Content> cache_;
  store::LedgerWatch watch_;
  const Pages pages_;
  std::optional<AccountSite> account_site_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_ROUTER_H_
