#include "arena/runner/tournament_run.h"

#include <filesystem>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/runner/forfeit.h"
#include "arena/store/games.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"

namespace flagfall::arena {
namespace {

std::uint32_t ConcurrencyPerBot(const v1::TournamentSpec& spec) {
  return spec.concurrency_per_bot() == 0 ? std::numeric_limits<std::uint32_t>::max() : spec.concurrency_per_bot();
}

// Specs that were stored before there was the choice do not make it.
bool AllowsPondering(const v1::TournamentSpec& spec) { return !spec.has_pondering() || spec.pondering(); }

}  // namespace

TournamentRun::TournamentRun(const Tournament& tournament, std::vector<Bot> bots, std::unique_ptr<Schedule> schedule,
                             std::uint32_t stored, v1::TimeControl time_control, const RunOptions& options,
                             const RunObserver& observer)
    : tournament_(tournament),
      options_(options),
      observer_(observer),
      time_control_(std::move(time_control)),
      bots_(std::move(bots)),
      schedule_(std::move(schedule)),
      entrants_(bots_.size()),
      stored_(stored) {
  for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
    index_of_[bots_[bot].manifest.name()] = static_cast<int>(bot);
    entrants_[bot].faults = bots_[bot].faults;
    entrants_[bot].suspended_reason = bots_[bot].suspended_reason;
  }
}

absl::StatusOr<RunEnd> TournamentRun::Play(Database& database, const std::stop_token& stop) {
  absl::Status status = Open(database);
  if (status.ok()) {
    observer_(NewEvent());
    const std::stop_callback on_stop(stop, [this] { events_.Push(StopRequested{}); });
    status = StartGames();
    while (status.ok() && !is_stopping_ && !IsDone()) {
      Event event = events_.Pop();
      status = Handle(event);
      if (status.ok() && !is_stopping_) status = StartGames();
    }
  }
  Close();
  FLAGFALL_RETURN_IF_ERROR(status);
  if (is_stopping_) return RunEnd::kStopped;
  if (schedule_->IsOver()) return RunEnd::kFinished;
  FLAGFALL_RETURN_IF_ERROR(refused_);
  FLAGFALL_CHECK(!left_over_.empty());
  return absl::UnavailableError(
      absl::StrCat(Counted(left_over_.size(), "game"), " left, void ", Counted(options_.void_attempts_max, "time"),
                   " each, the first ", GameIdOf(tournament_.id, left_over_.front()),
                   ": the host was too slow; play them with `tournament resume` when it has less to do"));
}

absl::Status TournamentRun::Open(Database& database) {
  database_ = &database;
  {
    MutexLock lock(database.access());
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<VoidGame> voids, VoidGames(database, tournament_.id));
    for (const VoidGame& attempt : voids) ++voids_[attempt.number];
  }
  if (!tournament_.spec.book().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(book_, FindBook(tournament_.spec.book(), tournament_.spec.ruleset().id()));
  }
  const std::string log_folder = absl::StrCat(options_.logs_folder, "/", tournament_.id);
  std::error_code error;
  std::filesystem::create_directories(log_folder, error);
  if (error) {
    return absl::InternalError(absl::StrCat("cannot make the folder ", log_folder, " for logs: ", error.message()));
  }
  FLAGFALL_ASSIGN_OR_RETURN(folder_, RunFolder::Make());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Sandbox> sandboxes, FindSandboxes());
  referee_ = options_.shared_referee;
  if (referee_ == nullptr) {
    RefereeOptions referee_options;
    referee_options.no_show_after = options_.no_show_after;
    FLAGFALL_ASSIGN_OR_RETURN(own_referee_, SharedReferee::Start(referee_options));
    referee_ = own_referee_.get();
  }
  processes_ = std::make_unique<BotProcesses>(
      bots_, std::move(sandboxes), referee_->referee(),
      BotProcessesOptions{.supervisor_path = options_.supervisor_path,
                          .log_folder = log_folder,
                          .socket_path = [this](int bot, std::uint64_t life) { return folder_->SocketPath(bot, life); },
                          .pondering = AllowsPondering(tournament_.spec),
                          .settings = {tournament_.spec.bot_options().begin(), tournament_.spec.bot_options().end()}},
      [this](int bot, std::uint64_t life, const BotExit& exit) {
        events_.Push(BotExited{bot, life, exit});
      });
  referee_->Follow(ObserverOfReferee());
  writer_ = std::make_unique<LedgerWriter>(
      database,
      LedgerObserver{.on_stored =
                         [this](std::vector<GameResult> results, std::vector<Receipt> receipts) {
                           events_.Push(ResultsStored{std::move(results), std::move(receipts)});
                         },
                     .on_failed = [this](absl::Status status) { events_.Push(LedgerFailed{std::move(status)}); }});
  return absl::OkStatus();
}

RefereeObserver TournamentRun::ObserverOfReferee() {
  RefereeObserver observer;
  observer.on_connected = [this](const std::string& bot, const v1::Hello& hello) {
    const bool plays_ruleset = absl::c_linear_search(hello.rulesets(), tournament_.spec.ruleset().id());
    events_.Push(BotConnected{bot, hello.concurrent_games_max(), plays_ruleset});
  };
  observer.on_disconnected = [this](const std::string& bot, const std::string& detail) {
    events_.Push(BotInTrouble{bot, detail});
  };
  observer.on_refused = observer.on_disconnected;
  return observer;
}

absl::StatusOr<std::vector<Sandbox>> TournamentRun::FindSandboxes() const {
  std::map<SandboxMode, Sandbox> found;
  std::vector<Sandbox> sandboxes;
  for (const Bot& bot : bots_) {
    const SandboxMode mode = options_.sandbox_of ? options_.sandbox_of(bot) : SandboxMode::kNone;
    if (!found.contains(mode)) {
      FLAGFALL_ASSIGN_OR_RETURN(
          found[mode], FindSandbox(mode, {.supervisor_path = options_.supervisor_path, .bwrap = options_.bwrap}));
      if (mode != SandboxMode::kNone) Notice(absl::StrJoin(DescribeSandbox(found[mode]), "; "));
    }
    if (!AllowsPondering(tournament_.spec) && !bot.IsRemote() && !found[mode].cgroups.CanFreeze()) {
      return absl::FailedPreconditionError(absl::StrCat(
          bot.name(), " cannot be kept from pondering: that takes a sandbox, with control groups that can freeze (",
          absl::StrJoin(DescribeSandbox(found[mode]), "; "), ")"));
    }
    sandboxes.push_back(found[mode]);
  }
  return sandboxes;
}

// Games that still run are dropped before their bots are ended, and so have no result.
void TournamentRun::Close() {
  if (processes_ == nullptr) return;
  for (const auto& [number, running] : running_) {
    referee_->referee().AbortGame(GameIdOf(tournament_.id, number));
  }
  while (!running_.empty()) {
    const Event event = events_.Pop();
    if (const GameOver* const over = std::get_if<GameOver>(&event)) running_.erase(over->number);
  }
  referee_->Unfollow();
  AnnounceUses(processes_->End());
  processes_.reset();
  own_referee_.reset();
  folder_.reset();
  writer_.reset();
}

bool TournamentRun::MayStart(const ScheduledGame& game) const {
  // What is played on set-ups of the first game has to wait for them.
  if (tournament_.spec.duplicate() && game.first_of_pair != 0 && !schedule_->IsOver(game.first_of_pair)) return false;
  const Entrant& red = entrants_[game.red];
  const Entrant& blue = entrants_[game.blue];
  if (red.IsSuspended() || blue.IsSuspended()) return true;
  const auto is_free = [this](const Entrant& entrant) {
    const std::uint32_t most =
        tournament_.spec.duplicate() ? 1 : std::min(entrant.games_max, ConcurrencyPerBot(tournament_.spec));
    return entrant.games_running < most;
  };
  return is_free(red) && is_free(blue);
}

absl::Status TournamentRun::StartGames() {
  const auto may_start = [this](const ScheduledGame& game) { return MayStart(game); };
  while (running_.size() < tournament_.spec.concurrency() &&
         unstored_ + running_.size() < LedgerWriter::kWaitingMax / 2) {
    const std::optional<ScheduledGame> game = schedule_->Take(may_start);
    if (!game.has_value()) break;
    FLAGFALL_RETURN_IF_ERROR(Start(*game));
  }
  return absl::OkStatus();
}

MatchSpec TournamentRun::SpecOf(const ScheduledGame& game) const {
  MatchSpec spec;
  spec.game_id = GameIdOf(tournament_.id, game.number);
  spec.ruleset = tournament_.spec.ruleset();
  spec.seed = SeedNow(game, tournament_.spec.seed(), tournament_.spec.duplicate(), voids_);
  spec.red.set_name(processes_->Name(game.red));
  spec.red.set_version(processes_->Version(game.red));
  spec.blue.set_name(processes_->Name(game.blue));
  spec.blue.set_version(processes_->Version(game.blue));
  spec.time_control = time_control_;
  spec.policy = tournament_.spec.policy();
  spec.start_time = WallNow();
  return spec;
}

absl::Status TournamentRun::Start(const ScheduledGame& game) {
  Entrant& red = entrants_[game.red];
  Entrant& blue = entrants_[game.blue];
  if (red.IsSuspended() || blue.IsSuspended()) {
    const Entrant& absent = red.IsSuspended() ? red : blue;
    const std::string detail = absl::StrCat(processes_->Name(red.IsSuspended() ? game.red : game.blue),
                                            " is suspended: ", absent.suspended_reason);
    FLAGFALL_ASSIGN_OR_RETURN(v1::GameRecord record,
                              ForfeitedGame(SpecOf(game), red.IsSuspended(), blue.IsSuspended(), detail));
    Settle(game, std::move(record));
    return absl::OkStatus();
  }
  MatchSpec spec = SpecOf(game);
  FLAGFALL_ASSIGN_OR_RETURN(spec.given_set_ups, SetUpsFor(game, spec.seed));
  for (const int bot : {game.red, game.blue}) {
    if (tournament_.spec.duplicate()) Forget(bot);
    FLAGFALL_RETURN_IF_ERROR(processes_->EnsureAlive(bot));
    entrants_[bot].has_played = true;
    processes_->BeginGame(bot, game.number);
    ++entrants_[bot].games_running;
  }
  running_[game.number] = {.game = game, .lives = {processes_->Life(game.red), processes_->Life(game.blue)}};
  const auto on_over = [this, number = game.number](v1::GameRecord record) {
    events_.Push(GameOver{number, std::move(record)});
  };
  absl::Status status = referee_->referee().StartGame(std::move(spec), on_over);
  if (!status.ok()) running_.erase(game.number);
  return status;
}

absl::StatusOr<v1::GivenSetUps> TournamentRun::SetUpsFor(const ScheduledGame& game, absl::string_view seed) {
  if (book_.has_value()) return DrawSetUps(*book_, seed);
  if (!tournament_.spec.duplicate() || game.first_of_pair == 0) return v1::GivenSetUps();
  MutexLock lock(database_->access());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord first,
                            FindRecord(*database_, GameIdOf(tournament_.id, game.first_of_pair)));
  return SetUpsOf(first);
}

void TournamentRun::Forget(int bot) {
  if (!std::exchange(entrants_[bot].has_played, false)) return;
  processes_->Dismiss(bot, "the next game is to be played without memory of this one");
}

void TournamentRun::Settle(const ScheduledGame& game, v1::GameRecord record) {
  if (record.outcome().result() == v1::RESULT_VOID && schedule_->IsDecided()) return schedule_->PutBack(game.number);
  if (record.outcome().result() == v1::RESULT_VOID) {
    ++voids_[game.number];
    // Who does not come is suspended in the end; only what the host has to answer for might go on for ever.
    const bool is_hosts_fault = record.outcome().reason() != v1::REASON_FORFEIT_NO_SHOW;
    if (is_hosts_fault && ++void_attempts_[game.number] >= options_.void_attempts_max) {
      left_over_.push_back(game.number);
    } else {
      schedule_->PutBack(game.number);
    }
  }
  ++unstored_;
  GameResult result;
  result.tournament_id = tournament_.id;
  result.number = game.number;
  result.round = game.round;
  result.first_of_pair = game.first_of_pair;
  result.record = std::move(record);
  writer_->Put(std::move(result));
}

}  // namespace flagfall::arena
