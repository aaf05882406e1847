#ifndef ARENA_WEB_SHARED_PAGES_H_
#define ARENA_WEB_SHARED_PAGES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/queries/answer_cache.h"
#include "arena/queries/likelihood_history.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "arena/web/live_state.h"
#include "arena/web/page.h"
#include "arena/web/site_files.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"
#include "arena/web_pages/feeds.h"

namespace flagfall::arena::web {

// A format of many games in one file.
struct ExportForm {
  // As game_writer.h names it, and its path.
  absl::string_view name;
  absl::string_view path;
  absl::string_view about;
  absl::string_view extension;
  absl::string_view type;
};
absl::Span<const ExportForm> ExportForms();

// What others take from the site than its own pages: feed readers, programs that want many games, pages of other sites;
// and what takes longer to compute from a pool's games: histories of ratings, rankings and residuals. May be used by
// many threads.
class SharedPages {
 public:
  // All referred to outlive this. At most about `cache_bytes` are kept of what pages are made of.
  SharedPages(const WebHost& host, store::Readers& readers, LiveState& live_state, const SiteFiles& files,
              std::size_t cache_bytes);

  absl::StatusOr<Page> SiteFeed(const Asked& asked) const;
  absl::StatusOr<Page> TournamentFeed(const Asked& asked) const;
  absl::StatusOr<Page> BotFeed(const Asked& asked) const;
  absl::StatusOr<Page> LikelihoodHistory(const Asked& asked) const;
  absl::StatusOr<Page> Rankings(const Asked& asked) const;
  absl::StatusOr<Page> Residuals(const Asked& asked) const;
  // What each ply of a board game that is over told the players.
  absl::StatusOr<Page> Analysis(const Asked& asked) const;
  // The same of a bot's newest games in a ruleset, added up.
  absl::StatusOr<Page> Bits(const Asked& asked) const;
  // A position of a game on a board, as SVG and as PNG.
  absl::StatusOr<Page> Picture(const Asked& asked) const;
  absl::StatusOr<Page> Image(const Asked& asked) const;
  // Many games, made while they are sent.
  absl::StatusOr<WebAnswer> Games(const Asked& asked) const;
  // The page that shows a game within pages of other sites.
  absl::StatusOr<WebAnswer> Embedded(const WebRequest& request, const std::string& id) const;

 private:
  // Draws a position as replay::PositionPicture does.
  using Drawing = absl::StatusOr<std::string> (*)(const v1::Replay&, std::uint32_t, v1::Observer);
  absl::StatusOr<Page> Drawn(const Asked& asked, Drawing draw, absl::string_view type) const;
  // What the head of a page tells other sites of the picture of a game; empty where there is none, and where the site's
  // address is not known, since that of a picture must be whole.
  std::string ImageMeta(const ParameterMap& parameters, const v1::Replay& replay) const;
  // A tournament that is finished, with its standings. ABORTED while another thread makes it.
  absl::StatusOr<std::shared_ptr<const v1::Tournament>> FinishedOf(store::Database& database, std::uint32_t id) const;
  // Where links of the feed that was asked for lead.
  web_pages::FeedPlace FeedPlaceOf(const Asked& asked) const;

  const WebHost& host_;
  store::Readers& readers_;
  LiveState& live_state_;
  const SiteFiles& files_;
  mutable queries::AnswerCache<v1::Tournament> finished_;
  mutable queries::AnswerCache<queries::PoolMoments> moments_;
  mutable store::LedgerWatch watch_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_SHARED_PAGES_H_
