#include "tests/whole_host/server.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"
#include "tests/power_cuts/starts.h"

namespace flagfall::whole_host {
namespace cluster = arena::cluster;
namespace coordinator = arena::coordinator;
namespace store = arena::store;
namespace {

constexpr int kRunsAtOnceMax = 16;
constexpr Micros kNoShowAfterOfRemotes = std::chrono::seconds(5);
constexpr Micros kLooksAtLeasesEvery = std::chrono::seconds(1);
constexpr Micros kTriesAgainAfter = std::chrono::seconds(1);

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(World& world) {
  std::unique_ptr<Server> server(new Server(world));
  FLAGFALL_RETURN_IF_ERROR(server->Open());
  return server;
}

Server::~Server() {
  if (board_ != nullptr) board_->Close();
  runs_.clear();
}

absl::Status Server::Open() {
  FLAGFALL_ASSIGN_OR_RETURN(ledger_,
                            store::Database::OpenForWriting(power_cuts::LedgerPath(), {.vfs = world_.vfs().name()}));
  referee_ = std::make_unique<RefereeHost>(world_.agenda());
  slots_ = std::make_unique<arena::runner::GameSlots>(kSlotsMin, [this] { return world_.agenda().now(); });
  board_ =
      std::make_unique<cluster::LeaseBoard>(cluster::LeaseBoardOptions{.version = "flagfall 1",
                                                                       .heartbeat = std::chrono::seconds(2),
                                                                       .play_aimed_at = std::chrono::seconds(20),
                                                                       .now = [this] { return world_.agenda().now(); },
                                                                       .log = [](const std::string&) {}});
  submissions_ = std::make_unique<Submissions>(world_, *ledger_);
  FLAGFALL_RETURN_IF_ERROR(submissions_->Abandon());
  for (const PlannedBot& bot : world_.plan().bots) {
    if (bot.is_remote) referee_->Admit(bot.name, TokenOf(bot.name), kNoShowAfterOfRemotes);
  }
  PlayNextLater(world_.DrawDelay(10'000));
  LookAtLeases();
  return absl::OkStatus();
}

void Server::LookAtLeases() {
  board_->DropSilentLeases();
  board_->TellOfWorkers();
  world_.agenda().After(kLooksAtLeasesEvery, WhileAlive([this] { LookAtLeases(); }));
}

void Server::PlayNextLater(Micros after) {
  world_.agenda().After(after, WhileAlive([this] { PlayNext(); }));
}

void Server::PlayNext() {
  if (is_stopping_ || has_failed_) return;
  const absl::StatusOr<std::vector<store::Tournament>> running = store::RunningTournaments(*ledger_, kRunsAtOnceMax);
  if (!running.ok()) {
    has_failed_ = true;
    return;
  }
  for (const store::Tournament& tournament : *running) {
    if (runs_.contains(tournament.id)) continue;
    const std::int64_t id = tournament.id;
    const Run::Place place{.world = world_,
                           .ledger = *ledger_,
                           .referee = *referee_,
                           .slots = *slots_,
                           .desk = world_.plan().workers > 0 ? board_.get() : nullptr};
    runs_[id] = std::make_unique<Run>(place, tournament,
                                      [this, id](const absl::StatusOr<coordinator::RunEnd>& end) { OnOver(id, end); });
    if (const absl::Status begun = runs_[id]->Begin(); !begun.ok()) OnOver(id, begun);
    if (has_failed_) return;
  }
}

void Server::OnOver(std::int64_t id, const absl::StatusOr<coordinator::RunEnd>& end) {
  world_.Note(absl::StrCat("the run of tournament ", id, " is over: ", end.status().ToString(), " ",
                           end.ok() ? static_cast<int>(*end) : 0));
  // No disk and no bot leads to that.
  if (absl::IsInternal(end.status()) && !store::IsLedgerFailure(end.status())) world_.Fail(end.status().ToString());
  // Its caller is at work in it still.
  world_.agenda().After(Micros(0), [run = std::shared_ptr<Run>(std::move(runs_.at(id)))] {});
  runs_.erase(id);
  const bool is_cancelled = cancelled_.erase(id) > 0;
  if (!end.ok() && store::IsDiskFull(end.status())) return PlayNextLater(kTriesAgainAfter);
  if (!end.ok() && store::IsLedgerFailure(end.status())) {
    has_failed_ = true;
    return;
  }
  if (end.ok() && *end == coordinator::RunEnd::kFinished) {
    world_.accounts().NoteTold(id, v1::Tournament::STATE_FINISHED);
  } else if (is_cancelled) {
    const absl::Status noted =
        store::SetTournamentState(*ledger_, id, v1::Tournament::STATE_CANCELLED, world_.WallTime());
    if (noted.ok()) world_.accounts().NoteTold(id, v1::Tournament::STATE_CANCELLED);
    has_failed_ |= store::IsLedgerFailure(noted);
  }
  PlayNextLater(Micros(1000));
}

Run* Server::RunOf(std::int64_t tournament_id) {
  const auto found = runs_.find(tournament_id);
  return found == runs_.end() ? nullptr : found->second.get();
}

absl::StatusOr<std::int64_t> Server::CreateTournament(const v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                            store::CreateTournament(*ledger_, spec, arena::tournament::PoolOf(spec), world_.WallTime(),
                                                    v1::Tournament::STATE_QUEUED));
  world_.accounts().NoteTold(id, v1::Tournament::STATE_UNSPECIFIED);
  PlayNextLater(Micros(1000));
  return id;
}

absl::Status Server::Pause(std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(*ledger_, id));
  if (tournament.state != v1::Tournament::STATE_RUNNING && tournament.state != v1::Tournament::STATE_QUEUED) {
    return absl::FailedPreconditionError("it is neither queued nor running");
  }
  if (Run* const run = RunOf(id)) {
    FLAGFALL_RETURN_IF_ERROR(store::NotePause(*ledger_, id, world_.WallTime()));
    run->Pause();
  } else {
    FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(*ledger_, id, v1::Tournament::STATE_PAUSED, world_.WallTime()));
  }
  world_.accounts().NoteTold(id, v1::Tournament::STATE_PAUSED);
  return absl::OkStatus();
}

absl::Status Server::Cancel(std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(*ledger_, id));
  if (tournament.state == v1::Tournament::STATE_FINISHED) return absl::FailedPreconditionError("it is finished");
  if (Run* const run = RunOf(id)) {
    cancelled_.insert(id);
    world_.accounts().NoteTold(id, v1::Tournament::STATE_UNSPECIFIED);
    run->Stop();
    return absl::OkStatus();
  }
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(*ledger_, id, v1::Tournament::STATE_CANCELLED, world_.WallTime()));
  world_.accounts().NoteTold(id, v1::Tournament::STATE_CANCELLED);
  return absl::OkStatus();
}

absl::Status Server::Resume(std::int64_t id) {
  if (RunOf(id) != nullptr) return absl::FailedPreconditionError("its last games are being played");
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(*ledger_, id));
  if (tournament.state != v1::Tournament::STATE_PAUSED && tournament.state != v1::Tournament::STATE_CANCELLED &&
      tournament.state != v1::Tournament::STATE_STOPPED) {
    return absl::FailedPreconditionError("it is not held");
  }
  // From the moment on in which it may be done.
  world_.accounts().NoteTold(id, v1::Tournament::STATE_UNSPECIFIED);
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(*ledger_, id, v1::Tournament::STATE_QUEUED, world_.WallTime()));
  PlayNextLater(Micros(1000));
  return absl::OkStatus();
}

void Server::Stop() {
  is_stopping_ = true;
  for (const auto& [id, run] : runs_) run->Stop();
}

std::uint32_t Server::CountFreeSlots() {
  std::uint32_t granted = 0;
  const auto share = slots_->Join(1, kSlotsMin, [&granted] { ++granted; });
  for (std::uint32_t slot = 0; slot < kSlotsMin; ++slot) share->Ask();
  return granted;
}

}  // namespace flagfall::whole_host
