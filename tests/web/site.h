#ifndef TESTS_WEB_SITE_H_
#define TESTS_WEB_SITE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/web/web_server.h"
#include "referee/base/mutex.h"
#include "referee/spectator/spectator_games.h"
#include "tests/replay/random_match.h"
#include "tests/store/ledger.h"
#include "tests/support/temp_dir.h"
#include "tests/web/wire.h"

namespace flagfall::arena::web {

// A site on a ledger of its own: the bots "ada" and "bob", and a running tournament of theirs, 1. Its games are played
// here; nothing referees.
class Site {
 public:
  // `now`: the clock of the games.
  explicit Site(const v1::Ruleset& ruleset, std::function<Micros()> now = SteadyNow, Micros delay = Micros(0),
                bool is_duplicate = false);

  // `limits`, `files` and `accounts` are taken as they are now.
  void Start();
  void Stop() { server_.reset(); }
  const std::string& address() const { return server_->address(); }

  WireAnswer Get(const std::string& path, const std::string& headers = "") { return Ask(address(), path, headers); }
  // Reads the body of a 200 into the message.
  template <typename Message>
  Message Read(const std::string& path) {
    Message message;
    Parse(Get("/api/v1/" + path), message);
    return message;
  }
  static void Parse(const WireAnswer& answer, google::protobuf::Message& message);

  // Shows the game as running, with its first `entries` public entries, or all if it has fewer.
  void Begin(const PlayedMatch& match, std::size_t entries);
  // Shows the next `entries` entries of the game that was begun last.
  void GoOn(const PlayedMatch& match, std::size_t entries);
  // Shows the game to its end, and stores it in the ledger.
  void Finish(const PlayedMatch& match);
  // `first_of_pair`: the number of the first game of the pair whose second this is; 0 when it is none.
  void Store(const PlayedMatch& match, std::uint32_t first_of_pair = 0);

  store::Database& database() { return *database_; }
  LiveGames& live() { return live_; }

  WebLimits limits = {};
  SiteFiles files = PlainSite();
  Notices notices = {};
  std::optional<WebAccounts> accounts = {};
  // The lines that the site has written to its host's log.
  std::vector<std::string> Log() ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    return log_;
  }

 private:
  Mutex mutex_;
  std::vector<std::string> log_ ABSL_GUARDED_BY(mutex_);
  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  const std::function<Micros()> now_;
  SpectatorGames games_;
  LiveGames live_{games_};
  std::unique_ptr<SpectatorGames::Log> log_of_game_;
  std::size_t written_ = 0;
  std::unique_ptr<WebServer> server_;
};

// The ruleset of that id, with all default options filled in.
v1::Ruleset RulesetOf(const std::string& id);

}  // namespace flagfall::arena::web

#endif  // TESTS_WEB_SITE_H_
