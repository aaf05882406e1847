#ifndef ARENA_WEB_WEB_SERVER_H_
#define ARENA_WEB_WEB_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/web/limits.h"
#include "arena/web/site_files.h"
#include "arena/web/web_host.h"

namespace flagfall::arena {

struct WebOptions {
  // "HOST:PORT" (port 0: one that is free) or "unix:/path".
  std::string listen;
  SiteFiles files = {};
  WebLimits limits = {};
  // When the address cannot be had, there is no site, and no error.
  bool is_optional = false;
};

// The site over HTTP: the front end's files, the pages' data and streams of events. It only reads the ledger, on
// threads of its own, all of lower priority than the referee's.
class WebServer {
 public:
  // From now on visitors are answered. UNAVAILABLE when the address cannot be had.
  static absl::StatusOr<std::unique_ptr<WebServer>> Start(WebOptions options, WebHost host);
  // What is being answered is still sent, for a moment.
  ~WebServer();

  // With the real port.
  const std::string& address() const;

 private:
  class Impl;
  explicit WebServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_WEB_SERVER_H_
