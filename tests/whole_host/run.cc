#include "tests/whole_host/run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/runner/forfeit.h"
#include "arena/store/errors.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::whole_host {
namespace coordinator = arena::coordinator;
namespace runner = arena::runner;
namespace store = arena::store;
namespace {

constexpr Micros kNoShowAfterOfRuns = std::chrono::seconds(5);

}  // namespace

Run::Run(Place place, store::Tournament tournament, OnOver on_over)
    : place_(place), tournament_(std::move(tournament)), on_over_(std::move(on_over)) {
  options_.slots = &place_.slots;
  options_.leases = place_.desk;
  options_.leaves_launched_to_others = place_.world.plan().leaves_to_workers;
  options_.state_when_stopped = v1::Tournament::STATE_RUNNING;
}

Run::~Run() {
  if (follower_ != 0) place_.referee.Unfollow(follower_);
}

absl::Status Run::Begin() {
  World& world = place_.world;
  FLAGFALL_ASSIGN_OR_RETURN(runner::Entrants entrants,
                            runner::BeginRun(place_.ledger, tournament_, options_, world.WallTime()));
  bots_ = std::move(entrants.bots);
  FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl control, ParseTimeControl(tournament_.spec.time_control()));
  FLAGFALL_ASSIGN_OR_RETURN(home_ledger_, runner::HomeLedger::Open(tournament_, place_.ledger));
  match_specs_.emplace(tournament_, bots_, std::move(control), nullptr);
  for (std::size_t bot = 0; bot < bots_.size(); ++bot) index_of_[bots_[bot].name()] = static_cast<int>(bot);
  coordinator_.emplace(std::move(entrants.start));
  follower_ = place_.referee.Follow(ObserverOfReferee());
  slots_ = place_.slots.Join(arena::tournament::WeightOf(tournament_.spec), tournament_.spec.concurrency(),
                             [this] { Push(coordinator::SlotGranted{}); });
  if (place_.desk != nullptr) {
    leases_ = place_.desk->Join({.tournament = tournament_,
                                 .bots = bots_,
                                 .strict = std::vector<bool>(bots_.size(), false),
                                 .memory_bytes = std::vector<std::uint64_t>(bots_.size(), 0),
                                 .tell = [this](coordinator::Event event) {
                                   if (const auto* const ask = std::get_if<coordinator::LeaseAsked>(&event)) {
                                     return place_.world.on_ask()(tournament_.id, *ask);
                                   }
                                   Push(std::move(event), /*is_elsewhere=*/true);
                                 }});
  }
  CarryOut(coordinator_->Begin());
  return absl::OkStatus();
}

RefereeObserver Run::ObserverOfReferee() {
  const auto index_of = [this](const std::string& id) {
    for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
      if (IdOf(static_cast<int>(bot)) == id) return static_cast<int>(bot);
    }
    return -1;
  };
  RefereeObserver observer;
  observer.on_connected = [this, index_of](const std::string& id, const v1::Hello& hello) {
    const int bot = index_of(id);
    if (bot < 0) return;
    const auto& rulesets = hello.rulesets();
    const bool plays = std::find(rulesets.begin(), rulesets.end(), tournament_.spec.ruleset().id()) != rulesets.end();
    Push(coordinator::BotReady{bot, hello.concurrent_games_max(), plays});
  };
  observer.on_disconnected = [this, index_of](const std::string& id, const std::string& detail) {
    if (const int bot = index_of(id); bot >= 0) Push(coordinator::BotDisconnected{bot, detail, true});
  };
  observer.on_refused = [this, index_of](const std::string& id, const std::string& detail) {
    if (const int bot = index_of(id); bot >= 0) Push(coordinator::BotDisconnected{bot, detail, false});
  };
  return observer;
}

std::string Run::IdOf(int bot) const {
  const store::Bot& entry = bots_[static_cast<std::size_t>(bot)];
  return entry.IsRemote() ? entry.name() : absl::StrCat(tournament_.id, "/", entry.name());
}

void Run::Pause() {
  state_.is_pausing = true;
  if (leases_ != nullptr) leases_->Pause();
  Push(coordinator::PauseRequested{});
}

void Run::Push(coordinator::Event event, bool is_elsewhere) {
  events_.push_back({std::move(event), is_elsewhere});
  place_.world.agenda().After(place_.world.DrawDelay(300), WhileAlive([this] { HandleNext(); }));
}

void Run::Answer(const coordinator::LeaseAsked& ask) {
  state_.has_granted = false;
  if (!end_.has_value()) CarryOut(coordinator_->Handle(ask));
  // A run that cannot answer is about to end, and the call waits no longer than until then.
  if (!state_.has_granted) leases_.reset();
}

void Run::HandleNext() {
  if (events_.empty() || end_.has_value()) return;
  Happened next = std::move(events_.front());
  events_.pop_front();
  auto* const over = std::get_if<coordinator::GameOver>(&next.event);
  if (over == nullptr) return CarryOut(coordinator_->Handle(std::move(next.event)));
  const coordinator::GameStart game = over->game;
  std::vector<coordinator::Command> commands = coordinator_->Handle(std::move(next.event));
  const bool is_stored = std::any_of(commands.begin(), commands.end(), [&game](const coordinator::Command& command) {
    const auto* const stored = std::get_if<coordinator::StoreResult>(&command);
    return stored != nullptr && stored->game.number == game.number;
  });
  if (next.is_elsewhere && !is_stored && leases_ != nullptr) leases_->NotWanted(game);
  CarryOut(std::move(commands));
}

void Run::CarryOut(std::vector<coordinator::Command> commands) {
  std::vector<coordinator::Event> failures;
  for (coordinator::Command& command : commands) {
    const absl::Status status = std::visit([this](auto& what) { return CarryOut(what); }, command);
    if (status.ok()) continue;
    if (const auto* const play = std::get_if<coordinator::PlayGame>(&command)) {
      failures.emplace_back(coordinator::GameNotStarted{play->Key(), status});
    } else {
      failures.emplace_back(coordinator::HostFailed{status});
    }
  }
  for (coordinator::Event& failure : failures) CarryOut(coordinator_->Handle(std::move(failure)));
}

absl::Status Run::CarryOut(const coordinator::AskForSlot&) {
  slots_->Ask();
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::ReturnSlot&) {
  slots_->Return();
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::StartBot& command) {
  Process& process = processes_[command.bot];
  const std::string id = IdOf(command.bot);
  const std::string token = absl::StrCat("token of ", id, ", life ", command.life);
  place_.referee.Admit(id, token, kNoShowAfterOfRuns);
  process.life = command.life;
  process.is_started = true;
  process.program = place_.world.Launch(bots_[static_cast<std::size_t>(command.bot)].name(), id, token, command.life);
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::EndBot& command) {
  Process& process = processes_[command.bot];
  if (!std::exchange(process.is_started, false)) return absl::OkStatus();
  place_.referee.Dismiss(IdOf(command.bot), command.detail);
  process.program.reset();
  place_.world.agenda().After(place_.world.DrawDelay(50'000), WhileAlive([this, command] {
                                Push(coordinator::BotExited{command.bot, command.life, "it was ended", false, false});
                              }));
  return absl::OkStatus();
}

void Run::EndProcessOf(const std::string& bot, bool has_lost_supervisor) {
  const auto index = index_of_.find(bot);
  const auto found = index == index_of_.end() ? processes_.end() : processes_.find(index->second);
  if (found == processes_.end() || !found->second.is_started) return;
  found->second.program.reset();
  found->second.is_started = false;
  // As when a process's exit is seen: its connection may have ended before.
  place_.world.agenda().After(
      place_.world.DrawDelay(20'000),
      WhileAlive([this, bot = found->first, life = found->second.life, has_lost_supervisor] {
        if (processes_[bot].life == life) place_.referee.Dismiss(IdOf(bot), "its process has ended");
        Push(coordinator::BotExited{bot, life, "exited with code 1", has_lost_supervisor, false});
      }));
}

BotProgram* Run::ProgramOf(const std::string& bot) {
  const auto index = index_of_.find(bot);
  const auto found = index == index_of_.end() ? processes_.end() : processes_.find(index->second);
  return found == processes_.end() ? nullptr : found->second.program.get();
}

MatchSpec Run::SpecOf(const arena::tournament::ScheduledGame& game, const std::string& seed) const {
  MatchSpec spec = match_specs_->SpecOf(game, seed);
  spec.start_time = place_.world.WallTime();
  return spec;
}

absl::Status Run::CarryOut(const coordinator::PlayGame& command) {
  for (const int bot : {command.game.red, command.game.blue}) {
    const bool is_remote = bots_[static_cast<std::size_t>(bot)].IsRemote();
    // As BotProcesses: a process that has ended and was not commanded to has been started all the same.
    if (!is_remote && processes_[bot].life == 0) return absl::InternalError("a bot was not started");
  }
  MatchSpec spec = SpecOf(command.game, command.seed);
  FLAGFALL_ASSIGN_OR_RETURN(spec.given_set_ups, home_ledger_->GivenSetUpsOf(command.game, command.seed));
  const auto on_over = [this, key = command.Key()](v1::GameRecord record) {
    place_.world.NoteGameOver(record, place_.referee);
    Push(coordinator::GameOver{.game = key, .record = std::move(record)});
  };
  return place_.referee.StartGame(std::move(spec), {.red = IdOf(command.game.red), .blue = IdOf(command.game.blue)},
                                  on_over);
}

absl::Status Run::CarryOut(const coordinator::GrantLease& command) {
  std::set<std::uint32_t> numbers;
  for (const coordinator::LeasedGame& leased : command.games) numbers.insert(leased.game.number);
  std::vector<runner::LeaseDesk::Game> games;
  for (const coordinator::LeasedGame& leased : command.games) {
    MatchSpec match = SpecOf(leased.game, leased.seed);
    if (!tournament_.spec.duplicate() || !numbers.contains(leased.game.first_of_pair)) {
      FLAGFALL_ASSIGN_OR_RETURN(match.given_set_ups, home_ledger_->GivenSetUpsOf(leased.game, leased.seed));
    }
    games.push_back({.leased = leased, .match = std::move(match)});
  }
  state_.has_granted = true;
  leases_->Grant(command, std::move(games));
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::EndGame& command) {
  if (command.lease != 0) {
    if (leases_ != nullptr) leases_->End(command);
    return absl::OkStatus();
  }
  place_.referee.AbortGame(store::GameIdOf(tournament_.id, command.game.number), command.reason, command.detail);
  return absl::OkStatus();
}

absl::Status Run::CarryOut(coordinator::StoreResult& command) {
  Store(command.game, std::move(command.record), command.machine);
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::StoreForfeit& command) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::GameRecord record,
                            runner::ForfeitedGame(SpecOf(command.game, command.seed), command.is_red_absent,
                                                  command.is_blue_absent, command.detail));
  Store(command.game, std::move(record));
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::StoreFault& command) {
  Put(runner::BotFault{bots_[static_cast<std::size_t>(command.bot)].name(), command.reason,
                       tournament_.spec.faults_max()});
  return absl::OkStatus();
}

absl::Status Run::CarryOut(const coordinator::Announce&) { return absl::OkStatus(); }

absl::Status Run::CarryOut(const coordinator::Finish& command) {
  end_ = command.end;
  // Its thread leaves the loop after this event.
  place_.world.agenda().After(Micros(1), WhileAlive([this] { Close(); }));
  return absl::OkStatus();
}

void Run::Store(const arena::tournament::ScheduledGame& game, v1::GameRecord record,
                const coordinator::Machine& machine) {
  store::GameResult result;
  result.tournament_id = tournament_.id;
  result.number = game.number;
  result.round = game.round;
  result.first_of_pair = game.first_of_pair;
  result.record = std::move(record);
  if (!machine.user.empty()) result.worker = store::WorkerName{machine.user, machine.name};
  Put(std::move(result));
}

void Run::Put(runner::LedgerEntry entry) {
  writer_.entries.push_back(std::move(entry));
  if (!std::exchange(writer_.is_writing, true)) WriteLater(place_.world.DrawDelay(25'000));
}

void Run::WriteLater(Micros after) {
  place_.world.agenda().After(after, WhileAlive([this] {
                                writer_.is_writing = false;
                                Write();
                              }));
}

void Run::Write() {
  if (writer_.has_failed) writer_.entries.clear();
  if (writer_.entries.empty()) return;
  runner::LedgerObserver observer;
  observer.on_stored = [this](const std::vector<store::GameResult>& results,
                              const std::vector<store::Receipt>& receipts) { Stored(results, receipts); };
  const absl::Status status = runner::WriteEntries(place_.ledger, writer_.entries, observer);
  if (status.ok()) return;
  if (store::IsDiskFull(status) && !end_.has_value()) {
    writer_.is_writing = true;
    return WriteLater(runner::LedgerWriter::kTriesAgainAfter);
  }
  writer_.has_failed = true;
  Push(coordinator::HostFailed{status});
}

void Run::Stored(const std::vector<store::GameResult>& results, const std::vector<store::Receipt>& receipts) {
  place_.world.accounts().NoteStored(results, receipts);
  coordinator::ResultsStored stored;
  for (std::size_t i = 0; i < results.size(); ++i) {
    stored.results.push_back(
        {results[i].number, receipts[i].status, arena::queries::MessageOf(results[i], receipts[i])});
  }
  Push(std::move(stored));
  if (leases_ == nullptr) return;
  for (const store::GameResult& result : results) leases_->Stored(result.number);
}

void Run::Close() {
  slots_.reset();
  place_.referee.Unfollow(std::exchange(follower_, 0));
  for (auto& [bot, process] : processes_) {
    if (!process.is_started) continue;
    place_.referee.Dismiss(IdOf(bot), "the tournament's run is over");
    process.program.reset();
  }
  Write();
  leases_.reset();
  absl::StatusOr<coordinator::RunEnd> end =
      runner::EndRun(place_.ledger, tournament_, options_, *end_, state_.is_pausing, place_.world.WallTime());
  // The last step: it may destroy this.
  const OnOver on_over = on_over_;
  on_over(end);
}

}  // namespace flagfall::whole_host
