#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/commands.h"
#include "arena/cli/spec_flags.h"
#include "arena/queries/value_functions.h"
#include "arena/values/value_files.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct FitFlags {
  std::string ruleset;
  std::vector<std::string> options;
  std::vector<std::uint32_t> tournaments;
  std::vector<std::uint32_t> without;
};

// What is to be known of a value function before it is used.
std::string SummaryOf(const v1::ValueFunction& value_function) {
  std::string text = absl::StrCat("Value function ", value_function.version(), " of ",
                                  queries::PoolOfRuleset(value_function.ruleset()), ", fitted to ",
                                  Counted(value_function.games(), "game"), " of ",
                                  Counted(value_function.tournaments().size(), "tournament"), ".\n");
  if (value_function.coefficient() == 0) {
    return absl::StrCat(text, "It has learnt nothing: a score without luck will be the plain one.\n");
  }
  absl::StrAppendFormat(&text,
                        "Variance of a game's score without luck over that of the plain one, by cross-validation among "
                        "these games: %.3f.\n",
                        value_function.variance_factor());
  return text;
}

absl::Status Fit(const Invocation& invocation, const FitFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "value fit"));
  queries::ValueFitOptions options{.tournaments = {flags.tournaments.begin(), flags.tournaments.end()},
                                   .without = {flags.without.begin(), flags.without.end()}};
  options.ruleset.set_id(flags.ruleset);
  FLAGFALL_RETURN_IF_ERROR(SetOptions(flags.options, options.ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(v1::ValueFunction fitted, queries::FitValueFunction(*database, options, WallNow()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t version,
                            values::StoreValueFunction(values::ValuesFolder(database->path()), fitted));
  fitted.set_version(version);
  Print(invocation.console, fitted, SummaryOf(fitted));
  return absl::OkStatus();
}

absl::Status List(const Invocation& invocation) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "value list"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  const values::ValueFunctions all = values::ListValueFunctions(values::ValuesFolder(database->path()));
  Listing listing(invocation.console, {"version", "ruleset", "games", "tournaments", "variance", "fitted"});
  for (const v1::ValueFunction& each : all.functions) {
    listing.Add(each, {absl::StrCat(each.version()), queries::PoolOfRuleset(each.ruleset()), absl::StrCat(each.games()),
                       absl::StrCat(each.tournaments().size()), absl::StrFormat("%.3f", each.variance_factor()),
                       TimeText(each.fitted_time())});
  }
  listing.Print("No value functions yet; `flagfall value fit` makes one.\n");
  for (const absl::Status& why : all.unusable) invocation.console.err << "Left out: " << why.message() << "\n";
  return absl::OkStatus();
}

// A unit of a feature, in percent of a game, the largest first.
std::string WeightsOf(const v1::ValueFunction& value_function) {
  std::vector<v1::FeatureWeight> weights(value_function.weights().begin(), value_function.weights().end());
  std::stable_sort(weights.begin(), weights.end(), [](const v1::FeatureWeight& a, const v1::FeatureWeight& b) {
    return std::abs(a.weight()) > std::abs(b.weight());
  });
  std::vector<std::vector<std::string>> table = {{"feature", "points"}};
  for (const v1::FeatureWeight& weight : weights) {
    if (weight.weight() == 0) continue;
    table.push_back({weight.feature(), absl::StrFormat("%+.2f", 100 * value_function.coefficient() * weight.weight())});
  }
  return FormatTable(table) + "Points: how many in a hundred games one more of it is worth.\n";
}

absl::Status Show(const Invocation& invocation, std::uint32_t version) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "value show"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ValueFunction found,
                            values::ReadValueFunction(values::ValuesFolder(database->path()), version));
  Print(invocation.console, found, absl::StrCat(SummaryOf(found), WeightsOf(found)));
  return absl::OkStatus();
}

}  // namespace

void AddValueCommands(Command app, Invocation& invocation) {
  Command value =
      app.AddGroup("value", "Fits and shows value functions: what set-ups and cards that are dealt are worth",
                   "flagfall value fit --ruleset barrage");

  const auto flags = std::make_shared<FitFlags>();
  Command fit =
      AddCommand(value, invocation, "fit",
                 "Fits a value function to the games of a ruleset whose set-ups or cards were dealt, for "
                 "--control-variate of matches to come",
                 "flagfall value fit --ruleset barrage", [&invocation, flags] { return Fit(invocation, *flags); });
  fit.AddOption("--ruleset", flags->ruleset, "A board game or bluffing, of tournaments with a book, or cards")
      .Required();
  fit.AddOption("--option", flags->options, "An option of the ruleset, as two_squares=2; may be repeated");
  fit.AddOption("--tournament", flags->tournaments, "Only games of this tournament; may be repeated");
  fit.AddOption("--without", flags->without, "No games of this tournament; may be repeated");

  AddCommand(value, invocation, "list", "Lists the value functions of a home", "flagfall value list",
             [&invocation] { return List(invocation); });

  const auto version = std::make_shared<std::uint32_t>(0);
  AddCommand(value, invocation, "show", "Shows what each feature of a deal is worth by a value function",
             "flagfall value show 1", [&invocation, version] { return Show(invocation, *version); })
      .AddOption("VERSION", *version, "As `value list` prints it")
      .Required()
      .Positive();
}

}  // namespace flagfall::arena::cli
