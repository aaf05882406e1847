#ifndef ARENA_WEB_PAGES_H_
#define ARENA_WEB_PAGES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/queries/answer_cache.h"
#include "arena/queries/likelihood_history.h"
#include "arena/store/ledger_watch.h"
#include "arena/web/api_route.h"
#include "arena/web/live_state.h"
#include "arena/web/page.h"
#include "arena/web/site_files.h"
#include "arena/web/web_host.h"
#include "arena/web_pages/feeds.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::web {

// The pages of the API: how each is made, and for how long it may be kept. A function fails for a path or parameters
// that make no sense; what is not in the ledger is an error of the page that it returns. May be used by many threads.
class Pages {
 public:
  // All referred to outlive this. `paths`: all paths of the API. At most about `cache_bytes` are kept of what several
  // pages are made of.
  Pages(const WebHost& host, LiveState& live_state, const SiteFiles& files, store::LedgerWatch& watch,
        std::vector<ApiRoute> paths, std::size_t cache_bytes);

  absl::StatusOr<Page> Index(const Asked& asked) const;
  absl::StatusOr<Page> OpenApi(const Asked& asked) const;
  absl::StatusOr<Page> Site(const Asked& asked) const;
  absl::StatusOr<Page> Status(const Asked& asked) const;
  absl::StatusOr<Page> Rulesets(const Asked& asked) const;
  absl::StatusOr<Page> Pictures(const Asked& asked) const;
  absl::StatusOr<Page> Leaderboard(const Asked& asked) const;
  absl::StatusOr<Page> Rankings(const Asked& asked) const;
  absl::StatusOr<Page> Residuals(const Asked& asked) const;
  absl::StatusOr<Page> Bots(const Asked& asked) const;
  absl::StatusOr<Page> Bot(const Asked& asked) const;
  absl::StatusOr<Page> HeadToHead(const Asked& asked) const;
  absl::StatusOr<Page> SetUps(const Asked& asked) const;
  absl::StatusOr<Page> LikelihoodHistory(const Asked& asked) const;
  // What a bot's newest games in a ruleset told, added up.
  absl::StatusOr<Page> Bits(const Asked& asked) const;
  absl::StatusOr<Page> Tournaments(const Asked& asked) const;
  absl::StatusOr<Page> Tournament(const Asked& asked) const;
  absl::StatusOr<Page> TournamentRound(const Asked& asked) const;
  absl::StatusOr<Page> Games(const Asked& asked) const;
  absl::StatusOr<Page> Game(const Asked& asked) const;
  absl::StatusOr<Page> Neighbours(const Asked& asked) const;
  // What each ply of a board game that is over told the players.
  absl::StatusOr<Page> Analysis(const Asked& asked) const;
  absl::StatusOr<Page> Receipt(const Asked& asked) const;
  // A game as a file to be saved: its record, or a text of it.
  absl::StatusOr<Page> GameFile(const Asked& asked) const;
  // A position of a game on a board, as SVG and as PNG.
  absl::StatusOr<Page> Picture(const Asked& asked) const;
  absl::StatusOr<Page> Image(const Asked& asked) const;
  absl::StatusOr<Page> SiteFeed(const Asked& asked) const;
  absl::StatusOr<Page> TournamentFeed(const Asked& asked) const;
  absl::StatusOr<Page> BotFeed(const Asked& asked) const;

 private:
  // Draws a position as replay::PositionPicture does.
  using Drawing = absl::StatusOr<std::string> (*)(const v1::Replay&, std::uint32_t, v1::Observer);
  absl::StatusOr<Page> Drawn(const Asked& asked, Drawing draw, absl::string_view type) const;
  // FAILED_PRECONDITION while the game runs; otherwise as CheckGameId and LiveState::CheckIsOver.
  absl::Status CheckHasRecord(const std::string& game_id) const;
  // A pool's leaderboard, which its own page and those of all its bots show. ABORTED while another thread makes it.
  absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> LeaderboardOf(store::Database& database,
                                                                                  const std::string& pool) const;
  // A tournament that is finished, with its standings. ABORTED while another thread makes it.
  absl::StatusOr<std::shared_ptr<const v1::Tournament>> FinishedOf(store::Database& database, std::uint32_t id) const;
  // Where links of the feed that was asked for lead.
  web_pages::FeedPlace FeedPlaceOf(const Asked& asked) const;

  const WebHost& host_;
  LiveState& live_state_;
  const SiteFiles& files_;
  store::LedgerWatch& watch_;
  const std::vector<ApiRoute> paths_;
  mutable queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
  mutable queries::AnswerCache<v1::Tournament> finished_;
  mutable queries::AnswerCache<queries::PoolMoments> moments_;
};

// The replay of a stored game, as everybody may see it. NOT_FOUND when there is none, FAILED_PRECONDITION when it
// cannot be shown or not yet, DATA_LOSS when it cannot be read.
absl::StatusOr<v1::Replay> FinishedReplayOf(store::Database& database, const std::string& id);

// The error for whoever asked: a stored game that cannot be read is the host's trouble (DATA_LOSS), but not that a game
// has no such form.
absl::Status StoredGameError(const absl::Status& status);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_PAGES_H_
