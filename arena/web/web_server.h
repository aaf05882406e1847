#ifndef ARENA_WEB_WEB_SERVER_H_
#define ARENA_WEB_WEB_SERVER_H_

#include <memory>
#include <string>

#include "arena/web/host_names.h"
#include "arena/web/site_files.h"
#include "arena/web/web_host.h"
#include "arena/web/web_limits.h"
#include "referee/net/listener.h"

namespace flagfall::arena::web {

struct WebOptions {
  SiteFiles files = {};
  WebLimits limits = {};
  HostNames names = {};
};

// Serves the site over HTTP: the front end's files, the pages' data and streams of events. It only reads the ledger, on
// threads of its own, which all have a lower priority than the referee's.
class WebServer {
 public:
  // Serves from now on.
  WebServer(Listener listener, WebOptions options, WebHost host);
  // Answers that are under way are still sent, for at most `limits.linger`.
  ~WebServer();

  // With the real port.
  const std::string& address() const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WEB_SERVER_H_
