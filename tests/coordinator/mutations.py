"""The faults that tests/support/mutate.py plants."""

import pathlib
from typing import NamedTuple

SOURCES = sorted((pathlib.Path(__file__).resolve().parents[2] / "arena/coordinator").glob("*.cc"))


class Mutation(NamedTuple):
    """A fault. `old` must occur exactly once in the coordinator."""

    what: str
    old: str
    new: str

    @property
    def file(self) -> pathlib.Path:
        return next(source for source in SOURCES if self.old in source.read_text(encoding="utf-8"))


MUTATIONS = [
    Mutation("a void game is lost: it is not played again", "if (attempts_.NoteVoid(running.game.number, outcome.reason())) games_", "if (!attempts_.NoteVoid(running.game.number, outcome.reason())) games_"),
    Mutation("a void game is lost: the attempt is not stored",
             "games_->PutBack(running.game.number);\n  }\n  if (was_here && WasCutOff",
             "games_->PutBack(running.game.number);\n    return;\n  }\n  if (was_here && WasCutOff"),
    Mutation("a result is stored twice", "  ++results_.unstored;\n  commands_.emplace_back(StoreResult{running.game, std::move(over.record), std::move(over.machine)});",
             "  results_.unstored += 2;\n  commands_.emplace_back(StoreResult{running.game, over.record, over.machine});\n"
             "  commands_.emplace_back(StoreResult{running.game, std::move(over.record), std::move(over.machine)});"),
    Mutation("a bot forfeits one fault too early", "if (++state.bot.faults < spec_.faults_max()) return;",
             "if (++state.bot.faults + 1 < spec_.faults_max()) return;"),
    Mutation("a bot forfeits that is not suspended",
             "bots_[game->red].IsSuspended() || bots_[game->blue].IsSuspended();",
             "bots_[game->red].IsSuspended() || bots_[game->blue].IsSuspended() || bots_[game->red].bot.faults > 1;"),
    Mutation("the second game of a pair begins before the first is stored",
             "  if (spec_.duplicate() && game.first_of_pair != 0 && !games_->IsOver(game.first_of_pair)) return false;\n",
             ""),
    Mutation("a stop forgets a game: the run is over while it is played",
             "if (state_ == State::kOver || !running_.empty()) return;",
             "if (state_ == State::kOver || (!running_.empty() && state_ != State::kClosing)) return;"),
    Mutation("a stop forgets a game: it is not ended",
             "    if (std::exchange(running.is_ending, true)) continue;",
             "    if (std::exchange(running.is_ending, true) || (state_ == State::kClosing && number % 7 == 3)) continue;"),
    Mutation("a game that a stop cut off is stored", "  if (state_ != State::kRunning) return;\n  const v1::Outcome& outcome",
             "  if (state_ == State::kOver) return;\n  const v1::Outcome& outcome"),
    Mutation("a stored result is not counted", "    ++results_.stored;\n", ""),
    Mutation("a fault is not counted of a bot that comes again",
             "  if (!state.is_alive || state.life != life) return;\n    End", "  if (!state.is_alive || life > 1) return;\n    End"),
    Mutation("a game goes on whose bot has lost its supervisor", "    if (!is_played_by_it || std::exchange(running.is_ending, true)) continue;",
             "    if (!is_played_by_it || number % 5 == 2 || std::exchange(running.is_ending, true)) continue;"),
    Mutation("a supervisor that dies is a fault of the bot",
             "  if (exited.has_lost_supervisor && !state.IsOneTooMany(exited)) return TakeSupervisorDeath(exited.bot, exited.detail);\n", ""),
    Mutation("a test's games are forfeited ahead of their results", "return !games_->CanBeDecided() || results_.unstored == 0;",
             "return true;"),
    Mutation("a suspended bot plays", "  state.bot.suspended_reason = reason;\n", ""),
    Mutation("a bot has one game more than it takes", "return state.games_running + more < std::min(",
             "return state.games_running + more < 1 + std::min("),
    Mutation("one game more than the spec's concurrency",
             "spec_.concurrency() - std::min<std::size_t>(at_once, spec_.concurrency())",
             "1 + spec_.concurrency() - std::min<std::size_t>(at_once, 1 + spec_.concurrency())"),
    Mutation("a process plays both games of a pair", "if (spec_.duplicate() && state.has_played) {",
             "if (spec_.duplicate() && state.has_played && bot != 0) {"),
    Mutation("a process that has other options plays on", "} else if (state.settings != settings) {",
             "} else if (state.settings != settings && bot != 1) {"),
    Mutation("a process is ended that plays with other options",
             "  if (!red.CanPlayWith(game.settings.red) || !blue.CanPlayWith(game.settings.blue)) return false;\n",
             "  if (!red.CanPlayWith(game.settings.red)) return false;\n"),
    Mutation("a void game is played again with the same seed", "  ++voids_[number];\n", ""),
    Mutation("the exit of an older process counts for the newest", " || state.life != exited.life) return;", ") return;"),
    Mutation("a game begins without a slot", "slots_.HasOne() || !bots_[game.red].MayPlay() || !bots_[game.blue].MayPlay()", "true"),
    Mutation("a slot is kept when its game is over",
             "    if (slots_.are_shared) ++slots_.to_return;\n    --bots_", "    --bots_"),
    Mutation("a slot is kept that no game needs", "slots_.to_return += std::exchange(slots_.free, 0)", "slots_.free = 0"),
    Mutation("a run does not wait for its slot", "(slots_.asked > 0 || machines_.is_awaited)", "machines_.is_awaited"),
    Mutation("a run does not wait for other machines", "(slots_.asked > 0 || machines_.is_awaited)", "slots_.asked > 0"),
    Mutation("what is left to other machines is played here", "return !leaves_launched_to_others || red", "return true || red"),
    Mutation("a game that no machine plays keeps the run for ever", "bots_[game.blue]) && MayLease(game)) {", "bots_[game.blue])) {"),
    Mutation("a game that comes back is lost", "  games_->PutBack(running->game.number);\n", ""),
    Mutation("a game that comes back has the start that it had", "void Attempts::NoteReturned(std::uint32_t number, bool is_lost) {\n  ++starts_[number];\n",
             "void Attempts::NoteReturned(std::uint32_t number, bool is_lost) {\n"),
    Mutation("a result of an older start counts", " || found->second.start != key.start) return std::nullopt;", ") return std::nullopt;"),
    Mutation("games of a lease do not count among those at once", "const std::size_t at_once = here + running_.ElsewhereAtOnce();",
             "const std::size_t at_once = here;"),
    Mutation("a lease that is over still counts", "--elsewhere_at_once_;", "elsewhere_at_once_ += 0;"),
    Mutation("a remote bot's games are leased", "return !bot.is_remote && MayPlay();", "return MayPlay();"),
    Mutation("a suspended bot's games are leased", "return !bot.is_remote && MayPlay();", "return !bot.is_remote;"),
    Mutation("the second game of a pair is leased without its first",
             "game.first_of_pair != 0 && !completes_pair && !games.IsOver(game.first_of_pair)", "false && game.first_of_pair != 0"),
    Mutation("the second game of a leased pair is stored before the first",
             "if (!was_here && spec_.duplicate() && first != 0 && !games_->IsOver(first)) {", "if (false && first != 0) {"),
    Mutation("a lease has games that its worker does not play", "  if (asked.only.empty()) {\n", "  if (true) {\n"),
    Mutation("a lease has games of a bot that its worker cannot play",
             "    if (asked.without.contains(game.red) || asked.without.contains(game.blue)) return false;\n", ""),
    Mutation("a lease gives a slot back that it has not", "  if (was_here) {\n    // Not used", "  {\n    // Not used"),
    Mutation("a lease is granted in a pause", "state_ != State::kRunning || ending_.is_pausing || is_refused", "state_ != State::kRunning || is_refused"),
    Mutation("bots are ended while they play", "    if (games_->IsDoneWith(bot)) End", "    if (results_.stored > 3) End"),
]
