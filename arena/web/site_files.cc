#include "arena/web/site_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall::arena::web {
namespace {

namespace fs = std::filesystem;

// A front end is some hundred kilobytes; more is a wrong folder.
constexpr std::uintmax_t kBytesMax = 32 << 20;
constexpr char kIndex[] = "index.html";

std::string TypeOf(const fs::path& path) {
  static const std::map<std::string, std::string> types = {{".html", "text/html; charset=utf-8"},
                                                           {".js", "text/javascript; charset=utf-8"},
                                                           {".css", "text/css; charset=utf-8"},
                                                           {".svg", "image/svg+xml"},
                                                           {".gz", "application/gzip"}};
  const auto found = types.find(path.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

}  // namespace

absl::StatusOr<SiteFiles> ReadSiteFiles(const std::string& folder) {
  SiteFiles files;
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_symlink() || !at->is_regular_file()) continue;
    bytes += at->file_size(error);
    if (bytes > kBytesMax) {
      return absl::FailedPreconditionError(
          absl::StrCat(folder, " is no front end: it has more than ", kBytesMax, " bytes"));
    }
    std::stringstream text;
    text << std::ifstream(at->path(), std::ios::binary).rdbuf();
    files[fs::relative(at->path(), folder, error).generic_string()] = ContentOf(TypeOf(at->path()), text.str());
  }
  if (error) return absl::FailedPreconditionError(absl::StrCat("cannot read ", folder, ": ", error.message()));
  if (files.contains(kIndex)) return files;
  return absl::FailedPreconditionError(absl::StrCat(folder, " is no front end: it has no ", kIndex));
}

SiteFiles PlainSite() {
  return {{kIndex, ContentOf("text/html; charset=utf-8",
                             "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                             "<title>Flagfall</title>\n</head>\n<body>\n<h1>Flagfall</h1>\n"
                             "<p>The pages of this site were not built with the program: that takes Node, and "
                             "<code>./dev build</code>. Their data is at <a href=\"api/v1/site\">api/v1/site</a> and "
                             "beside it.</p>\n</body>\n</html>\n")}};
}

void AddArchives(const SiteFiles& files, v1::Site& site) {
  for (const auto& [path, content] : files) {
    absl::string_view name = path;
    if (absl::ConsumePrefix(&name, "archives/flagfall-") && absl::ConsumeSuffix(&name, ".tar.gz")) {
      site.add_archives(std::string(name));
    }
  }
}

bool IsHashed(const std::string& path) { return absl::StartsWith(path, "assets/"); }

}  // namespace flagfall::arena::web
