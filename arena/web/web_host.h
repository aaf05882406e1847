#ifndef ARENA_WEB_WEB_HOST_H_
#define ARENA_WEB_WEB_HOST_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/web/event_stream.h"
#include "arena/web/live_games.h"
#include "arena/web_pages/feeds.h"
#include "arena/web_pages/site_page.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"
#include "referee/net/refusal.h"

namespace flagfall::arena::web {

// The notices of a tournament: sentences beside its results, as that a bot was suspended.
struct Notices {
  // How many notices there have been.
  std::uint64_t count = 0;
  // The newest of them, the newest last.
  std::vector<web_pages::TimedNotice> newest = {};
};

// What the site needs so that people can sign in. The functions are called on any thread.
struct WebAccounts {
  // Whose token this is; without a name where it is no user's. UNAUTHENTICATED when it is none (any more).
  std::function<absl::StatusOr<v1::Account>(const std::string& token)> who;
  // Uses a sign-in link up: the token that stands for the session. `client`: who asks, as WebRequest has it.
  // UNAUTHENTICATED for a link that is not good, RESOURCE_EXHAUSTED after too many such.
  std::function<absl::StatusOr<std::string>(const std::string& link, const std::string& client)> use_link;
  // Makes a user by an invitation, with a first token. Errors as ArenaService's Register.
  std::function<absl::StatusOr<v1::RegisterResponse>(const v1::RegisterRequest& request, const std::string& client)>
      register_user;
  // Calls a method of ArenaService that has one request and one response, both as JSON, with this token.
  // INVALID_ARGUMENT for a request that cannot be read, NOT_FOUND when there is no such method, and the method's
  // errors.
  std::function<absl::StatusOr<std::string>(const std::string& method, const std::string& request,
                                            const std::string& token)>
      call;
  // Hands in a bot's packed files, as SubmitBot does; returns the submission as JSON. `owner`: for whom, where it is
  // not the caller.
  std::function<absl::StatusOr<std::string>(const std::string& archive, const std::string& owner,
                                            const std::string& token)>
      submit;
  // Has somebody play on the site as a remote bot that a token may have: sends to a stream what the referee says to the
  // bot, behind the first `seen` messages. NOT_FOUND, PERMISSION_DENIED and FAILED_PRECONDITION say why not.
  std::function<absl::StatusOr<std::function<void(std::shared_ptr<EventStream>)>>(
      const std::string& bot, std::uint64_t seen, const std::string& token)>
      watch_play;
  // What they do: a PlayRequest as JSON. Errors as above, and INVALID_ARGUMENT.
  std::function<absl::Status(const std::string& bot, const std::string& request, const std::string& token)> play;
  // Draws 256 bits of the system's random source, as text.
  std::function<std::string()> new_secret;
  std::function<Micros()> now = SteadyNow;
};

// The figures of the server, for its host's monitoring.
struct WebMetrics {
  // In Prometheus' text format; may read the ledger.
  std::function<absl::StatusOr<std::string>()> text;
  // Whether whoever shows the token may read them.
  std::function<bool(const std::string& token)> may_read;
};

// All that the site needs to know of its host. The functions are called on any thread, and must not wait for anything
// long.
struct WebHost {
  // The path of the ledger.
  std::string ledger_path = {};
  web_pages::SiteFacts site = {};
  // Outlives the site.
  LiveGames& live;
  // The ids of the tournaments that are being played.
  std::function<std::set<std::int64_t>()> playing = [] { return std::set<std::int64_t>(); };
  std::function<std::size_t()> bots_connected = [] { return 0; };
  // Why no game begins; empty where nothing holds them up.
  std::function<std::string()> held = [] { return std::string(); };
  std::function<Notices(std::uint32_t tournament)> notices = [](std::uint32_t) { return Notices(); };
  // Writes a line to the host's log.
  std::function<void(const std::string&)> log = [](const std::string&) {};
  // Absent where nobody can sign in.
  std::optional<WebAccounts> accounts = std::nullopt;
  // Absent where there are none.
  std::optional<WebMetrics> metrics = std::nullopt;
  // Is told of connections and requests that are refused.
  OnRefusal on_refusal = [](const Refusal&) {};
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WEB_HOST_H_
