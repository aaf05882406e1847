#include "arena/runner/tournament_runner.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/second_player.h"
#include "arena/bots/manifest.h"
#include "arena/runner/descriptor_budget.h"
#include "arena/runner/home_ledger.h"
#include "arena/runner/run_start.h"
#include "arena/runner/tournament_run.h"
#include "arena/store/books.h"
#include "arena/store/bots.h"
#include "arena/store/players.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::runner {
namespace {

// The bots that have a process here.
std::size_t CountLaunched(const std::vector<store::Bot>& bots) {
  return static_cast<std::size_t>(absl::c_count_if(bots, [](const store::Bot& bot) { return !bot.IsRemote(); }));
}

// The bots of each owner of one of the entrants.
std::map<std::string, std::vector<std::string>> BotsOfOwners(const std::vector<store::Bot>& entrants,
                                                             const std::vector<store::Bot>& bots) {
  std::map<std::string, std::vector<std::string>> bots_of;
  for (const store::Bot& bot : entrants) {
    if (!bot.owner.empty() && !bot.IsRemote()) bots_of[bot.owner] = {};
  }
  for (const store::Bot& bot : bots) {
    const auto owner = bots_of.find(bot.owner);
    if (owner == bots_of.end()) continue;
    owner->second.push_back(bot.name());
  }
  return bots_of;
}

// Makes room for what the bots will print in this tournament. Logs of tournaments that go on are in use. A challenge
// makes none in the home as a whole: there may be many of them, its bots print little, and all of the logs would be
// looked through.
absl::Status PruneLogs(store::Database& database, const std::vector<store::Bot>& entrants, const RunOptions& options,
                       bool is_challenge) {
  std::map<std::string, std::vector<std::string>> bots_of;
  std::set<std::int64_t> going_on;
  {
    MutexLock lock(database.access());
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(database));
    bots_of = BotsOfOwners(entrants, bots);
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::int64_t> ids, store::TournamentsGoingOn(database));
    going_on.insert(ids.begin(), ids.end());
  }
  const auto may_remove = [&going_on](std::int64_t tournament) { return !going_on.contains(tournament); };
  for (const auto& [owner, bots] : bots_of) {
    bots::PruneOwnerLogs(options.logs_folder, bots, options.log_limits.owner, may_remove);
  }
  if (!is_challenge) bots::PruneHomeLogs(options.logs_folder, options.log_limits.home, may_remove);
  return absl::OkStatus();
}

// Whether this machine can play by the tournament's time control, where that is scaled by the machine's speed.
absl::Status CheckSpeed(const v1::TournamentSpec& spec, const RunOptions& options) {
  if (spec.time_control_reference() == 0) return absl::OkStatus();
  return ScaleFor(spec.time_control_reference(), options.plies_per_second ? options.plies_per_second() : 0).status();
}

// Of a bot that dials in from elsewhere nobody knows the machine.
absl::Status CheckMachinesAreKnown(const v1::TournamentSpec& spec, const std::vector<store::Bot>& bots) {
  if (spec.time_control_reference() == 0) return absl::OkStatus();
  for (const store::Bot& bot : bots) {
    if (!bot.IsRemote()) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", bot.manifest.name(),
                     " is remote: nobody knows how fast its machine is, by which `time_control_reference` (--tc-scale) "
                     "scales the time control"));
  }
  return absl::OkStatus();
}

absl::Status CheckCanDialIn(const v1::TournamentSpec& spec, const std::vector<store::Bot>& bots,
                            const RunOptions& options) {
  for (const store::Bot& bot : bots) {
    if (bot.IsRemote() && spec.duplicate()) {
      return absl::FailedPreconditionError(
          absl::StrCat("bot ", bot.manifest.name(),
                       " is remote: nobody can make it forget the first game of a pair, as `duplicate` has it"));
    }
    if (!bot.IsRemote() || options.shared_referee != nullptr) continue;
    return absl::FailedPreconditionError(absl::StrCat("bot ", bot.manifest.name(),
                                                      " is remote: it plays where it can dial in, in tournaments that "
                                                      "`flagfall serve` plays (`flagfall tournament create`)"));
  }
  return absl::OkStatus();
}

absl::StatusOr<coordinator::RunEnd> Run(store::Database& database, const store::Tournament& tournament,
                                        const RunOptions& options, const RunObserver& observer,
                                        const std::stop_token& stop) {
  FLAGFALL_ASSIGN_OR_RETURN(Entrants entrants, BeginRun(database, tournament, options, WallNow()));
  FLAGFALL_RETURN_IF_ERROR(CheckCanDialIn(tournament.spec, entrants.bots, options));
  FLAGFALL_RETURN_IF_ERROR(CheckMachinesAreKnown(tournament.spec, entrants.bots));
  if (absl::Status speed = CheckSpeed(tournament.spec, options); !speed.ok()) {
    if (options.leases == nullptr) return speed;
    entrants.start.leaves_launched_to_others = true;
  }
  // The limit may have changed since the tournament was made.
  FLAGFALL_RETURN_IF_ERROR(CheckDescriptors(CountLaunched(entrants.bots), options.descriptors_for_others));
  FLAGFALL_RETURN_IF_ERROR(PruneLogs(database, entrants.bots, options, !tournament.spec.challenger().empty()));
  FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl time_control, ParseTimeControl(tournament.spec.time_control()));
  FLAGFALL_ASSIGN_OR_RETURN(HomeLedger ledger, HomeLedger::Open(tournament, database, options.ledger));
  TournamentRun run(tournament, std::move(entrants.bots), std::move(entrants.start), std::move(time_control), options,
                    observer);
  return run.Play(ledger, stop);
}

}  // namespace

std::size_t CountLaunchedBots(store::Database& database, const v1::TournamentSpec& spec) {
  return static_cast<std::size_t>(absl::c_count_if(spec.bots(), [&database](const std::string& name) {
    const absl::StatusOr<store::Bot> bot = store::FindEnteredPlayer(database, name);
    return bot.ok() && !bot->IsRemote();
  }));
}

absl::Status CheckBotsAreKnown(store::Database& database, const v1::TournamentSpec& spec) {
  std::vector<std::string> unknown;
  absl::Status first;
  for (const std::string& name : spec.bots()) {
    absl::Status status = store::FindPlayer(database, name).status();
    if (status.ok()) continue;
    if (!absl::IsNotFound(status)) return status;
    first.Update(status);
    const std::string entry(EntryOfPlayer(name));
    if (!absl::c_linear_search(unknown, entry)) unknown.push_back(entry);
  }
  if (unknown.size() < 2) return first;
  const std::string last = unknown.back();
  unknown.pop_back();
  return absl::NotFoundError(absl::StrCat("there are no bots '", absl::StrJoin(unknown, "', '"), "' and '", last,
                                          "'; `flagfall bot list` shows those that there are"));
}

absl::Status CheckEntrants(store::Database& database, const v1::TournamentSpec& spec,
                           std::size_t descriptors_for_others) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, EnteredPlayers(database, spec));
  FLAGFALL_RETURN_IF_ERROR(CheckMachinesAreKnown(spec, bots));
  for (const store::Bot& bot : bots) {
    const v1::BotManifest& manifest = bot.manifest;
    if (bot.State() == v1::Bot::STATE_SUSPENDED) {
      const bool is_hosts_own = !bot.is_submitted() && !bot.IsRemote();
      return absl::FailedPreconditionError(absl::StrCat(
          "bot ", manifest.name(), " is suspended: ", bot.suspended_reason, "; mend it, then `flagfall bot ",
          is_hosts_own ? absl::StrCat("add ", bot.folder) : absl::StrCat("resume ", manifest.name()), "`"));
    }
    if (!absl::c_linear_search(manifest.rulesets(), spec.ruleset().id())) {
      return absl::InvalidArgumentError(absl::StrCat("bot ", manifest.name(), " does not play ", spec.ruleset().id(),
                                                     "; its manifest lists ",
                                                     absl::StrJoin(manifest.rulesets(), ", ")));
    }
    if (bot.IsRemote() && IsFurtherPlayer(bot.name())) {
      return absl::FailedPreconditionError(absl::StrCat(
          "bot ", EntryOfPlayer(bot.name()),
          " is remote, and cannot play against itself: it dials in once, with one token; another remote bot of yours "
          "(`flagfall bot remote`) may run the same program"));
    }
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const auto settings = spec.bot_options().find(spec.bots(static_cast<int>(i)));
    if (settings == spec.bot_options().end()) continue;
    FLAGFALL_RETURN_IF_ERROR(bots::CheckSettings(bots[i].manifest, settings->second));
  }
  if (!spec.book().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::string book, store::BookOf(database, spec));
    FLAGFALL_RETURN_IF_ERROR(books::FindBook(book, spec.ruleset()).status());
  }
  return CheckDescriptors(CountLaunched(bots), descriptors_for_others);
}

absl::StatusOr<coordinator::RunEnd> RunTournament(store::Database& database, const store::Tournament& tournament,
                                                  const RunOptions& options, const RunObserver& observer,
                                                  const std::stop_token& stop) {
  absl::StatusOr<coordinator::RunEnd> end = Run(database, tournament, options, observer, stop);
  // Not within one expression, whose parts may be evaluated in any order: these are the pause and the time of the end.
  return EndRun(database, tournament, options, std::move(end), options.pause.stop_requested(), WallNow());
}

}  // namespace flagfall::arena::runner
