#include "arena/cli/site_setup.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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

web_pages::SiteFacts FactsOf(const std::string& title, const std::vector<std::string>& urls) {
  web_pages::SiteFacts facts{.title = title, .version = std::string(absl::StripPrefix(FLAGFALL_VERSION, "flagfall "))};
  if (urls.empty()) return facts;
  const std::string& url = urls.front();
  facts.address = absl::StrCat(absl::StripSuffix(absl::string_view(url).substr(0, url.find_first_of("?#")), "/"), "/");
  return facts;
}

absl::StatusOr<web::HostNames> HostNamesOf(const std::string& http, const std::vector<std::string>& site_urls) {
  web::HostNames names;
  if (!absl::StartsWith(http, "unix:")) names.AddHost(http);
  for (const std::string& url : site_urls) {
    const absl::Status status = names.AddUrl(url);
    if (!status.ok()) return absl::InvalidArgumentError(absl::StrCat("--site-url: ", status.message()));
  }
  return names;
}

}  // namespace flagfall::arena::cli
