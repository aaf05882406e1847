#include "arena/cli/site_setup.h"

#include <filesystem>

#include "absl/strings/strip.h"
#include "arena/bots/bot_process.h"

namespace flagfall::arena::cli {

absl::StatusOr<web::SiteFiles> FrontEnd(const Console& console) {
  const std::string folder = bots::BesideProgram("web-report");
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored)) return web::ReadSiteFiles(folder);
  console.err << "flagfall: the pages of the web report were not built (that takes Node); their data is there\n";
  return web::PlainSite();
}

web_pages::SiteFacts FactsOf(const std::string& title) {
  return {.title = title, .version = std::string(absl::StripPrefix(FLAGFALL_VERSION, "flagfall "))};
}

}  // namespace flagfall::arena::cli
