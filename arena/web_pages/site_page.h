#ifndef ARENA_WEB_PAGES_SITE_PAGE_H_
#define ARENA_WEB_PAGES_SITE_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

// What its host says of a site.
struct SiteFacts {
  // For people; "Flagfall" when empty.
  std::string title = {};
  // Of the program.
  std::string version = {};
  // Where bots are sent, as behind `--server`; empty when none are taken.
  std::string submission_address = {};
  double delay_seconds = 0;
};

// The pools with rated games: those of a ruleset as it is played by default first, then by name.
absl::StatusOr<std::vector<v1::Pool>> PoolMessages(Database& database);

// Without what only files have.
absl::StatusOr<v1::Site> SiteOf(Database& database, const SiteFacts& facts);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_SITE_PAGE_H_
