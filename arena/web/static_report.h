#ifndef ARENA_WEB_STATIC_REPORT_H_
#define ARENA_WEB_STATIC_REPORT_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/site_files.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena {

struct ReportOptions {
  // Made where it is missing.
  std::string folder;
  SiteFiles files = {};
  SiteFacts site = {};
  // Whether games can be downloaded as records, texts and XML.
  bool has_exports = true;
  // Games are made on so many threads.
  int threads = 2;
  // Told now and then how many games are written; may be empty.
  std::function<void(std::uint64_t games)> on_progress = {};
  // Told of each game whose record cannot be read, a line that names it; on any thread. May be empty.
  std::function<void(const std::string& line)> on_left_out = {};
};

// What was written.
struct ReportSize {
  std::uint64_t games = 0;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  // Games that have no page, since their records cannot be read.
  std::uint64_t left_out = 0;
};

// Writes the site with all of a ledger's data as files, as web-report/API.md lists them; site.json.gz comes last. What
// an older report has written there goes first, also one that came to no end. It holds a page of games at a time,
// whatever there is. FAILED_PRECONDITION when the folder has something in it that is
// no report; PERMISSION_DENIED for what cannot be written; otherwise errors as the ledger's.
absl::StatusOr<ReportSize> WriteReport(const std::string& ledger_path, const ReportOptions& options);

// A name as that of a file: no name leaves its folder, and no two meet, whatever the disk takes for the same. `a`-`z`,
// `0`-`9`, `-` and `_` stand for themselves, every other byte is `~` and two hexadecimal digits.
std::string FileNameOf(absl::string_view name);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_STATIC_REPORT_H_
