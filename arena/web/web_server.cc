#include "arena/web/web_server.h"

#include <atomic>
#include <utility>

#include "arena/store/readers.h"
#include "arena/web/api.h"
#include "arena/web/events.h"
#include "arena/web/http_loop.h"
#include "arena/web/newsroom.h"

namespace flagfall::arena {

class WebServer::Impl {
 public:
  Impl(WebOptions options, WebHost host, Listener listener)
      : host_(std::move(host)),
        files_(std::move(options.files)),
        readers_(host_.ledger_path),
        newsroom_(
            host_, readers_, [this] { return watchers_.load(); }, options.limits.watchers),
        events_(newsroom_),
        api_(host_, readers_, newsroom_, events_, files_, options.limits.cache_bytes),
        loop_(std::make_unique<HttpLoop>(std::move(listener), options.limits, watchers_,
                                         [this](const WebRequest& request) { return api_.Answer(request); })) {}
  // Nobody is sent events any more before those who watch are gone.
  ~Impl() {
    events_.Stop();
    loop_.reset();
  }

  const std::string& address() const { return loop_->address(); }

 private:
  const WebHost host_;
  const SiteFiles files_;
  std::atomic<std::size_t> watchers_ = 0;
  Readers readers_;
  Newsroom newsroom_;
  Events events_;
  Api api_;
  std::unique_ptr<HttpLoop> loop_;
};

WebServer::WebServer(Listener listener, WebOptions options, WebHost host)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(host), std::move(listener))) {}
WebServer::~WebServer() = default;

const std::string& WebServer::address() const { return impl_->address(); }

}  // namespace flagfall::arena
