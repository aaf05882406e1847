#include "arena/web/web_server.h"

#include <atomic>
#include <utility>

#include "arena/store/readers.h"
#include "arena/web/event_broadcaster.h"
#include "arena/web/http_loop.h"
#include "arena/web/live_state.h"
#include "arena/web/router.h"

namespace flagfall::arena::web {

class WebServer::Impl {
 public:
  Impl(WebOptions options, WebHost host, Listener listener)
      : host_(std::move(host)),
        files_(std::move(options.files)),
        names_(std::move(options.names)),
        readers_(host_.ledger_path),
        live_state_(
            host_, readers_, [this] { return watchers_.load(); }, options.limits.watchers),
        broadcaster_(live_state_),
        router_(host_, readers_, live_state_, broadcaster_, files_, names_, options.limits.cache_bytes),
        loop_(std::make_unique<HttpLoop>(
            std::move(listener), options.limits, watchers_,
            [this](const WebRequest& request) { return router_.Respond(request); }, ClientOf, router_.Uploads(),
            host_.on_refusal)) {}
  // The broadcaster is stopped before the connections are: it sends events to them.
  ~Impl() {
    broadcaster_.Stop();
    loop_.reset();
  }

  const std::string& address() const { return loop_->address(); }

 private:
  const WebHost host_;
  const SiteFiles files_;
  const HostNames names_;
  std::atomic<std::size_t> watchers_ = 0;
  store::Readers readers_;
  LiveState live_state_;
  EventBroadcaster broadcaster_;
  Router router_;
  std::unique_ptr<HttpLoop> loop_;
};

WebServer::WebServer(Listener listener, WebOptions options, WebHost host)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(host), std::move(listener))) {}
WebServer::~WebServer() = default;

const std::string& WebServer::address() const { return impl_->address(); }

}  // namespace flagfall::arena::web
