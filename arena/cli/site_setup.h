#ifndef ARENA_CLI_SITE_SETUP_H_
#define ARENA_CLI_SITE_SETUP_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/console.h"
#include "arena/web/host_names.h"
#include "arena/web/site_files.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena::cli {

// The front end that was built with the program. When none was built, a page that says so, and a line on `console`.
absl::StatusOr<web::SiteFiles> FrontEnd(const Console& console);

// The names by which visitors may call the site: that of --http, and those of its addresses.
absl::StatusOr<web::HostNames> HostNamesOf(const std::string& http, const std::vector<std::string>& site_urls);

// The facts that the site tells of itself. `urls`: what visitors call it; the first of them stands in feeds.
web_pages::SiteFacts FactsOf(const std::string& title, const std::vector<std::string>& urls);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SITE_SETUP_H_
