#include "arena/tournament/spec.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/tournament/pool.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/match/limits.h"
#include "referee/match/time_control.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena {
namespace {

absl::Status WrongField(absl::string_view field, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("tournament, ", field, ": ", what));
}

absl::Status CheckBots(const v1::TournamentSpec& spec) {
  const int count = spec.bots_size();
  if (count < 2 || count > kBotsMax) {
    return WrongField("bots", absl::StrCat(count, " given; 2 to ", kBotsMax, " are needed"));
  }
  std::set<std::string> seen;
  for (const std::string& bot : spec.bots()) {
    if (bot.empty()) return WrongField("bots", "a name is empty");
    if (!seen.insert(bot).second) {
      return WrongField("bots", absl::StrCat("'", bot, "' comes twice; a bot cannot play against itself"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSize(const v1::TournamentSpec& spec) {
  const auto bots = static_cast<std::uint64_t>(spec.bots_size());
  const std::uint64_t pairings = bots * (bots - 1) / 2;
  // In two steps, so that the product cannot overflow.
  const std::uint64_t room = kScheduleGamesMax / pairings;
  if (spec.rounds() <= room && spec.games() <= room / spec.rounds()) return absl::OkStatus();
  return WrongField("rounds, games", absl::StrCat(spec.rounds(), " rounds of ", spec.games(), " games for ", pairings,
                                                  " pairings; a tournament has at most ", kScheduleGamesMax, " games"));
}

absl::Status CheckMicros(absl::string_view field, std::int64_t micros, Micros max) {
  if (micros >= 0 && micros <= max.count()) return absl::OkStatus();
  return WrongField(field, absl::StrCat(micros, " given; it must be between 0 and ", max.count(), " microseconds"));
}

absl::Status CheckPolicy(const v1::MatchPolicy& policy) {
  FLAGFALL_RETURN_IF_ERROR(
      CheckMicros("policy.disconnect_grace_micros", policy.disconnect_grace_micros(), kDisconnectGraceMax));
  FLAGFALL_RETURN_IF_ERROR(
      CheckMicros("policy.host_delay_max_micros", policy.host_delay_max_micros(), kHostDelayMaxMax));
  FLAGFALL_RETURN_IF_ERROR(CheckMicros("policy.lag_gain_micros", policy.lag_gain_micros(), kLagGainMax));
  if (policy.illegal_retries() <= kIllegalRetriesMax) return absl::OkStatus();
  return WrongField("policy.illegal_retries",
                    absl::StrCat(policy.illegal_retries(), " given; it must be between 0 and ", kIllegalRetriesMax));
}

void CompletePolicy(v1::MatchPolicy& policy) {
  if (policy.max_plies() == 0) policy.set_max_plies(kDefaultMaxPlies);
  if (policy.max_plies_without_capture() == 0) policy.set_max_plies_without_capture(kDefaultMaxPliesWithoutCapture);
  if (policy.disconnect_grace_micros() == 0) policy.set_disconnect_grace_micros(kDefaultDisconnectGraceMicros);
  if (policy.host_delay_max_micros() == 0) policy.set_host_delay_max_micros(kDefaultHostDelayMaxMicros);
  if (!policy.has_lag_gain_micros()) policy.set_lag_gain_micros(kDefaultLagGainMicros);
}

void FillDefaults(v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  if (spec.rounds() == 0) spec.set_rounds(kDefaultRounds);
  if (spec.games() == 0) spec.set_games(kDefaultGames);
  if (spec.time_control().empty()) spec.set_time_control(kDefaultTimeControl);
  if (spec.concurrency() == 0) spec.set_concurrency(surroundings.cores);
  while (spec.seed() == 0) spec.set_seed(surroundings.draw_seed());
  if (!spec.has_rated()) spec.set_rated(true);
  if (!spec.has_pondering()) spec.set_pondering(true);
  if (spec.faults_max() == 0) spec.set_faults_max(kDefaultFaultsMax);
  CompletePolicy(*spec.mutable_policy());
  if (spec.name().empty()) spec.set_name(absl::StrCat(spec.ruleset().id(), ", ", spec.bots_size(), " bots"));
}

absl::Status CheckLimits(const v1::TournamentSpec& spec) {
  if (spec.name().size() > kTournamentNameBytesMax) {
    return WrongField("name", absl::StrCat("has ", spec.name().size(), " bytes; at most ", kTournamentNameBytesMax));
  }
  if (spec.concurrency() > kConcurrencyMax) {
    return WrongField("concurrency", absl::StrCat(spec.concurrency(), " given; at most ", kConcurrencyMax));
  }
  if (spec.faults_max() > kFaultsMaxMax) {
    return WrongField("faults_max", absl::StrCat(spec.faults_max(), " given; at most ", kFaultsMaxMax));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckSize(spec));
  return CheckPolicy(spec.policy());
}

absl::Status CheckTime(const v1::TournamentSpec& spec) {
  const absl::StatusOr<v1::TimeControl> control = ParseTimeControl(spec.time_control());
  return control.ok() ? absl::OkStatus() : WrongField("time_control", control.status().message());
}

}  // namespace

absl::StatusOr<v1::TournamentSpec> ParseTournamentSpec(absl::string_view json, absl::string_view source) {
  v1::TournamentSpec spec;
  FLAGFALL_RETURN_IF_ERROR(FromJson(json, source, spec));
  return spec;
}

absl::StatusOr<v1::TournamentSpec> CompleteSpec(const v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  v1::TournamentSpec complete = spec;
  FLAGFALL_RETURN_IF_ERROR(CheckBots(complete));
  if (complete.ruleset().id().empty()) return WrongField("ruleset.id", "is missing; `flagfall rules list` shows them");
  FLAGFALL_ASSIGN_OR_RETURN(*complete.mutable_ruleset(), CompleteRuleset(spec.ruleset()));
  FillDefaults(complete, surroundings);
  FLAGFALL_RETURN_IF_ERROR(CheckLimits(complete));
  FLAGFALL_RETURN_IF_ERROR(CheckTime(complete));
  return complete;
}

std::string PoolOf(const v1::TournamentSpec& complete) {
  const absl::StatusOr<const RulesetDefinition*> definition = FindRuleset(complete.ruleset().id());
  FLAGFALL_CHECK(definition.ok());
  return PoolName(complete.ruleset(), (*definition)->info());
}

}  // namespace flagfall::arena
