#ifndef ARENA_ACCOUNTS_SITE_LINKS_H_
#define ARENA_ACCOUNTS_SITE_LINKS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace flagfall::arena::accounts {

// The address of a page of the site that is given a secret: behind the `#`, so that no browser sends it to a server or
// names it to another site. Empty where the site's address is not known.
inline std::string SiteLink(absl::string_view site_url, absl::string_view page, absl::string_view secret) {
  if (site_url.empty()) return "";
  return absl::StrCat(absl::StripSuffix(site_url, "/"), "/#/", page, "/", secret);
}

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_SITE_LINKS_H_
