#ifndef ARENA_WEB_STATIC_REPORT_H_
#define ARENA_WEB_STATIC_REPORT_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/site_files.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena::web {

struct ReportOptions {
  // Made where it is missing.
  std::string folder;
  SiteFiles files = {};
  web_pages::SiteFacts site = {};
  // Whether games can be downloaded as records, texts and XML.
  bool has_exports = true;
  // How many threads make the files of games.
  int threads = 2;
  // Called now and then with the number of games that are written; may be empty.
  std::function<void(std::uint64_t games)> on_progress = {};
  // Called for each game whose record cannot be read, with a line that names it; on any thread. May be empty.
  std::function<void(const std::string& line)> on_left_out = {};
};

// How much was written.
struct ReportSize {
  std::uint64_t games = 0;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  // Games that have no page, since their records cannot be read.
  std::uint64_t left_out = 0;
};

// Writes the site with all of a ledger's data as files, as web-report/API.md lists them; site.json.gz comes last. First
// it removes what an older report has written there, whether that was finished or not. However many games there are, it
// holds one page of them at a time. FAILED_PRECONDITION when the folder has something in it that is no report;
// PERMISSION_DENIED for what cannot be written; otherwise the ledger's errors.
absl::StatusOr<ReportSize> WriteReport(const std::string& ledger_path, const ReportOptions& options);

// The file name for a name: no such file lies outside its folder, and no two names share one, even on a disk that does
// not tell capitals apart. `a`-`z`, `0`-`9`, `-` and `_` stand for themselves, every other byte is `~` and two
// hexadecimal digits.
std::string FileNameOf(absl::string_view name);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_STATIC_REPORT_H_
