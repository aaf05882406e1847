#ifndef ARENA_WEB_SITE_FILES_H_
#define ARENA_WEB_SITE_FILES_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/web/web_answer.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web {

// The files of the built front end, by their paths below its folder, as in "assets/index-1a2b.js". All are read
// once, so that no request ever names a file on the disk.
using SiteFiles = std::map<std::string, std::shared_ptr<const Content>>;

// Reads the files of a folder and of those below it, but no symbolic links. FAILED_PRECONDITION when the folder is no
// front end: it has no index.html, or is far too large.
absl::StatusOr<SiteFiles> ReadSiteFiles(const std::string& folder);

// The site that is served when the front end was not built: one page that says so.
SiteFiles PlainSite();

// Tells of the bots to begin with that are among the files (Site.archives).
void AddArchives(const SiteFiles& files, v1::Site& site);

// Whether the file's name changes with its content.
bool IsHashed(const std::string& path);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_SITE_FILES_H_
