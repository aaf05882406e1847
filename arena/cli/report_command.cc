#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/site_setup.h"
#include "arena/web/static_report.h"
#include "referee/base/counted.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct ReportFlags {
  std::string out;
  std::string title;
  std::vector<std::string> urls;
  bool no_exports = false;
};

absl::Status Write(const Invocation& invocation, const ReportFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "report"));
  const Console& console = invocation.console;
  FLAGFALL_RETURN_IF_ERROR(HostNamesOf("unix:", flags.urls).status());
  // Says what is wrong with the home before anything is written.
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> ledger, invocation.home().OpenForReading());
  web::ReportOptions options{
      .folder = flags.out, .site = FactsOf(flags.title, flags.urls), .has_exports = !flags.no_exports};
  FLAGFALL_ASSIGN_OR_RETURN(options.files, FrontEnd(console));
  if (console.is_terminal) {
    options.on_progress = [&console](std::uint64_t games) {
      console.err << "\r" << Counted(games, "game") << std::flush;
    };
  }
  Mutex mutex;
  options.on_left_out = [&](const std::string& line) {
    MutexLock lock(mutex);
    console.err << "flagfall: left out: " << Printable(line) << std::endl;
  };
  FLAGFALL_ASSIGN_OR_RETURN(const web::ReportSize size, web::WriteReport(ledger->path(), options));
  if (console.is_terminal) console.err << "\r";
  if (console.json) {
    console.out << absl::StrCat("{\"games\":", size.games, ",\"files\":", size.files, ",\"bytes\":", size.bytes, "}\n");
  } else {
    console.out << absl::StrCat(Counted(size.games, "game"), ", ", Counted(size.files, "file"), ", ", size.bytes,
                                " bytes in ", flags.out, "\n");
  }
  if (size.left_out == 0) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(Counted(size.left_out, "game"), " left out; `flagfall db check` says more"));
}

}  // namespace

void AddReportCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<ReportFlags>();
  Command report =
      AddCommand(app, invocation, "report", "Writes the web report as files, which any host of plain files can serve",
                 "flagfall report --out site && python3 -m http.server --directory site",
                 [&invocation, flags] { return Write(invocation, *flags); });
  report.AddOption("--out", flags->out, "Folder to write: new, empty, or with an older report in it").Required();
  report.AddFlag("--no-exports", flags->no_exports,
                 "Leave out the games' records and texts, which take most of the room");
  report.AddOption("--site-title", flags->title, "What the site is called; Flagfall when not given");
  report.AddOption("--site-url", flags->urls,
                   "Where visitors will find it, as in https://arena.example/, for its feeds");
}

}  // namespace flagfall::arena::cli
