// Atom feeds.
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/second_player.h"
#include "arena/web/pages.h"
#include "arena/web/parameters.h"
#include "arena/web_pages/atom.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {

absl::StatusOr<std::shared_ptr<const v1::Tournament>> Pages::FinishedOf(store::Database& database,
                                                                        std::uint32_t id) const {
  return finished_.TryGet(absl::StrCat(id), queries::Freshness::kForever, /*ledger=*/0,
                          [&] { return web_pages::NewFinished(database, id); });
}

// Where the host has not said what the site is called, links are relative to the feed: no answer depends on the name by
// which somebody has called the server.
web_pages::FeedPlace Pages::FeedPlaceOf(const Asked& asked) const {
  web_pages::FeedPlace place{.site = host_.site.address, .own = {}};
  if (place.site.empty()) {
    for (std::size_t i = 0; i < asked.parts.size(); ++i) place.site += "../";
  }
  place.own = absl::StrCat(place.site, kApiRoot.substr(1));
  for (std::size_t i = 1; i < asked.parts.size(); ++i) {
    absl::StrAppend(&place.own, "/", web_pages::PercentEncoded(asked.parts[i]));
  }
  return place;
}

absl::StatusOr<Page> Pages::SiteFeed(const Asked& asked) const {
  return Page{.name = asked.Name(),
              .text =
                  [this, place = FeedPlaceOf(asked)](store::Database& database) {
                    return web_pages::SiteFeed(database, host_.site.title, std::bind_front(&Pages::FinishedOf, this),
                                               place);
                  },
              .type = std::string(web_pages::kAtomType)};
}

absl::StatusOr<Page> Pages::TournamentFeed(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(asked.parts[2], "tournament"));
  return Page{.name = asked.Name(),
              // It has the host's notices, of which the ledger does not know.
              .freshness = queries::Freshness::kMoment,
              .text = [this, id, place = FeedPlaceOf(asked)](store::Database& database) -> absl::StatusOr<std::string> {
                FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentPage page, live_state_.Tournament(id));
                return web_pages::TournamentFeed(database, page.tournament(), host_.notices(id).newest, place);
              },
              .type = std::string(web_pages::kAtomType)};
}

absl::StatusOr<Page> Pages::BotFeed(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return Page{.name = asked.Name(),
              .text =
                  [this, bot = std::string(EntryOfPlayer(asked.parts[2])),
                   place = FeedPlaceOf(asked)](store::Database& database) {
                    return web_pages::BotFeed(database, bot, std::bind_front(&Pages::FinishedOf, this), place);
                  },
              .type = std::string(web_pages::kAtomType)};
}

}  // namespace flagfall::arena::web
