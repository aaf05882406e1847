#include "arena/runner/tournament_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/runner/forfeit.h"
#include "arena/runner/ledger_writer.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {
namespace {

// The coordinator never has more games under way than half of what the writer lets wait, so that Put does not block.
static_assert(coordinator::Coordinator::kUnstoredMax <= LedgerWriter::kWaitingMax / 2);

// Where games have cores of their own, a bot's process is bound to one game's, so it plays one at a time.
coordinator::RunStart AsPlayedHere(coordinator::RunStart start, const RunOptions& options) {
  if (options.pool != nullptr) start.spec.set_concurrency_per_bot(1);
  return start;
}

}  // namespace

TournamentRun::TournamentRun(const store::Tournament& tournament, std::vector<store::Bot> bots,
                             coordinator::RunStart start, v1::TimeControl time_control, const RunOptions& options,
                             const RunObserver& observer)
    : tournament_(tournament),
      options_(options),
      observer_(observer),
      bots_(std::move(bots)),
      coordinator_(AsPlayedHere(std::move(start), options)),
      match_specs_(tournament_, bots_, std::move(time_control), options.plies_per_second) {
  for (std::size_t bot = 0; bot < bots_.size(); ++bot) index_of_[bots_[bot].name()] = static_cast<int>(bot);
}

absl::StatusOr<coordinator::RunEnd> TournamentRun::Play(RunLedger& ledger, const std::stop_token& stop) {
  const absl::Status status = Open(ledger);
  if (status.ok()) {
    const std::stop_callback on_stop(stop, [this] { Push(coordinator::StopRequested{}); });
    const std::stop_callback on_pause(options_.pause, [this] {
      if (leases_ != nullptr) leases_->Pause();
      Push(coordinator::PauseRequested{});
    });
    CarryOut(coordinator_.Begin());
    while (!end_.has_value()) HandleNext();
  }
  Close();
  FLAGFALL_RETURN_IF_ERROR(status);
  return *end_;
}

absl::Status TournamentRun::Open(RunLedger& ledger) {
  ledger_ = &ledger;
  FLAGFALL_ASSIGN_OR_RETURN(const std::string log_folder, MakeLogFolder());
  FLAGFALL_ASSIGN_OR_RETURN(folder_, RunFolder::Make());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<bots::Sandbox> sandboxes, FindSandboxes());
  referee_ = options_.shared_referee;
  if (referee_ == nullptr) {
    RefereeOptions referee_options;
    referee_options.no_show_after = options_.no_show_after;
    FLAGFALL_ASSIGN_OR_RETURN(own_referee_, SharedReferee::Start(referee_options));
    referee_ = own_referee_.get();
  }
  // The run was begun all the same only if other machines may play.
  if (const absl::Status speed = match_specs_.NoteSpeed(); !speed.ok()) {
    Notice(absl::StrCat("no game is played on this machine: ", speed.message()));
  }
  ShareLeases(sandboxes);
  processes_ = MakeProcesses(std::move(sandboxes), log_folder);
  if (options_.pool != nullptr && !options_.leaves_launched_to_others) {
    const bool allows_pondering = tournament::AllowsPondering(tournament_.spec);
    FLAGFALL_RETURN_IF_ERROR(GamesOnCores::Check(options_.pool->size(), bots_, allows_pondering));
    on_cores_ = std::make_unique<GamesOnCores>(
        *options_.pool, *processes_, bots_, allows_pondering,
        [this](std::uint32_t game) { events_.Push({.event = {}, .game_with_cores = game}); });
  }
  follower_ = referee_->Follow(ObserverOfReferee());
  writer_ = ledger.OpenWriter(ObserverOfLedger());
  if (options_.slots != nullptr) {
    slots_ = options_.slots->Join(tournament::WeightOf(tournament_.spec), tournament_.spec.concurrency(),
                                  [this] { Push(coordinator::SlotGranted{}); });
  }
  return absl::OkStatus();
}

RefereeObserver TournamentRun::ObserverOfReferee() {
  // To a shared referee, bots may be connected that are not in this tournament.
  std::map<std::string, int> index_of_id;
  for (const auto& [name, bot] : index_of_) index_of_id[processes_->Id(bot)] = bot;
  const auto push_disconnected = [this, index_of_id](const std::string& bot, const std::string& detail,
                                                     bool was_there) {
    const auto found = index_of_id.find(bot);
    if (found != index_of_id.end()) Push(coordinator::BotDisconnected{found->second, detail, was_there});
  };
  RefereeObserver observer;
  observer.on_connected = [this, index_of_id](const std::string& bot, const v1::Hello& hello) {
    const auto found = index_of_id.find(bot);
    if (found == index_of_id.end()) return;
    const bool plays_ruleset = absl::c_linear_search(hello.rulesets(), tournament_.spec.ruleset().id());
    Push(coordinator::BotReady{found->second, hello.concurrent_games_max(), plays_ruleset});
  };
  observer.on_disconnected = [push_disconnected](const std::string& bot, const std::string& detail) {
    push_disconnected(bot, detail, /*was_there=*/true);
  };
  observer.on_refused = [push_disconnected](const std::string& bot, const std::string& detail) {
    push_disconnected(bot, detail, /*was_there=*/false);
  };
  return observer;
}

LedgerObserver TournamentRun::ObserverOfLedger() {
  LedgerObserver observer;
  observer.on_stored = [this](const std::vector<store::GameResult>& results,
                              const std::vector<store::Receipt>& receipts) {
    coordinator::ResultsStored stored;
    for (std::size_t i = 0; i < results.size(); ++i) {
      stored.results.push_back({results[i].number, receipts[i].status, queries::MessageOf(results[i], receipts[i])});
    }
    Push(std::move(stored));
    if (leases_ == nullptr) return;
    for (const store::GameResult& result : results) leases_->Stored(result.number);
  };
  observer.on_failed = [this](absl::Status status) { Push(coordinator::HostFailed{std::move(status)}); };
  observer.on_notice = [this](const std::string& text) { events_.Push({.event = {}, .notice = text}); };
  return observer;
}

void TournamentRun::Close() {
  slots_.reset();
  if (processes_ == nullptr) return;
  referee_->Unfollow(follower_);
  AnnounceUses(processes_->EndAll());
  on_cores_.reset();
  processes_.reset();
  own_referee_.reset();
  folder_.reset();
  writer_.reset();
  leases_.reset();
  // What the writer said when the run had its end already. If it could not store the last results, the run failed.
  for (const Happened& last : events_.TakeAll()) {
    if (!last.notice.empty()) Notice(last.notice);
    const auto* const failed = std::get_if<coordinator::HostFailed>(&last.event);
    if (failed != nullptr && end_.has_value() && end_->ok()) end_ = failed->status;
  }
}

void TournamentRun::HandleNext() {
  Happened next = events_.Pop();
  if (next.game_with_cores != 0) return BeginLate(on_cores_->BeginWithCores(next.game_with_cores));
  if (!next.notice.empty()) return Notice(next.notice);
  coordinator::GameOver* const over = std::get_if<coordinator::GameOver>(&next.event);
  if (over == nullptr) return CarryOut(coordinator_.Handle(std::move(next.event)));
  const coordinator::GameStart game = over->game;
  if (!next.is_elsewhere) {
    // What the bots have used is measured here, and belongs into the record.
    v1::GameRecord& record = over->record;
    processes_->EndGame(index_of_.at(record.red().name()), game.number, *record.mutable_red_use());
    processes_->EndGame(index_of_.at(record.blue().name()), game.number, *record.mutable_blue_use());
    if (on_cores_ != nullptr) on_cores_->End(game.number);
  }
  std::vector<coordinator::Command> commands = coordinator_.Handle(std::move(next.event));
  const bool is_stored = absl::c_any_of(commands, [&game](const coordinator::Command& command) {
    const auto* const store = std::get_if<coordinator::StoreResult>(&command);
    return store != nullptr && store->game.number == game.number;
  });
  if (next.is_elsewhere && !is_stored) leases_->NotWanted(game);
  CarryOut(std::move(commands));
}

void TournamentRun::CarryOut(std::vector<coordinator::Command> commands) {
  std::vector<coordinator::Event> failures;
  for (coordinator::Command& command : commands) {
    const absl::Status status = std::visit([this](auto& what) { return CarryOut(what); }, command);
    if (status.ok()) continue;
    if (const coordinator::PlayGame* const play = std::get_if<coordinator::PlayGame>(&command)) {
      failures.emplace_back(coordinator::GameNotStarted{play->Key(), status});
    } else {
      failures.emplace_back(coordinator::HostFailed{status});
    }
  }
  for (coordinator::Event& failure : failures) CarryOut(coordinator_.Handle(std::move(failure)));
}

absl::Status TournamentRun::CarryOut(const coordinator::AskForSlot&) {
  slots_->Ask();
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::ReturnSlot&) {
  slots_->Return();
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::StartBot& command) {
  return processes_->Start(command.bot, command.life, command.settings);
}

absl::Status TournamentRun::CarryOut(const coordinator::EndBot& command) {
  processes_->End(command.bot, command.detail);
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::PlayGame& command) {
  const tournament::ScheduledGame& game = command.game;
  for (const int bot : {game.red, game.blue}) {
    if (!processes_->IsStarted(bot)) return absl::InternalError(absl::StrCat(bots_[bot].name(), " was not started"));
  }
  if (on_cores_ != nullptr && on_cores_->Wait(command)) return absl::OkStatus();
  return BeginGame(command);
}

void TournamentRun::BeginLate(const std::optional<coordinator::PlayGame>& command) {
  if (!command.has_value()) return;
  const absl::Status begun = BeginGame(*command);
  if (begun.ok()) return;
  on_cores_->End(command->game.number);
  Push(coordinator::GameNotStarted{command->Key(), begun});
}

absl::Status TournamentRun::BeginGame(const coordinator::PlayGame& command) {
  const tournament::ScheduledGame& game = command.game;
  // A machine that has become too slow or too fast since the run began goes on by its last scale.
  match_specs_.NoteSpeed().IgnoreError();
  MatchSpec spec = match_specs_.SpecOf(game, command.seed);
  FLAGFALL_ASSIGN_OR_RETURN(spec.given_set_ups, ledger_->GivenSetUpsOf(game, command.seed));
  processes_->BeginGame(game.red, game.number);
  processes_->BeginGame(game.blue, game.number);
  const auto on_over = [this, key = command.Key()](v1::GameRecord record) {
    Push(coordinator::GameOver{.game = key, .record = std::move(record)});
  };
  return referee_->referee().StartGame(std::move(spec), on_over,
                                       GameBots{processes_->Id(game.red), processes_->Id(game.blue)});
}

absl::Status TournamentRun::CarryOut(const coordinator::EndGame& command) {
  if (command.lease != 0) {
    leases_->End(command);
    return absl::OkStatus();
  }
  // Also a game that waits for cores ends as all do, with a record. For the moment that it lasts it needs none.
  if (on_cores_ != nullptr) BeginLate(on_cores_->BeginWithoutCores(command.game.number));
  referee_->referee().AbortGame(store::GameIdOf(tournament_.id, command.game.number), command.reason, command.detail);
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(coordinator::StoreResult& command) {
  Store(command.game, std::move(command.record), command.machine);
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::StoreForfeit& command) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::GameRecord record,
                            ForfeitedGame(match_specs_.SpecOf(command.game, command.seed), command.is_red_absent,
                                          command.is_blue_absent, command.detail));
  Store(command.game, std::move(record));
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::StoreFault& command) {
  if (options_.ledger.meter != nullptr) options_.ledger.meter->NoteFault(command.reason);
  // Whoever challenges a bot chooses when it has to play and under which options, and shall not have it suspended: then
  // it has lost the challenge's games, and nothing else.
  if (!tournament_.spec.challenger().empty()) return absl::OkStatus();
  writer_->Put(BotFault{bots_[command.bot].name(), command.reason, tournament_.spec.faults_max()});
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::Announce& command) {
  observer_(command.event);
  return absl::OkStatus();
}

absl::Status TournamentRun::CarryOut(const coordinator::Finish& command) {
  end_ = command.end;
  return absl::OkStatus();
}

void TournamentRun::Store(const tournament::ScheduledGame& game, v1::GameRecord record,
                          const coordinator::Machine& machine) {
  store::GameResult result;
  result.tournament_id = tournament_.id;
  result.number = game.number;
  result.round = game.round;
  result.first_of_pair = game.first_of_pair;
  result.record = std::move(record);
  if (!machine.user.empty()) result.worker = store::WorkerName{machine.user, machine.name};
  writer_->Put(std::move(result));
}

}  // namespace flagfall::arena::runner
