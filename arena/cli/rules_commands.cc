#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/ranks_flag.h"
#include "arena/cli/read_file.h"
#include "arena/cli/rules_text.h"
#include "arena/cli/spec_flags.h"
#include "arena/queries/rulesets.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clauses.h"
#include "referee/rules/game_text.h"
#include "referee/rules/replay_text.h"

namespace flagfall::arena::cli {
namespace {

struct ShowRulesetFlags {
  std::string id;
  // `name=value` each.
  std::vector<std::string> options;
  RanksFlag ranks;
};

absl::Status PrintRulesets(const Console& console) {
  Listing listing(console, {"ruleset", "title", "options"});
  const v1::ListRulesetsResponse rulesets = queries::Rulesets();
  for (const v1::RulesetInfo& info : rulesets.rulesets()) {
    std::string options;
    for (const v1::RulesetOptionInfo& option : info.options()) {
      absl::StrAppend(&options, options.empty() ? "" : " ", option.name(), "=", option.default_value());
    }
    listing.Add(info, {info.id(), info.title(), options});
  }
  listing.Print("");
  return absl::OkStatus();
}

// The server's ruleset where one was named: it may have rulesets of its own.
absl::StatusOr<v1::RulesetInfo> RulesetFor(const Invocation& invocation, const v1::Ruleset& ruleset) {
  if (!invocation.IsRemote()) return queries::RulesetWith(ruleset);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::GetRulesetRequest request;
  *request.mutable_ruleset() = ruleset;
  return api->GetRuleset(request);
}

absl::Status PrintRuleset(const Invocation& invocation, const ShowRulesetFlags& flags) {
  v1::Ruleset ruleset;
  ruleset.set_id(flags.id);
  FLAGFALL_RETURN_IF_ERROR(SetOptions(flags.options, ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::RulesetInfo info, RulesetFor(invocation, ruleset));
  Print(invocation.console, info, Printable(RulesText(info, flags.ranks.order()), /*keep_newlines=*/true));
  return absl::OkStatus();
}

absl::Status PrintClause(const Console& console, const std::string& name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Clause> clauses, FindClause(name));
  if (!console.json) {
    console.out << ClausesText(clauses);
    return absl::OkStatus();
  }
  for (const Clause& clause : clauses) {
    v1::RuleClause message;
    message.set_name(clause.name);
    message.set_text(clause.text);
    PrintJson(message, console.out);
  }
  return absl::OkStatus();
}

}  // namespace

void AddRulesCommands(Command app, Invocation& invocation) {
  Command rules = app.AddGroup("rules", "Lists and tells rulesets, prints clauses, and replays games in plain text",
                               "flagfall rules show classic");

  AddCommand(rules, invocation, "list", "Lists the rulesets with their options", "flagfall rules list",
             [&invocation] { return PrintRulesets(invocation.console); });

  const auto flags = std::make_shared<ShowRulesetFlags>();
  Command show = AddCommand(rules, invocation, "show",
                            "Tells a whole game: board, pieces, how one moves, fights and wins, options, limits",
                            "flagfall rules show classic --option two_squares=2",
                            [&invocation, flags] { return PrintRuleset(invocation, *flags); });
  show.AddOption("RULESET", flags->id, "As `rules list` prints it").Required();
  show.AddOption("--option", flags->options, "Option of the ruleset, NAME=VALUE; may be repeated");
  flags->ranks.AddTo(show);

  const auto clause = std::make_shared<std::string>();
  AddCommand(rules, invocation, "clause", "Prints a clause that an error or an option names, or a section of clauses",
             "flagfall rules clause R4.6", [&invocation, clause] { return PrintClause(invocation.console, *clause); })
      .AddOption("CLAUSE", *clause, "As R4.6, or R4 for the section")
      .Required();

  const auto path = std::make_shared<std::string>();
  const auto lists_plies = std::make_shared<bool>(false);
  Command replay = AddCommand(
      rules, invocation, "replay",
      "Plays a game text and prints how it ends, as JSON; fails at a ply that is not legal",
      "flagfall game export 1-1 | flagfall rules replay - --legal", [&invocation, path, lists_plies]() -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(*path, kGameTextBytesMax, "a game text"));
        return ReplayText(text, *lists_plies, invocation.console.out);
      });
  replay.AddOption("FILE", *path, "A game text, or - for standard input").Required();
  replay.AddFlag("--legal", *lists_plies, "Also the legal and the barred plies of each position, one line each");
}

}  // namespace flagfall::arena::cli
