#include "arena/coordinator/coordinator.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/tournament/format.h"
#include "referee/base/counted.h"

namespace flagfall::arena::coordinator {
namespace {

std::uint32_t ConcurrencyPerBot(const v1::TournamentSpec& spec) {
  // In a duplicate tournament a process plays one game, so that it cannot know the other one of its pair.
  if (spec.duplicate()) return 1;
  return spec.concurrency_per_bot() == 0 ? std::numeric_limits<std::uint32_t>::max() : spec.concurrency_per_bot();
}

}  // namespace

Coordinator::Coordinator(RunStart start)
    : tournament_id_(start.tournament_id),
      spec_(std::move(start.spec)),
      void_attempts_max_(start.void_attempts_max),
      games_(std::move(start.games)),
      machines_{.is_lease = start.is_lease,
                .leaves_launched_to_others = start.leaves_launched_to_others,
                .cores = start.cores},
      slots_{.are_shared = start.shares_slots},
      attempts_(spec_, void_attempts_max_, std::move(start.void_attempts), std::move(start.seeds)),
      results_{.stored = start.games_stored, .refused = {}} {
  for (EnteredBot& bot : start.bots) {
    BotState& state = bots_.emplace_back();
    state.is_alive = bot.is_remote;
    state.bot = std::move(bot);
  }
}

std::vector<Command> Coordinator::Begin() {
  commands_.emplace_back(Announce{Progress()});
  StartGames();
  FinishIfDone();
  return std::exchange(commands_, {});
}

std::vector<Command> Coordinator::Handle(Event event) {
  std::visit([this](auto& happened) { On(happened); }, event);
  StartGames();
  FinishIfDone();
  return std::exchange(commands_, {});
}

void Coordinator::On(const SlotGranted&) {
  if (state_ == State::kOver) return;
  --slots_.asked;
  ++slots_.free;
}

void Coordinator::On(const BotReady& ready) {
  if (state_ != State::kRunning) return;
  BotState& state = bots_[ready.bot];
  state.games_max = std::max<std::uint32_t>(ready.games_max, 1);
  state.last_disconnect.clear();
  if (ready.plays_ruleset) {
    state.ready_life = state.life;
    return;
  }
  EndProcess(ready.bot, "its hello does not list the ruleset");
  CountFault(ready.bot, absl::StrCat("its hello does not list the ruleset ", spec_.ruleset().id()));
}

void Coordinator::On(const BotDisconnected& disconnected) {
  BotState& state = bots_[disconnected.bot];
  state.last_disconnect = disconnected.detail;
  // One game waits for it, and says in the end that it does not come back; the others are for when it has.
  if (disconnected.was_there) state.games_max = 1;
}

void Coordinator::On(const BotExited& exited) {
  BotState& state = bots_[exited.bot];
  if (state_ != State::kRunning || state.bot.is_remote || !state.is_alive || state.life != exited.life) return;
  if (exited.has_lost_supervisor && !state.IsOneTooMany(exited)) return TakeSupervisorDeath(exited.bot, exited.detail);
  const std::string what =
      exited.has_lost_supervisor
          ? absl::StrCat(exited.detail, " in play, more than ", Counted(kDoubtfulDeathsMax, "time"),
                         " in this run, and without a sandbox that forbids it the bot may do that itself")
          : absl::StrCat("its process ", exited.detail);
  EndProcess(exited.bot, what);
  CountFault(exited.bot, state.last_disconnect.empty() ? what : absl::StrCat(what, " after: ", state.last_disconnect));
}

void Coordinator::On(GameOver& over) {
  const std::optional<RunningGame> found = running_.Remove(over.game);
  if (!found.has_value()) return;
  const RunningGame& running = *found;
  const bool was_here = running.lease == 0;
  if (was_here) {
    // Not used again at once: another run may be further behind its share.
    if (slots_.are_shared) ++slots_.to_return;
    --bots_[running.game.red].games_running;
    --bots_[running.game.blue].games_running;
  }
  // What a stop or a failure cuts off has no result, and is played again by the next run.
  if (state_ != State::kRunning) return;
  const v1::Outcome& outcome = over.record.outcome();
  // Its set-ups are those of the first game, which may have turned out to be void or been refused.
  const std::uint32_t first = running.game.first_of_pair;
  if (!was_here && spec_.duplicate() && first != 0 && !games_->IsOver(first)) {
    attempts_.NoteReturned(running.game.number, /*is_lost=*/false);
    return games_->PutBack(running.game.number);
  }
  if (was_here && outcome.reason() == v1::REASON_FORFEIT_NO_SHOW) CountNoShows(running, outcome);
  if (outcome.result() == v1::RESULT_VOID) {
    // The tournament is decided without this game: it was ended for that, and is not played again.
    if (games_->IsDecided()) return games_->PutBack(running.game.number);
    // Whoever stops a worker may have stopped its bots as well. The game goes back, as all that it has not played.
    if (machines_.is_lease && ending_.is_pausing && outcome.reason() == v1::REASON_SUPERVISOR_KILLED) {
      return games_->PutBack(running.game.number);
    }
    if (attempts_.NoteVoid(running.game.number, outcome.reason())) games_->PutBack(running.game.number);
  }
  if (was_here && WasCutOff(running, outcome) && attempts_.NoteCutOff(running.game.number)) {
    return games_->PutBack(running.game.number);
  }
  ++results_.unstored;
  commands_.emplace_back(StoreResult{running.game, std::move(over.record), std::move(over.machine)});
}

void Coordinator::On(const GameNotStarted& not_started) {
  if (!running_.Remove(not_started.game).has_value()) return;
  if (slots_.are_shared) ++slots_.to_return;
  Close(not_started.status);
}

void Coordinator::On(ResultsStored& stored) {
  for (StoredResult& result : stored.results) {
    if (state_ != State::kRunning) return;
    TakeStored(result);
  }
}

void Coordinator::On(const HostFailed& failed) { Close(failed.status); }

void Coordinator::On(const StopRequested&) { Close(RunEnd::kStopped); }

void Coordinator::On(const PauseRequested&) { ending_.is_pausing = true; }

void Coordinator::StartGames() {
  // Games that only lack a slot, and how many more each bot would have with them.
  std::size_t lacking = 0;
  std::vector<std::uint32_t> more;
  const bool may_begin = state_ == State::kRunning && !ending_.is_pausing && Room() > 0;
  // Of duplicate pairs that depends on the pair.
  const bool are_all_for_others = may_begin && machines_.leaves_launched_to_others && !spec_.duplicate() &&
                                  attempts_.MayAllBeLeased() &&
                                  std::all_of(bots_.begin(), bots_.end(), std::mem_fn(&BotState::MayBeLeased));
  machines_.is_awaited = are_all_for_others && games_->HasWaiting();
  const auto may_start = [&](const tournament::ScheduledGame& game) {
    if (!machines_.ArePlayedHere(bots_[game.red], bots_[game.blue]) && MayLease(game)) {
      // Another machine comes for the second game of a duplicate pair together with the first, or after it. Where the
      // first has been given up, nobody does.
      machines_.is_awaited |= !spec_.duplicate() || game.first_of_pair == 0 || games_->IsOver(game.first_of_pair);
      return false;
    }
    if (MayLease(game) && machines_.IsFull(running_.Here() + lacking)) return false;
    if (!MayStart(game, more[game.red], more[game.blue])) return false;
    if (slots_.HasOne() || !bots_[game.red].MayPlay() || !bots_[game.blue].MayPlay()) return true;
    if (lacking == Room()) return false;
    ++lacking;
    ++more[game.red];
    ++more[game.blue];
    return false;
  };
  // With thousands of games that wait for other machines it would be dear to look through them after each event.
  while (!are_all_for_others && state_ == State::kRunning && !ending_.is_pausing && Room() > 0) {
    lacking = 0;
    more.assign(bots_.size(), 0);
    const std::optional<tournament::ScheduledGame> game = games_->Take(may_start);
    if (!game.has_value()) break;
    const bool is_forfeit = bots_[game->red].IsSuspended() || bots_[game->blue].IsSuspended();
    if (is_forfeit && !machines_.is_lease) {
      Forfeit(*game);
    } else if (is_forfeit || bots_[game->red].is_left_out || bots_[game->blue].is_left_out ||
               !machines_.ArePlayedHere(bots_[game->red], bots_[game->blue])) {
      attempts_.LeaveOver(game->number);
    } else {
      Start(*game);
    }
  }
  // First, since a slot goes to one of those that have asked when it is returned.
  if (Room() > 0) {
    for (; slots_.asked < lacking; ++slots_.asked) commands_.emplace_back(AskForSlot{});
  }
  for (slots_.to_return += std::exchange(slots_.free, 0); slots_.to_return > 0; --slots_.to_return) {
    commands_.emplace_back(ReturnSlot{});
  }
}

std::size_t Coordinator::Room() const {
  const std::size_t here = running_.Here();
  const std::size_t at_once = here + running_.ElsewhereAtOnce();
  return std::min(spec_.concurrency() - std::min<std::size_t>(at_once, spec_.concurrency()),
                  kUnstoredMax - std::min(results_.unstored + here, kUnstoredMax));
}

bool Coordinator::Machines::ArePlayedHere(const BotState& red, const BotState& blue) const {
  return !leaves_launched_to_others || red.bot.is_remote || blue.bot.is_remote;
}

bool Coordinator::MayStart(const tournament::ScheduledGame& game, std::uint32_t more_of_red,
                           std::uint32_t more_of_blue) const {
  // A game on the set-ups of the first game of its pair has to wait for them.
  if (spec_.duplicate() && game.first_of_pair != 0 && !games_->IsOver(game.first_of_pair)) return false;
  const BotState& red = bots_[game.red];
  const BotState& blue = bots_[game.blue];
  if (red.IsSuspended() || blue.IsSuspended()) {
    // Where results can end the tournament, each is waited for: a bot that does not come forfeits no more games than it
    // takes to see that.
    return !games_->CanBeDecided() || results_.unstored == 0;
  }
  if (!red.MayPlay() || !blue.MayPlay()) return true;
  if (!red.CanPlayWith(game.settings.red) || !blue.CanPlayWith(game.settings.blue)) return false;
  const auto is_free = [this](const BotState& state, std::uint32_t more) {
    return state.games_running + more < std::min(state.games_max, ConcurrencyPerBot(spec_));
  };
  return is_free(red, more_of_red) && is_free(blue, more_of_blue);
}

void Coordinator::Forfeit(const tournament::ScheduledGame& game) {
  const BotState& red = bots_[game.red];
  const BotState& blue = bots_[game.blue];
  const EnteredBot& absent = red.IsSuspended() ? red.bot : blue.bot;
  ++results_.unstored;
  commands_.emplace_back(StoreForfeit{.game = game,
                                      .seed = attempts_.SeedOf(game),
                                      .is_red_absent = red.IsSuspended(),
                                      .is_blue_absent = blue.IsSuspended(),
                                      .detail = absl::StrCat(absent.name, " is suspended: ", absent.suspended_reason)});
}

void Coordinator::EndRunningGames() {
  for (auto& [number, running] : running_) {
    if (std::exchange(running.is_ending, true)) continue;
    commands_.emplace_back(EndGame{.game = running.Key(), .lease = running.lease});
  }
}

void Coordinator::TakeStored(StoredResult& result) {
  --results_.unstored;
  const v1::Outcome& outcome = result.summary.outcome();
  const bool is_void = outcome.result() == v1::RESULT_VOID;
  if (absl::IsInvalidArgument(result.status)) {
    // The game stays undecided, and the others are played all the same.
    if (is_void) attempts_.ForgetVoid(result.number);
    Notice(result.status.message());
    results_.refused.Update(result.status);
    return;
  }
  if (!result.status.ok()) return Close(result.status);
  if (!is_void) {
    ++results_.stored;
    games_->Decided(result.number, outcome.result(), tournament::IsForfeit(outcome.reason()),
                    tournament::IsUnplayed(outcome.reason(), result.summary.plies()));
    // What runs is of no use any more.
    if (games_->IsDecided()) EndRunningGames();
    EndIdleBots();
  }
  v1::TournamentEvent event = Progress();
  *event.mutable_game() = std::move(result.summary);
  commands_.emplace_back(Announce{std::move(event)});
}

void Coordinator::Close(absl::StatusOr<RunEnd> end) {
  // What came first is what the host wants to know.
  if (state_ != State::kRunning) return;
  state_ = State::kClosing;
  ending_.why = std::move(end);
  EndRunningGames();
}

void Coordinator::FinishIfDone() {
  if (state_ == State::kOver || !running_.empty()) return;
  const bool is_waiting = (slots_.asked > 0 || machines_.is_awaited) && !games_->IsOver() && !ending_.is_pausing;
  if (state_ == State::kRunning && (results_.unstored > 0 || is_waiting)) return;
  const std::string why = games_->WhyGivenUp();
  if (state_ == State::kRunning && !why.empty()) Notice(why);
  commands_.emplace_back(Finish{state_ == State::kClosing ? ending_.why : ResultOfRun()});
  state_ = State::kOver;
}

absl::StatusOr<RunEnd> Coordinator::ResultOfRun() const {
  if (games_->IsOver()) return RunEnd::kFinished;
  if (ending_.is_pausing) return RunEnd::kPaused;
  // What is left goes back.
  if (machines_.is_lease) return RunEnd::kFinished;
  if (!results_.refused.ok()) return results_.refused;
  if (attempts_.left_over().empty())
    return absl::InternalError("no game can be started, though the tournament is not over");
  if (const std::string deaths = SupervisorDeathsText(bots_); !deaths.empty()) {
    return absl::UnavailableError(absl::StrCat(
        Counted(attempts_.left_over().size(), "game"), " left, the first ", tournament_id_, "-",
        attempts_.left_over().front(), ": bots' supervisors died (", deaths,
        "): see whether the machine ran out of memory (`dmesg`) or who has killed them; then `tournament resume` plays "
        "them"));
  }
  if (!attempts_.MayBeLeased(attempts_.left_over().front())) {
    return absl::UnavailableError(absl::StrCat(
        Counted(attempts_.left_over().size(), "game"), " left, the first ", tournament_id_, "-",
        attempts_.left_over().front(), ": other machines that had it were lost ", Counted(void_attempts_max_, "time"),
        "; see what has become of them, then `tournament resume` plays it"));
  }
  // A host that is too slow says so; without that, a game is void by time when both flags have fallen together.
  const bool are_silent = attempts_.LastVoidOf(attempts_.left_over().front()) == v1::REASON_OUT_OF_TIME;
  return absl::UnavailableError(absl::StrCat(
      Counted(attempts_.left_over().size(), "game"), " left, void ", Counted(void_attempts_max_, "time"),
      " each, the first ", tournament_id_, "-", attempts_.left_over().front(),
      are_silent ? ": neither bot had set up in time; see whether they still run, then `tournament resume` plays them"
                 : ": the host was too slow; play them with `tournament resume` when it has less to do"));
}

v1::TournamentEvent Coordinator::Progress() const {
  v1::TournamentEvent event;
  event.set_games_stored(results_.stored);
  event.set_games_total(games_->GamesMax().value_or(0));
  return event;
}

void Coordinator::Notice(absl::string_view text) {
  v1::TournamentEvent event = Progress();
  event.set_notice(std::string(text));
  commands_.emplace_back(Announce{std::move(event)});
}

}  // namespace flagfall::arena::coordinator
