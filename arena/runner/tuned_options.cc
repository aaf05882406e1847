#include "arena/runner/tuned_options.h"

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/store/players.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {
namespace {

bool IsNumber(const v1::BotOption& option) {
  return option.type() == v1::BotOption::TYPE_INTEGER || option.type() == v1::BotOption::TYPE_NUMBER;
}

absl::Status Fill(const v1::BotManifest& manifest, v1::TunedOption& tuned) {
  const auto wrong = [&manifest](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat("bot ", manifest.name(), " ", what));
  };
  const auto option =
      absl::c_find_if(manifest.options(), [&tuned](const v1::BotOption& one) { return one.name() == tuned.name(); });
  if (option == manifest.options().end()) {
    std::vector<std::string> numbers;
    for (const v1::BotOption& one : manifest.options()) {
      if (IsNumber(one)) numbers.push_back(one.name());
    }
    return wrong(absl::StrCat("has no option '", tuned.name(), "'; its options that are numbers: ",
                              numbers.empty() ? "none" : absl::StrJoin(numbers, ", ")));
  }
  const std::string& type = v1::BotOption::Type_Name(option->type());
  if (!IsNumber(*option)) {
    return wrong(absl::StrCat("has option ", tuned.name(), " of type ", type,
                              "; TYPE_INTEGER and TYPE_NUMBER alone can be tuned"));
  }
  const v1::TunedOption::Type found =
      option->type() == v1::BotOption::TYPE_INTEGER ? v1::TunedOption::TYPE_INTEGER : v1::TunedOption::TYPE_NUMBER;
  if (tuned.type() != v1::TunedOption::TYPE_UNSPECIFIED && tuned.type() != found) {
    return wrong(absl::StrCat("has option ", tuned.name(), " of type ", type, ", and the spec says ",
                              v1::TunedOption::Type_Name(tuned.type())));
  }
  tuned.set_type(found);
  double value = 0;
  if (!tuned.has_start() && absl::SimpleAtod(option->default_value(), &value) && value >= tuned.low() &&
      value <= tuned.high()) {
    tuned.set_start(value);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FillTunedOptions(store::Database& database, v1::TournamentSpec& spec) {
  if (spec.format() != v1::TournamentSpec::FORMAT_TUNE || spec.bots().empty()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(database, spec.bots(0)));
  for (v1::TunedOption& tuned : *spec.mutable_tuning()->mutable_options()) {
    FLAGFALL_RETURN_IF_ERROR(Fill(bot.manifest, tuned));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::runner
