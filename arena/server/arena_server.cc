#include "arena/server/arena_server.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/accounts/roles.h"
#include "arena/base/json.h"
#include "arena/cluster/lease_board.h"
#include "arena/cluster/worker_watch.h"
#include "arena/runner/random_bytes.h"
#include "arena/server/arena_service.h"
#include "arena/server/bot_allowlist.h"
#include "arena/server/free_space_watch.h"
#include "arena/server/server_metrics.h"
#include "arena/server/site_players.h"
#include "arena/server/submission_queue.h"
#include "arena/server/tournament_feed.h"
#include "arena/server/tournament_queue.h"
#include "arena/server/web_calls.h"
#include "arena/server/worker_service.h"
#include "arena/store/users.h"
#include "arena/web/live_games.h"
#include "arena/web/workers.h"
#include "arena/webhooks/dispatcher.h"
#include "referee/base/status_macros.h"
#include "referee/net/listener.h"
#include "referee/net/net_limits.h"

namespace flagfall::arena::server {
namespace {

// The descriptors that whoever dials in and visitors of the web report may hold.
std::size_t DescriptorsOfClients(const ServerOptions& options) {
  const std::size_t visitors = options.web.has_value() ? options.web->limits.ConnectionsMax() : 0;
  return limits::ConnectionsInAll() * limits::kDescriptorsPerConnection + visitors;
}

std::string FolderOf(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Those of the internet, where no reports are sent at all.
webhooks::AddressRule RuleOf(const ServerOptions& options) {
  return options.webhooks.has_value() ? options.webhooks->rule : webhooks::AddressRule();
}

// The games that are being played, as spectators see them.
struct Spectated {
  explicit Spectated(Micros delay) : games(delay) {}

  SpectatorGames games;
  web::LiveGames live{games};
};

// Those that work on the ledger alone.
struct OnLedger {
  std::unique_ptr<webhooks::Dispatcher> dispatcher;
  std::unique_ptr<backup::BackupSchedule> backups;
};

// What calls look at that the referee serves from its first moment on, when these are not there yet. Null until then.
struct StartedParts {
  std::atomic<runner::SharedReferee*> referee = nullptr;
  std::atomic<backup::BackupSchedule*> backups = nullptr;
};

}  // namespace

// The parts in the order in which they need each other. They end in the opposite order: first the web report, then the
// referee, which waits for the calls that its workers serve and so must end before what they work on. Workers that wait
// for an event of a tournament or for the next state of a submission are told by the feed that the server ends, and
// those that wait for a run by the board of leases.
class ArenaServer::Impl {
 public:
  Impl(store::Database& database, ServerOptions& options)
      : database_(database),
        run_(std::move(options.run)),
        spectated_(options.public_delay),
        metrics_({.ledger_path = database.path(),
                  .folder = FolderOf(database.path()),
                  .version = options.version,
                  .live = spectated_.live,
                  .runs = run_meter_,
                  .bots_connected =
                      [this] {
                        runner::SharedReferee* const referee = started_.referee;
                        return referee == nullptr ? 0 : referee->Connected().size();
                      },
                  .held = [this] { return !free_space_.Why().empty(); },
                  .backups = [this]() -> std::optional<backup::BackupState> {
                    if (backup::BackupSchedule* const backups = started_.backups) return backups->State();
                    return std::nullopt;
                  },
                  .log = options.log}),
        tournaments_(database, feed_, options.web.has_value() ? &spectated_.live : nullptr, options.log,
                     DescriptorsOfClients(options)),
        submissions_(database, std::move(options.submissions), options.log),
        leases_({.version = options.version,
                 .heartbeat = options.worker_heartbeat,
                 .note = std::bind_front(&cluster::WorkerWatch::Note, &worker_watch_),
                 .second_share = options.second_share,
                 .second_secret = runner::NewToken(),
                 .take_second = std::bind_front(&cluster::WorkerWatch::NoteSecondGame, &worker_watch_),
                 .log = options.log}),
        worker_watch_(database, {.set_suspected = std::bind_front(&cluster::LeaseBoard::SetSuspected, &leases_),
                                 .log = options.log}),
        service_(
            {.ledger = database_,
             .tournaments = tournaments_,
             .submissions = submissions_,
             .allowlist = allowlist_,
             .feed = feed_,
             .log = options.log,
             .site_url = options.site_url,
             .webhook_rule = RuleOf(options),
             .server = {.status = [this] { return metrics_.Status(); }, .held = [this] { return free_space_.Why(); }}},
            options.limits),
        worker_service_(leases_, service_.token_watch(), database.path(),
                        submissions_.options().folders.Staging() + "/packages"),
        free_space_({.folder = FolderOf(database.path()),
                     .bytes_min = options.free_space_min,
                     .on_change = [this, log = options.log](const std::string& why) {
                       tournaments_.SetHeld(!why.empty());
                       leases_.SetHeld(why);
                       log(why.empty() ? "the server's disk has room again: games begin" : why);
                     }}) {
    run_.descriptors_for_others = DescriptorsOfClients(options);
    run_.ledger = {.meter = &run_meter_, .waits_for_room = true};
  }
  ~Impl() {
    feed_.Close();
    leases_.Close();
    // It sends to connections of the site, which end first.
    if (site_players_ != nullptr) site_players_->Stop();
  }

  absl::Status Listen(const ServerOptions& options) {
    RefereeOptions referee;
    referee.listen = options.listen;
    referee.tls = options.tls;
    referee.allows_plain_tcp = options.allows_plain_tcp;
    referee.serves_reflection = options.serves_reflection;
    // Of the bots that are started here; each remote one is admitted with a time of its own.
    referee.no_show_after = run_.no_show_after;
    referee.methods = service_.Methods();
    for (BlockingMethod& method : worker_service_.Methods()) referee.methods.push_back(std::move(method));
    for (BlockingMethod& method : referee.methods) method = metrics_.Watched(std::move(method));
    referee.on_refusal = [this](const Refusal& refusal) { metrics_.NoteRefusal(refusal); };
    referee.on_host_delay = [this](Micros delay) { metrics_.NoteHostDelay(delay); };
    referee.on_peer_cost = [this](absl::string_view kind, Micros cost) { metrics_.NotePeerCost(kind, cost); };
    if (options.web.has_value()) referee.spectator_games = &spectated_.games;
    {
      MutexLock lock(database_.access());
      FLAGFALL_ASSIGN_OR_RETURN(referee.admitted, allowlist_.Begin(database_, WallNow()));
    }
    FLAGFALL_ASSIGN_OR_RETURN(referee_, runner::SharedReferee::Start(referee));
    started_.referee = referee_.get();
    if (options.webhooks.has_value()) StartWebhooks(*options.webhooks, options.log);
    if (options.backups.has_value()) StartBackups(*options.backups, options.log);
    MutexLock lock(database_.access());
    // Sessions are kept in memory: none has outlived the server before.
    FLAGFALL_RETURN_IF_ERROR(store::RevokeSessions(database_, WallNow()));
    return allowlist_.Serve(&referee_->referee(), database_, WallNow());
  }

  void OpenSite(Listener listener, ServerOptions& options) {
    web::WebHost host{.ledger_path = database_.path(), .site = std::move(options.site), .live = spectated_.live};
    host.site.delay_seconds = std::chrono::duration<double>(options.public_delay).count();
    host.site.rates_challenges = options.limits.challenges.mode == tournament::ChallengeLimits::Mode::kRated;
    host.playing = [this] { return tournaments_.Playing(); };
    host.bots_connected = [this] { return referee_->Connected().size(); };
    host.held = [this] { return free_space_.Why(); };
    host.notices = [this](std::uint32_t tournament) { return feed_.NoticesOf(tournament); };
    host.log = options.log;
    site_players_ = std::make_unique<SitePlayers>(referee_->referee());
    host.accounts = Accounts();
    host.metrics = web::WebMetrics{.text = [this] { return metrics_.Text(); },
                                   .may_read = [this](const std::string& token) { return IsHost(token); }};
    host.on_refusal = [this](const Refusal& refusal) { metrics_.NoteRefusal(refusal); };
    web_ = std::make_unique<web::WebServer>(std::move(listener), *std::move(options.web), std::move(host));
  }

  std::string WebAddress() const { return web_ == nullptr ? "" : web_->address(); }

  std::vector<std::string> Addresses() { return referee_->referee().Addresses(); }

  absl::Status Run(const std::stop_token& stop) {
    run_.shared_referee = referee_.get();
    run_.leases = &leases_;
    run_.cores = ProcessorCount();
    // Workers play on while the server is away, and must not be told that their games are not wanted.
    std::stop_source plays;
    const std::stop_callback on_stop(stop, [this, &plays] {
      leases_.Close();
      plays.request_stop();
    });
    // The next server goes on with what is under way.
    run_.state_when_stopped = v1::Tournament::STATE_RUNNING;
    return tournaments_.Run(run_, plays.get_token());
  }

 private:
  bool IsHost(const std::string& token) const {
    const absl::StatusOr<v1::Account> account = service_.WhoShows(token);
    return account.ok() && account->role() == accounts::RoleName(accounts::Role::kHost);
  }

  void StartWebhooks(const webhooks::SenderOptions& options, const std::function<void(const std::string&)>& log) {
    const auto sender = std::make_shared<const webhooks::HttpSender>(options);
    on_ledger_.dispatcher = std::make_unique<webhooks::Dispatcher>(
        database_,
        webhooks::DispatcherOptions{
            .send = [sender](const webhooks::Post& post,
                             const std::function<bool()>& is_stopping) { return sender->Send(post, is_stopping); },
            .lower_priority = web::LowerOwnPriority,
            .log = log});
  }

  void StartBackups(backup::BackupScheduleOptions options, const std::function<void(const std::string&)>& log) {
    options.lower_priority = web::LowerOwnPriority;
    options.log = log;
    on_ledger_.backups = std::make_unique<backup::BackupSchedule>(std::move(options));
    started_.backups = on_ledger_.backups.get();
  }

  web::WebAccounts Accounts() {
    return {
        .who = std::bind_front(&ArenaService::WhoShows, &service_),
        .use_link = [this](const std::string& link, const std::string& client) -> absl::StatusOr<std::string> {
          absl::StatusOr<v1::NewToken> session;
          FLAGFALL_RETURN_IF_ERROR(web_calls_.Run([&] {
            session = service_.UseSignInLink(link, client);
            return session.status();
          }));
          return session->secret();
        },
        .register_user = [this](const v1::RegisterRequest& request,
                                const std::string& client) -> absl::StatusOr<v1::RegisterResponse> {
          absl::StatusOr<v1::RegisterResponse> response;
          FLAGFALL_RETURN_IF_ERROR(web_calls_.Run([&] {
            response = service_.Register(request, client);
            return response.status();
          }));
          return response;
        },
        .call = std::bind_front(&WebCalls::Call, &web_calls_),
        .submit = std::bind_front(&WebCalls::Submit, &web_calls_),
        .watch_play = [this](const std::string& bot, std::uint64_t seen, const std::string& token)
            -> absl::StatusOr<std::function<void(std::shared_ptr<web::EventStream>)>> {
          FLAGFALL_ASSIGN_OR_RETURN(const v1::BotManifest manifest, service_.PlayableBy(token, bot));
          return [this, manifest, seen, token, bot](std::shared_ptr<web::EventStream> stream) {
            site_players_->Watch(manifest, seen, std::move(stream),
                                 [this, token, bot] { return service_.PlayableBy(token, bot).status(); });
          };
        },
        .play = [this](const std::string& bot, const std::string& request, const std::string& token) -> absl::Status {
          FLAGFALL_RETURN_IF_ERROR(service_.PlayableBy(token, bot).status());
          v1::PlayRequest message;
          FLAGFALL_RETURN_IF_ERROR(FromJson(request, "the request", message));
          return site_players_->Act(bot, std::move(message));
        },
        .new_secret = runner::NewToken};
  }

  store::Database& database_;
  runner::RunOptions run_;
  TournamentFeed feed_;
  Spectated spectated_;
  runner::RunMeter run_meter_;
  // Its sources outlive the site, which alone asks it for them.
  ServerMetrics metrics_;
  TournamentQueue tournaments_;
  SubmissionQueue submissions_;
  BotAllowlist allowlist_;
  // Each tells the other: the board does so only in calls, which begin when both are there.
  cluster::LeaseBoard leases_;
  cluster::WorkerWatch worker_watch_;
  ArenaService service_;
  WorkerService worker_service_;
  // Holds tournaments and leases.
  FreeSpaceWatch free_space_;
  OnLedger on_ledger_;
  StartedParts started_;
  const WebCalls web_calls_{service_.Methods()};
  std::unique_ptr<runner::SharedReferee> referee_;
  // Of whoever plays on the site, where there is one.
  std::unique_ptr<SitePlayers> site_players_;
  std::unique_ptr<web::WebServer> web_;
};

absl::StatusOr<std::unique_ptr<ArenaServer>> ArenaServer::Start(store::Database& database, ServerOptions options) {
  std::optional<Listener> visitors;
  if (options.web.has_value()) {
    absl::StatusOr<Listener> listener = Listener::At(options.web_listen);
    if (!listener.ok() && !options.is_web_optional) return listener.status();
    if (listener.ok()) {
      visitors.emplace(*std::move(listener));
    } else {
      options.log(absl::StrCat("no web report: ", listener.status().message()));
      // Without a report nothing needs to be kept for it.
      options.web.reset();
    }
  }
  // Where nobody can sign in, no link leads.
  if (visitors.has_value() && options.site_url.empty() && options.web->names.IsPrivate(visitors->address())) {
    options.site_url = absl::StrCat("http://", visitors->address(), "/");
  }
  auto impl = std::make_unique<Impl>(database, options);
  FLAGFALL_RETURN_IF_ERROR(impl->Listen(options));
  if (visitors.has_value()) impl->OpenSite(*std::move(visitors), options);
  return std::unique_ptr<ArenaServer>(new ArenaServer(std::move(impl)));
}

ArenaServer::ArenaServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArenaServer::~ArenaServer() = default;

std::vector<std::string> ArenaServer::Addresses() const { return impl_->Addresses(); }

std::string ArenaServer::WebAddress() const { return impl_->WebAddress(); }

absl::Status ArenaServer::Run(const std::stop_token& stop) { return impl_->Run(stop); }

}  // namespace flagfall::arena::server
