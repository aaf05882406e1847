#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/read_file.h"
#include "arena/queries/rulesets.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game_text.h"
#include "referee/rules/replay_text.h"

namespace flagfall::arena::cli {
namespace {

absl::Status PrintRulesets(const Console& console) {
  Listing listing(console, {"ruleset", "title", "options"});
  for (const auto& definition : Catalogue()) {
    const RulesetInfo& info = definition->info();
    std::string options;
    for (const OptionInfo& option : info.options) {
      absl::StrAppend(&options, options.empty() ? "" : " ", option.name, "=", option.default_value);
    }
    listing.Add(queries::MessageOf(info), {info.id, info.title, options});
  }
  listing.Print("");
  return absl::OkStatus();
}

absl::Status PrintRuleset(const Console& console, const std::string& id) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(id));
  const RulesetInfo& info = definition->info();
  if (console.json) {
    PrintJson(queries::MessageOf(info), console.out);
    return absl::OkStatus();
  }
  console.out << info.id << ": " << info.title << "\n" << info.description << "\n\n" << info.rules << "\n\n";
  std::vector<std::vector<std::string>> options = {{"option", "default", "values", "meaning"}};
  for (const OptionInfo& option : info.options) {
    options.push_back({option.name, option.default_value, option.Domain(), option.description});
  }
  if (options.size() > 1) console.out << FormatTable(options) << "\n";
  std::vector<std::vector<std::string>> decisions = {{"decision", "what is decided", "for example"}};
  for (const DecisionInfo& decision : info.decisions) {
    decisions.push_back({DecisionName(decision.kind), decision.description, decision.example});
  }
  console.out << FormatTable(decisions);
  return absl::OkStatus();
}

}  // namespace

void AddRulesCommands(Command app, Invocation& invocation) {
  Command rules =
      app.AddGroup("rules", "Lists and shows rulesets, and replays games in plain text", "flagfall rules show classic");

  AddCommand(rules, invocation, "list", "Lists the rulesets with their options", "flagfall rules list",
             [&invocation] { return PrintRulesets(invocation.console); });

  const auto id = std::make_shared<std::string>();
  AddCommand(rules, invocation, "show", "Shows a ruleset with what its options may be", "flagfall rules show classic",
             [&invocation, id] { return PrintRuleset(invocation.console, *id); })
      .AddOption("RULESET", *id, "As `rules list` prints it")
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
