// The part of Coordinator that looks after the bots' processes: starts them for their games, ends them, and says whose
// fault it is when they are gone.
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/coordinator/coordinator.h"
#include "referee/base/counted.h"

namespace flagfall::arena::coordinator {

void Coordinator::Start(const tournament::ScheduledGame& game) {
  if (slots_.are_shared) --slots_.free;
  for (const int bot : {game.red, game.blue}) {
    BotState& state = bots_[bot];
    const tournament::OptionValues& settings = bot == game.red ? game.settings.red : game.settings.blue;
    if (spec_.duplicate() && state.has_played) {
      EndProcess(bot, "the next game is to be played without memory of this one");
    } else if (state.settings != settings) {
      EndProcess(bot, "the next game is to be played with other values of options");
    }
    state.settings = settings;
    if (!state.is_alive) {
      state.is_alive = true;
      commands_.emplace_back(StartBot{bot, ++state.life, settings});
    }
    state.has_played = true;
    ++state.games_running;
  }
  const std::uint32_t start = attempts_.StartOf(game.number);
  const RunningGame running{.game = game, .start = start, .lives = {bots_[game.red].life, bots_[game.blue].life}};
  running_.Add(running);
  commands_.emplace_back(
      PlayGame{.game = game, .start = start, .lives = running.lives, .seed = attempts_.SeedOf(game)});
}

void Coordinator::EndProcess(int bot, absl::string_view detail) {
  BotState& state = bots_[bot];
  if (!state.is_alive || state.bot.is_remote) return;
  state.is_alive = false;
  commands_.emplace_back(EndBot{bot, state.life, std::string(detail)});
}

void Coordinator::EndIdleBots() {
  for (int bot = 0; bot < static_cast<int>(bots_.size()); ++bot) {
    if (games_->IsDoneWith(bot)) EndProcess(bot, "it has played all its games");
  }
}

// A supervisor that dies again and again cannot be waited for: its bot is left out until the host has looked.
void Coordinator::TakeSupervisorDeath(int bot, const std::string& detail) {
  BotState& state = bots_[bot];
  const std::string what = absl::StrCat(state.bot.name, ": ", detail);
  for (auto& [number, running] : running_) {
    const bool is_played_by_it = (running.game.red == bot && running.lives[0] == state.life) ||
                                 (running.game.blue == bot && running.lives[1] == state.life);
    if (!is_played_by_it || std::exchange(running.is_ending, true)) continue;
    commands_.emplace_back(EndGame{{number, running.start}, v1::REASON_SUPERVISOR_KILLED, what});
  }
  EndProcess(bot, detail);
  state.last_supervisor_death = detail;
  state.is_left_out = ++state.supervisor_deaths >= void_attempts_max_;
  Notice(absl::StrCat(what, ", which is no fault of the bot: the games that it was in are void",
                      state.is_left_out ? absl::StrCat("; that has happened ", Counted(state.supervisor_deaths, "time"),
                                                       " in this run, so its remaining games are left to a later one")
                                        : " and played again"));
}

// A process that has died since the game was started has had its fault counted for that.
void Coordinator::CountNoShows(const RunningGame& running, const v1::Outcome& outcome) {
  const auto count = [this](int bot, std::uint64_t life) {
    const BotState& state = bots_[bot];
    if (!state.is_alive || state.life != life) return;
    EndProcess(bot, "did not say hello in time");
    CountFault(bot, state.last_disconnect.empty()
                        ? "it did not say hello in time"
                        : absl::StrCat("it did not say hello in time; before: ", state.last_disconnect));
  };
  if (outcome.result() != v1::RESULT_RED_WINS) count(running.game.red, running.lives[0]);
  if (outcome.result() != v1::RESULT_BLUE_WINS) count(running.game.blue, running.lives[1]);
}

// Nobody was told that such a game was to be, so that it may be played with the same seed. That the process has gone is
// a fault of its own, which suspends the bot in the end; until then its games wait for its next process.
bool Coordinator::WasCutOff(const RunningGame& running, const v1::Outcome& outcome) const {
  if (outcome.reason() != v1::REASON_FORFEIT_NO_SHOW || outcome.result() == v1::RESULT_VOID) return false;
  const bool is_red_absent = outcome.result() == v1::RESULT_BLUE_WINS;
  const BotState& absent = bots_[is_red_absent ? running.game.red : running.game.blue];
  return !absent.bot.is_remote && absent.ready_life == running.lives[is_red_absent ? 0 : 1];
}

void Coordinator::CountFault(int bot, absl::string_view what, absl::string_view machine) {
  BotState& state = bots_[bot];
  if (games_->IsDoneWith(bot) || state.IsSuspended()) return;
  const std::string& name = state.bot.name;
  // Of a lease, the host that has leased it says where.
  const std::string where =
      machines_.is_lease ? ""
      : machine.empty()
          ? absl::StrCat(" (`flagfall bot log ", name, " --tournament ", tournament_id_, "` shows its output)")
          : absl::StrCat(" (tournament ", tournament_id_, "; output on ", machine, ")");
  const std::string reason = absl::StrCat(what, where);
  Notice(absl::StrCat(name, ": ", reason));
  commands_.emplace_back(StoreFault{bot, reason});
  if (++state.bot.faults < spec_.faults_max()) return;
  state.bot.suspended_reason = reason;
  Notice(absl::StrCat(name, " is suspended after ", Counted(state.bot.faults, "fault"),
                      machines_.is_lease ? "; its remaining games go back" : "; its remaining games are forfeited"));
}

}  // namespace flagfall::arena::coordinator
