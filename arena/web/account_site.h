#ifndef ARENA_WEB_ACCOUNT_SITE_H_
#define ARENA_WEB_ACCOUNT_SITE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/host_names.h"
#include "arena/web/sessions.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web {

// What people may do on the site who sign in with a token: the paths below /account, as web-report/API.md lists them.
// They can do there what their token can do anywhere, by the same methods of ArenaService. Unlike the rest of the site
// it changes things, so a page of another site must not make a browser ask for it: the session's cookie does not go
// with such requests (SameSite=Strict), and requests that say that they come from another site, or whose body a form
// could have sent, are refused. May be used by many threads.
class AccountSite {
 public:
  // `accounts` and `names` outlive this.
  AccountSite(const WebAccounts& accounts, const HostNames& names);

  // Whether the path is one of these.
  static bool Has(absl::string_view path);

  // Whether the request, whose body has not come, is somebody's who is signed in and sends a bot's files. It looks
  // at the session alone, and so never waits.
  bool MayUpload(const WebRequest& request);
  // UNAUTHENTICATED when the token of who sends a bot's files is not good any more, with which the session ends.
  absl::Status CheckUpload(const WebRequest& request);

  // Errors: UNAUTHENTICATED when nobody is signed in, PERMISSION_DENIED when another site asks, INVALID_ARGUMENT for a
  // body that cannot be read, FAILED_PRECONDITION where a secret would cross a network in the clear; and the method's.
  absl::StatusOr<WebAnswer> Respond(const WebRequest& request);

 private:
  absl::Status CheckPost(const WebRequest& request) const;
  absl::StatusOr<WebAnswer> WhoIsSignedIn(const WebRequest& request);
  absl::StatusOr<WebAnswer> SignIn(const WebRequest& request);
  absl::StatusOr<WebAnswer> Register(const WebRequest& request);
  // Begins a session that stands for the token, in place of the one that the browser had.
  WebAnswer Begin(const WebRequest& request, const std::string& token, const v1::Account& account);
  WebAnswer SignOut(const WebRequest& request);
  absl::StatusOr<WebAnswer> Call(const WebRequest& request, const std::string& method);
  // GET: the stream of what the referee says to a bot. POST: what the bot does.
  absl::StatusOr<WebAnswer> WatchPlay(const WebRequest& request, const std::string& bot);
  absl::StatusOr<WebAnswer> Play(const WebRequest& request, const std::string& bot);
  absl::StatusOr<WebAnswer> Submit(const WebRequest& request);
  // Has `ask` called with the token of whoever is signed in. UNAUTHENTICATED when nobody is, or not any more.
  template <typename Ask>
  auto AsSignedIn(const WebRequest& request, const Ask& ask) -> decltype(ask(std::string()));
  // "flagfall_session=...; ..."; an empty secret takes the browser's away.
  std::string CookieOf(absl::string_view secret, absl::string_view host) const;

  const WebAccounts& accounts_;
  const HostNames& names_;
  Sessions sessions_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_ACCOUNT_SITE_H_
