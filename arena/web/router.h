#ifndef ARENA_WEB_ROUTER_H_
#define ARENA_WEB_ROUTER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/queries/answer_cache.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "arena/web/event_broadcaster.h"
#include "arena/web/live_state.h"
#include "arena/web/site_files.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"
#include "flagfall/v1/arena_service.pb.h"
#include "google/protobuf/message.h"

namespace flagfall::arena::web {

// Answers requests: finds the page that belongs to a path, as web-report/API.md lists them, and makes it, or takes it
// from the cache. May be used by many threads.
class Router {
 public:
  // All referred to outlive this.
  Router(const WebHost& host, store::Readers& readers, LiveState& live_state, EventBroadcaster& broadcaster,
         const SiteFiles& files, std::size_t cache_bytes);

  // Never fails: errors are answers, too. An answer that is_later is to be asked for again.
  WebAnswer Respond(const WebRequest& request);

 private:
  using Parts = std::vector<std::string>;
  // How a page is made, and for how long it may be kept.
  struct Page {
    // Its key in the cache: the same for every way to ask for it.
    std::string name;
    queries::Freshness freshness = queries::Freshness::kLedger;
    std::function<absl::StatusOr<std::string>(store::Database&)> text = nullptr;
    std::string type = "application/json; charset=utf-8";
    // The name under which a browser saves it as a file; empty for what is not downloaded.
    std::string file = {};
  };
  template <typename Function>
  static Page JsonPage(absl::string_view name, queries::Freshness freshness, Function message_of);

  absl::StatusOr<WebAnswer> Find(const WebRequest& request);
  absl::StatusOr<WebAnswer> SiteFile(const WebRequest& request, const std::string& path) const;
  absl::StatusOr<WebAnswer> Stream(const WebRequest& request, const Parts& parts);
  absl::StatusOr<WebAnswer> StreamOfGame(const WebRequest& request, const std::string& game_id);
  absl::StatusOr<WebAnswer> StreamOfTopics(const WebRequest& request);
  WebAnswer StreamOf(std::vector<Subscription> subscriptions, bool numbers_topics);
  // Whether there is what the topic is about.
  absl::Status CheckExists(const Topic& topic);
  absl::StatusOr<WebAnswer> Make(const Page& page);
  // A pool's leaderboard, which its own page and those of all its bots show. ABORTED while another thread makes it.
  absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> LeaderboardOf(store::Database& database,
                                                                                  const std::string& pool) const;

  absl::StatusOr<Page> PageAt(const WebRequest& request, const Parts& parts) const;
  absl::StatusOr<Page> List(const WebRequest& request, const std::string& what) const;
  absl::StatusOr<Page> Tournament(const Parts& parts) const;
  absl::StatusOr<Page> Game(const Parts& parts) const;

  const WebHost& host_;
  store::Readers& readers_;
  LiveState& live_state_;
  EventBroadcaster& broadcaster_;
  const SiteFiles& files_;
  queries::AnswerCache<Content> cache_;
  mutable queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
  mutable store::LedgerWatch watch_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_ROUTER_H_
