#ifndef ARENA_WEB_SITE_FILES_H_
#define ARENA_WEB_SITE_FILES_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/web/web_answer.h"

namespace flagfall::arena {

// The files of the built front end, by their paths below its folder, as in "assets/index-1a2b.js". They are all read
// once, so that no request names a file on the disk.
using SiteFiles = std::map<std::string, std::shared_ptr<const Content>>;

// Reads a folder and what is below it; links are passed over. FAILED_PRECONDITION for one that is no front end, since
// it has no index.html, or is far too large.
absl::StatusOr<SiteFiles> ReadSiteFiles(const std::string& folder);

// What is shown in place of a front end that was not built.
SiteFiles PlainSite();

// Whether the file's name changes with its content.
bool IsHashed(const std::string& path);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_SITE_FILES_H_
