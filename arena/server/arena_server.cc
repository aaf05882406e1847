#include "arena/server/arena_server.h"

#include <chrono>
#include <utility>

#include "arena/server/admissions.h"
#include "arena/server/arena_service.h"
#include "arena/server/desk.h"
#include "arena/server/submission_queue.h"
#include "arena/server/tournament_feed.h"
#include "arena/server/tournament_queue.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// Of a bot that dials in from elsewhere: it may be on its way back.
constexpr Micros kNoShowAfter = std::chrono::seconds(60);

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

}  // namespace

// The parts in the order in which they need each other. They end in the opposite order: first nobody is heard any more,
// then nothing is built and watched any more.
class ArenaServer::Impl {
 public:
  Impl(Database& database, ServerOptions& options)
      : database_(database),
        run_(std::move(options.run)),
        tournaments_(database, feed_, options.log),
        submissions_(
            database, std::move(options.submissions), [] {}, options.log),
        service_(desk_, feed_, submissions_.options().folders.Staging() + "/uploads") {}
  ~Impl() { feed_.Close(); }

  absl::Status Listen(const ServerOptions& options) {
    RefereeOptions referee;
    referee.listen = options.listen;
    referee.tls = options.tls;
    referee.allows_plain_tcp = options.allows_plain_tcp;
    referee.no_show_after = kNoShowAfter;
    referee.services = {&service_};
    FLAGFALL_ASSIGN_OR_RETURN(referee_, SharedReferee::Start(referee));
    service_.SetReferee(&referee_->referee());
    MutexLock lock(database_.access());
    return admissions_.Serve(&referee_->referee(), database_, WallClock());
  }

  std::vector<std::string> Addresses() { return referee_->referee().Addresses(); }

  absl::Status Run(const std::stop_token& stop) {
    run_.shared_referee = referee_.get();
    // What is under way is played on by the next server.
    run_.state_when_stopped = TournamentState::kRunning;
    return tournaments_.Run(run_, stop);
  }

 private:
  Database& database_;
  RunOptions run_;
  TournamentFeed feed_;
  TournamentQueue tournaments_;
  SubmissionQueue submissions_;
  Admissions admissions_;
  Desk desk_{database_, tournaments_, submissions_, admissions_};
  ArenaService service_;
  std::unique_ptr<SharedReferee> referee_;
};

absl::StatusOr<std::unique_ptr<ArenaServer>> ArenaServer::Start(Database& database, ServerOptions options) {
  auto impl = std::make_unique<Impl>(database, options);
  FLAGFALL_RETURN_IF_ERROR(impl->Listen(options));
  return std::unique_ptr<ArenaServer>(new ArenaServer(std::move(impl)));
}

ArenaServer::ArenaServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArenaServer::~ArenaServer() = default;

std::vector<std::string> ArenaServer::Addresses() const { return impl_->Addresses(); }

absl::Status ArenaServer::Run(const std::stop_token& stop) { return impl_->Run(stop); }

}  // namespace flagfall::arena
