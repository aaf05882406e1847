#ifndef ARENA_WEB_PAGES_SITE_PAGE_H_
#define ARENA_WEB_PAGES_SITE_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// Facts of the site that the host has set.
struct SiteFacts {
  // The title of the pages; "Flagfall" when empty.
  std::string title = {};
  // The program's version.
  std::string version = {};
  // The address to which bots are submitted, as it stands behind `--server`; empty when none are taken.
  std::string submission_address = {};
  // What visitors call the site, with the slash that ends it, as in "https://arena.example/"; empty where the host has
  // not said so.
  std::string address = {};
  // How far running games are shown behind the play.
  double delay_seconds = 0;
  // Whether challenges may be rated.
  bool rates_challenges = false;
};

// The pools that have rated games, by name; those of a ruleset with its default options come first.
absl::StatusOr<std::vector<v1::Pool>> PoolMessages(store::Database& database);

// The front page's message, without the fields that only a report in files has.
absl::StatusOr<v1::Site> SiteOf(store::Database& database, const SiteFacts& facts);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_SITE_PAGE_H_
