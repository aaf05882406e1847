#ifndef ARENA_WEB_HOST_NAMES_H_
#define ARENA_WEB_HOST_NAMES_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::web {

// The names by which clients may call the server. A page of any site can have its own name lead to this machine (DNS
// rebinding), and would then read a server that only this machine or its network should reach, as if it were its own.
// Such a request carries the page's name. Always allowed are `localhost`, which leads nowhere else, addresses, since a
// page that is called by an address came from there, and no name at all, as no browser does.
class HostNames {
 public:
  // As in "https://arena.example/flagfall/". INVALID_ARGUMENT for what is no such address.
  absl::Status AddUrl(absl::string_view url);
  // As in "arena.example", or with a port behind it, which does not matter.
  void AddHost(absl::string_view host);

  // `host`: the value of a request's Host.
  bool Allows(absl::string_view host) const;
  // Whether a secret may be sent to the server under this name: it is this machine's own, or that of an https address,
  // so that no network carries it in the clear.
  bool IsPrivate(absl::string_view host) const;
  // Whether only https leads to the server under this name.
  bool IsSecure(absl::string_view host) const;
  // Whether a page of that site (the value of a request's Origin) is one of the server that was asked as `host`.
  bool IsOwnSite(absl::string_view origin, absl::string_view host) const;

 private:
  std::set<std::string> names_;
  // Of https addresses.
  std::set<std::string> secure_names_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_HOST_NAMES_H_
