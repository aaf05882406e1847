#include "arena/tournament/spec.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/base/json_text.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/spec_error.h"
#include "arena/tournament/tune_spec.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_spec.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::tournament {
namespace {

// In the names of pools of challenges; no ruleset has an option of this name.
constexpr absl::string_view kOpen = "open";
constexpr double kChallengeWeight = 0.1;
constexpr absl::string_view kNeverRated = "games of a bot against itself are never rated; leave out --rated";

absl::Status CheckBots(const v1::TournamentSpec& spec) {
  const int count = spec.bots_size();
  if (count < 2 || count > kBotsMax) {
    return WrongField("bots", absl::StrCat(count, " given; 2 to ", kBotsMax, " are needed"));
  }
  std::set<std::string> seen;
  for (const std::string& bot : spec.bots()) {
    if (bot.empty()) return WrongField("bots", "a name is empty");
    if (!seen.insert(bot).second) {
      return WrongField("bots", absl::StrCat("'", bot, "' comes twice; ", kAgainstItself));
    }
  }
  return absl::OkStatus();
}

// A second player meets its own bot, in a match that is not rated: elsewhere a bot would have two places, and a rating
// says nothing of a score against oneself.
absl::Status CheckSecondPlayer(const v1::TournamentSpec& spec) {
  for (const std::string& bot : spec.bots()) {
    if (!IsFurtherPlayer(bot) || IsAgainstItself(spec)) continue;
    return WrongField("bots", absl::StrCat("'", bot, "' is the second player of '", EntryOfPlayer(bot),
                                           "', and meets that alone; ", kAgainstItself));
  }
  if (!IsAgainstItself(spec)) return absl::OkStatus();
  const bool is_tuning = spec.format() == v1::TournamentSpec::FORMAT_TUNE;
  if (spec.format() != v1::TournamentSpec::FORMAT_ROUND_ROBIN && !is_tuning) {
    return WrongField("format", absl::StrCat("of a bot against itself there is a match alone, ",
                                             v1::TournamentSpec::Format_Name(v1::TournamentSpec::FORMAT_ROUND_ROBIN)));
  }
  if (spec.rated()) return WrongField("rated", kNeverRated);
  return absl::OkStatus();
}

absl::Status CheckBotOptions(const v1::TournamentSpec& spec) {
  const auto& names = spec.bots();
  for (const auto& [bot, settings] : spec.bot_options()) {
    if (std::find(names.begin(), names.end(), bot) == names.end()) {
      return WrongField("bot_options", absl::StrCat("'", bot, "' is not among the bots"));
    }
    if (settings.values_size() > kBotSettingsMax) {
      return WrongField("bot_options",
                        absl::StrCat("'", bot, "' has ", settings.values_size(), "; at most ", kBotSettingsMax));
    }
    for (const auto& [option, value] : settings.values()) {
      if (value.size() <= kBotSettingBytesMax) continue;
      return WrongField("bot_options", absl::StrCat("option '", option, "' of '", bot, "' has ", value.size(),
                                                    " bytes; at most ", kBotSettingBytesMax));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPolicy(const v1::MatchPolicy& policy) {
  const absl::Status status = CheckMatchPolicy(policy);
  return status.ok() ? status : absl::InvalidArgumentError(absl::StrCat("tournament, ", status.message()));
}

void CompletePolicy(v1::MatchPolicy& policy) {
  if (policy.max_plies() == 0) policy.set_max_plies(kDefaultMaxPlies);
  if (!policy.has_max_plies_without_capture()) policy.set_max_plies_without_capture(kDefaultMaxPliesWithoutCapture);
  if (policy.disconnect_grace_micros() == 0) policy.set_disconnect_grace_micros(kDefaultDisconnectGraceMicros);
  if (policy.host_delay_max_micros() == 0) policy.set_host_delay_max_micros(kDefaultHostDelayMaxMicros);
  if (!policy.has_lag_gain_micros()) policy.set_lag_gain_micros(kDefaultLagGainMicros);
}

void FillDefaults(v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  FillFormatDefaults(spec);
  if (spec.time_control().empty()) spec.set_time_control(kDefaultTimeControl);
  if (spec.concurrency() == 0) spec.set_concurrency(surroundings.cores);
  while (spec.seed() == 0) spec.set_seed(surroundings.draw_seed());
  if (!spec.has_rated()) spec.set_rated(!IsAgainstItself(spec));
  if (!spec.has_rate_forfeits()) spec.set_rate_forfeits(false);
  if (!spec.has_pondering()) spec.set_pondering(true);
  if (spec.faults_max() == 0) spec.set_faults_max(kDefaultFaultsMax);
  CompletePolicy(*spec.mutable_policy());
  if (!spec.challenger().empty())
    spec.set_name(absl::StrCat(spec.ruleset().id(), ", challenge by ", spec.challenger()));
  if (spec.name().empty() && IsAgainstItself(spec)) {
    const bool is_tuning = spec.format() == v1::TournamentSpec::FORMAT_TUNE;
    spec.set_name(absl::StrCat(spec.ruleset().id(), ", ", spec.bots(0), is_tuning ? " is tuned" : " against itself"));
  }
  if (spec.name().empty()) spec.set_name(absl::StrCat(spec.ruleset().id(), ", ", spec.bots_size(), " bots"));
}

absl::Status CheckLimits(const v1::TournamentSpec& spec) {
  if (spec.name().size() > kTournamentNameBytesMax) {
    return WrongField("name", absl::StrCat("has ", spec.name().size(), " bytes; at most ", kTournamentNameBytesMax));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("concurrency", spec.concurrency(), kConcurrencyMax));
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("faults_max", spec.faults_max(), kFaultsMaxMax));
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("concurrency_per_bot", spec.concurrency_per_bot(), kConcurrencyMax));
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("priority", spec.priority(), kPriorityMax));
  FLAGFALL_RETURN_IF_ERROR(CheckBotOptions(spec));
  FLAGFALL_RETURN_IF_ERROR(CheckFormat(spec));
  FLAGFALL_RETURN_IF_ERROR(CheckSecondPlayer(spec));
  return CheckPolicy(spec.policy());
}

// OK if the tournament is to begin at once, and nothing is said that a server says itself.
absl::Status CheckBeginsAtOnce(const v1::TournamentSpec& spec) {
  constexpr absl::string_view kWaits =
      "is for a server, which waits for the time (`flagfall --server ADDRESS tournament create`); here a tournament "
      "begins at once";
  if (spec.has_start_time()) return WrongField("start_time", kWaits);
  if (spec.has_entries_until()) return WrongField("entries_until", kWaits);
  if (spec.every_seconds() != 0) return WrongField("every_seconds", kWaits);
  if (spec.has_must_beat()) {
    return WrongField("must_beat",
                      "is for a server, which has the games played that it takes (`flagfall --server "
                      "ADDRESS tournament create`)");
  }
  return CheckServersFields(spec);
}

absl::Status CheckTime(const v1::TournamentSpec& spec) {
  const absl::StatusOr<v1::TimeControl> control = ParseTimeControl(spec.time_control());
  if (!control.ok()) return WrongField("time_control", control.status().message());
  if (spec.time_control_reference() == 0) return absl::OkStatus();
  if (const absl::Status status = CheckReference(spec.time_control_reference()); !status.ok()) {
    return WrongField("time_control_reference", status.message());
  }
  const absl::Status longest = CheckTimeControl(ScaledTimeControl(*control, kScalePpmMax));
  if (longest.ok()) return absl::OkStatus();
  return WrongField("time_control",
                    absl::StrCat("scaled for a slow machine, by ", ScaleText(kScalePpmMax), ", ", longest.message()));
}

}  // namespace

absl::Status CheckServersFields(const v1::TournamentSpec& spec) {
  if (!spec.challenger().empty()) return WrongField("challenger", "is set by the server, for `flagfall challenge`");
  if (!spec.entrants().empty()) return WrongField("entrants", "is set by the server; name the bots in `bots`");
  if (spec.series() != 0) return WrongField("series", "is set by the server; `every_seconds` begins a series");
  if (spec.qualifies_for() != 0) return WrongField("qualifies_for", "is set by the server");
  if (spec.series_number() != 0) return WrongField("series_number", "is set by the server");
  return absl::OkStatus();
}

absl::StatusOr<v1::TournamentSpec> ParseTournamentSpec(absl::string_view json, absl::string_view source) {
  v1::TournamentSpec spec;
  FLAGFALL_RETURN_IF_ERROR(FromJson(WithoutComments(json), source, spec));
  return spec;
}

absl::StatusOr<v1::TournamentSpec> CompleteSpec(const v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  v1::TournamentSpec complete = spec;
  FLAGFALL_RETURN_IF_ERROR(NameTunedPlayers(surroundings.cores, complete));
  FLAGFALL_RETURN_IF_ERROR(CheckBots(complete));
  FLAGFALL_RETURN_IF_ERROR(CheckBeginsAtOnce(spec));
  complete.set_challenger(surroundings.challenger);
  if (complete.ruleset().id().empty())
    return WrongField("ruleset.id", "is missing (--ruleset); `flagfall rules list` shows them");
  FLAGFALL_ASSIGN_OR_RETURN(*complete.mutable_ruleset(), CompleteRuleset(spec.ruleset()));
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(complete.ruleset().id()));
  FLAGFALL_RETURN_IF_ERROR(CheckOptionsMatter(definition->info(), complete.ruleset()));
  FillDefaults(complete, surroundings);
  FLAGFALL_RETURN_IF_ERROR(CheckLimits(complete));
  FLAGFALL_RETURN_IF_ERROR(CheckTime(complete));
  return complete;
}

std::string PoolOf(const v1::TournamentSpec& complete) {
  const absl::StatusOr<const RulesetDefinition*> definition = FindRuleset(complete.ruleset().id());
  FLAGFALL_CHECK(definition.ok());
  const std::vector<OptionInfo>& known = (*definition)->info().options;
  v1::Ruleset differing;
  differing.set_id(complete.ruleset().id());
  for (const v1::RulesetOption& option : complete.ruleset().options()) {
    const bool is_default = std::any_of(known.begin(), known.end(), [&](const OptionInfo& info) {
      return info.name == option.name() && info.default_value == option.value();
    });
    if (!is_default) *differing.add_options() = option;
  }
  std::string pool = RulesetText(differing);
  if (complete.challenger().empty()) return pool;
  const std::size_t options = pool.find('[');
  if (options == std::string::npos) return absl::StrCat(pool, "[", kOpen, "]");
  return pool.insert(options + 1, absl::StrCat(kOpen, ","));
}

void NameSecondPlayer(v1::TournamentSpec& spec) {
  if (spec.bots_size() == 2 && spec.bots(0) == spec.bots(1)) spec.set_bots(1, SecondPlayerOf(spec.bots(0)));
}

bool IsAgainstItself(const v1::TournamentSpec& spec) {
  // Its players were checked with its format.
  if (spec.format() == v1::TournamentSpec::FORMAT_TUNE) return true;
  return spec.bots_size() == 2 && spec.bots(1) == SecondPlayerOf(spec.bots(0));
}

bool AllowsPondering(const v1::TournamentSpec& complete) { return !complete.has_pondering() || complete.pondering(); }

double WeightOf(const v1::TournamentSpec& complete) {
  return complete.challenger().empty() ? std::max(1U, complete.priority()) : kChallengeWeight;
}

}  // namespace flagfall::arena::tournament
