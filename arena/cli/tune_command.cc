// `tune`: has a bot play against itself with options that differ, to find the best ones.
#include <algorithm>
#include <memory>

#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/cli/play_tournament.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tune_flags.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// How often it is shown how far the options have come, unless --table-every says it.
constexpr std::uint32_t kTables = 10;

struct Flags {
  std::string bot;
  std::shared_ptr<SpecFlags> spec;
  TuneFlags tuning;
  RunFlags run;
  bool watches_not = false;
};

absl::Status Tune(const Invocation& invocation, const Flags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckHomeExists(invocation));
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentSpec spec, SpecOf(*flags.spec));
  spec.clear_bots();
  spec.add_bots(flags.bot);
  FLAGFALL_RETURN_IF_ERROR(SetTuning(flags.tuning, spec));
  if (!invocation.console.json) invocation.console.out << RoundedGamesText(flags.tuning, spec);
  RunFlags run = flags.run;
  if (run.table_every == 0) run.table_every = std::max(1U, spec.rounds() / kTables) * spec.games();
  if (!invocation.IsRemote()) {
    if (!flags.watches_not) return RunNewTournament(invocation, spec, run);
    return absl::InvalidArgumentError("--no-watch is for a server, which plays on by itself");
  }
  FLAGFALL_RETURN_IF_ERROR(CheckNoHostFlags(*run.host));
  return CreateAtServer(invocation, spec, !flags.watches_not, run.table_every);
}

}  // namespace

void AddTuneCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<Flags>();
  Command tune = AddCommand(app, invocation, "tune",
                            "Finds the best values of a bot's options, by games of the bot against itself",
                            "flagfall tune marshal --ruleset barrage --option think_ms=1..20@2 --games 8",
                            [&invocation, flags] { return Tune(invocation, *flags); });
  flags->spec = AddTuneFlags(tune);
  tune.AddOption("BOT", flags->bot, "Name of a bot").Required();
  tune.AddOption(
      "--option", flags->tuning.options,
      "Option of the bot that is tuned, NAME=LOW..HIGH[@START][:STEP]; may be repeated. START is its default "
      "in bot.json, STEP, how far is tried at the end, a tenth of the range");
  tune.AddOption("--games", flags->tuning.games, "How many in all, rounded up to whole trials. Default 1000")
      .Positive();
  tune.AddOption("--pairs", flags->tuning.pairs, "Pairs of games of each trial. Default 1").Positive();
  tune.AddOption("--at-once", flags->tuning.at_once,
                 "Trials that are played at once, at most 128. Default: as --concurrency")
      .Positive();
  tune.AddOption("--gains", flags->tuning.gains,
                 "How fast options move: alpha=0.602 gamma=0.101 stability=0.1 rate=R, the part of a step that a game "
                 "moves them by at the end. Default: 40 over the games");
  tune.AddFlag("--no-watch", flags->watches_not,
               "At a server: ends when it is queued; `tournament watch` shows how it goes");
  AddRunFlags(tune, flags->run);
}

}  // namespace flagfall::arena::cli
