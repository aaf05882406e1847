#ifndef ARENA_CLI_SITE_SETUP_H_
#define ARENA_CLI_SITE_SETUP_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/console.h"
#include "arena/web/site_files.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena::cli {

// The front end that was built with the program. When none was built, a page that says so, and a line on `console`.
absl::StatusOr<web::SiteFiles> FrontEnd(const Console& console);

// The facts that the site tells of itself.
web_pages::SiteFacts FactsOf(const std::string& title);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SITE_SETUP_H_
