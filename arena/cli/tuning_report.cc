#include "arena/cli/tuning_report.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/json.h"
#include "arena/cli/console.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

std::string Plain(double value) { return absl::StrFormat("%.5g", value + 0.0); }

// Theta after that part of the iterations so far. A server may say too little.
std::string OnTheWay(const v1::TunedValue& value, double part) {
  if (value.course().empty()) return "-";
  const auto point = static_cast<int>(part * (value.course_size() - 1) + 0.5);
  return Plain(value.course(point));
}

// The values to use, by option: in the order of the names.
std::map<std::string, std::string> ValuesOf(const v1::TuningState& tuned) {
  return {tuned.values().begin(), tuned.values().end()};
}

std::string ToUse(const v1::TuningState& tuned) {
  v1::TournamentSpec spec;
  std::string flags;
  for (const auto& [name, value] : ValuesOf(tuned)) {
    absl::StrAppend(&flags, " --bot-option ", tuned.bot(), ":", name, "=", value);
  }
  *(*spec.mutable_bot_options())[tuned.bot()].mutable_values() = tuned.values();
  return absl::StrCat("To use:", flags, "\nor in a spec: ", ToJson(spec), "\n");
}

}  // namespace

std::string TuningText(const v1::Tournament& tournament) {
  if (!tournament.has_tuned()) return "What the options have become is told when the tuning is finished.\n";
  const v1::TuningState& tuned = tournament.tuned();
  const v1::Tuning& tuning = tournament.spec().tuning();
  std::vector<std::vector<std::string>> table = {
      {"option", "from", "to", "step", "start", "1/4", "1/2", "3/4", "now", "moved", "to use"}};
  const std::map<std::string, std::string> values = ValuesOf(tuned);
  for (int i = 0; i < tuned.options_size(); ++i) {
    const v1::TunedValue& value = tuned.options(i);
    const v1::TunedOption option = i < tuning.options_size() ? tuning.options(i) : v1::TunedOption();
    const auto to_use = values.find(value.name());
    table.push_back({value.name(), Plain(option.low()), Plain(option.high()), Plain(option.step()),
                     Plain(value.start()), OnTheWay(value, 0.25), OnTheWay(value, 0.5), OnTheWay(value, 0.75),
                     Plain(value.value()), absl::StrFormat("%+.5g", value.value() - value.start() + 0.0),
                     to_use == values.end() ? "-" : to_use->second});
  }
  std::string text = absl::StrCat("Options of ", tuned.bot(), " after ", tuned.iterations(), " of ",
                                  Counted(tournament.spec().rounds(), "iteration"), ":\n", FormatTable(table));
  if (tuned.iterations_unplayed() > 0) {
    absl::StrAppend(&text, Counted(tuned.iterations_unplayed(), "other"),
                    " told nothing: nobody played one of their games\n");
  }
  if (tuned.is_given_up()) absl::StrAppend(&text, "The tuning has ended early: the bot did not come any more.\n");
  if (!values.empty())
    absl::StrAppend(&text, "What to use is the mean over the second half of the iterations, rounded for integers.\n");
  return absl::StrCat(text, ToUse(tuned));
}

std::string TuningCsv(const v1::Tournament& tournament) {
  const v1::TuningState& tuned = tournament.tuned();
  std::string csv = "iteration";
  for (const v1::TunedValue& value : tuned.options()) absl::StrAppend(&csv, ",", value.name());
  csv += "\n";
  for (int point = 0; point < tuned.course_iterations_size(); ++point) {
    absl::StrAppend(&csv, tuned.course_iterations(point));
    for (const v1::TunedValue& value : tuned.options()) {
      absl::StrAppend(&csv, ",", point < value.course_size() ? absl::StrFormat("%.9g", value.course(point)) : "");
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace flagfall::arena::cli
