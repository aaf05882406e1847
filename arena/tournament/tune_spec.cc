#include "arena/tournament/tune_spec.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/second_player.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

// In simulations of 200 to 5000 games this came closest to the best value over the widest range of strengths: an option
// is worth between 5 and 100 Elo a step (tests/tournament/spsa_test.cc).
constexpr double kDefaultRateTimesGames = 40;
constexpr double kDefaultRateMax = 0.25;
constexpr double kDefaultStepsInRange = 10;
constexpr double kIntegerStepMin = 0.5;

bool IsInteger(const v1::TunedOption& option) { return option.type() == v1::TunedOption::TYPE_INTEGER; }

// The comparisons are such that they hold of no number that is none (NaN).
absl::Status CheckTunedOption(const v1::TunedOption& option) {
  const auto wrong = [&option](absl::string_view what) {
    return WrongField("tuning.options", absl::StrCat("'", option.name(), "': ", what));
  };
  // Up to it all integers are told apart.
  constexpr double kMost = 9007199254740992.0;
  if (option.name().empty()) return WrongField("tuning.options", "a name is empty");
  if (!IsInteger(option) && option.type() != v1::TunedOption::TYPE_NUMBER) {
    return wrong("type must be TYPE_INTEGER or TYPE_NUMBER; left out, it is that of the bot's manifest");
  }
  if (!(option.low() < option.high())) {
    return wrong(absl::StrCat(option.low(), " to ", option.high(), " is no range; low must be below high"));
  }
  if (!(option.low() >= -kMost && option.high() <= kMost)) {
    return wrong(absl::StrFormat("the range %g to %g is too wide; it must lie between %.0f and %.0f", option.low(),
                                 option.high(), -kMost, kMost));
  }
  if (IsInteger(option) && (option.low() != std::floor(option.low()) || option.high() != std::floor(option.high()))) {
    return wrong(
        absl::StrCat("it is an integer, and so must be the ends of its range, ", option.low(), " and ", option.high()));
  }
  if (!(option.start() >= option.low() && option.start() <= option.high())) {
    return wrong(absl::StrCat("start ", option.start(), " is not in its range, ", option.low(), " to ", option.high()));
  }
  const double range = option.high() - option.low();
  const double least = IsInteger(option) ? kIntegerStepMin : 0;
  if (option.step() > 0 && option.step() >= least && option.step() <= range) return absl::OkStatus();
  return wrong(absl::StrCat("step ", option.step(), " given; ",
                            IsInteger(option) ? "from 0.5 for an integer" : "above 0", ", and at most ", range));
}

absl::Status CheckGains(const v1::Tuning& tuning) {
  struct Row {
    const char* field;
    double value;
    double least;
    double most;
  };
  for (const Row& row : {Row{"alpha", tuning.alpha(), 0, 2}, Row{"gamma", tuning.gamma(), 0, 1},
                         Row{"stability", tuning.stability(), 0, 100}, Row{"rate", tuning.rate(), 1e-9, 10}}) {
    if (row.value >= row.least && row.value <= row.most) continue;
    return WrongField(absl::StrCat("tuning.", row.field),
                      absl::StrCat(row.value, " given; ", row.least, " to ", row.most));
  }
  return absl::OkStatus();
}

absl::Status CheckFixedOptions(const Spec& spec, const std::set<std::string>& tuned) {
  for (const auto& [bot, settings] : spec.bot_options()) {
    if (bot != spec.bots(0)) {
      return WrongField("bot_options", absl::StrCat("'", bot, "' is not '", spec.bots(0),
                                                    "', whose options all players of a tuning have"));
    }
    for (const auto& [option, value] : settings.values()) {
      if (tuned.contains(option)) return WrongField("bot_options", absl::StrCat("'", option, "' is tuned"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<SpsaParameter> ParametersOf(const Spec& spec) {
  std::vector<SpsaParameter> parameters;
  for (const v1::TunedOption& option : spec.tuning().options()) {
    parameters.push_back({.name = option.name(),
                          .is_integer = IsInteger(option),
                          .low = option.low(),
                          .high = option.high(),
                          .start = option.start(),
                          .step = option.step()});
  }
  return parameters;
}

SpsaGains GainsOf(const v1::Tuning& tuning) {
  return {.alpha = tuning.alpha(), .gamma = tuning.gamma(), .stability = tuning.stability(), .rate = tuning.rate()};
}

void FillTuning(Spec& spec) {
  const SpsaGains gains;
  v1::Tuning& tuning = *spec.mutable_tuning();
  if (!tuning.has_alpha()) tuning.set_alpha(gains.alpha);
  if (!tuning.has_gamma()) tuning.set_gamma(gains.gamma);
  if (!tuning.has_stability()) tuning.set_stability(gains.stability);
  if (!tuning.has_rate()) {
    const double games = std::max(1.0, static_cast<double>(spec.rounds()) * spec.games());
    tuning.set_rate(std::min(kDefaultRateMax, kDefaultRateTimesGames / games));
  }
  for (v1::TunedOption& option : *tuning.mutable_options()) {
    const double range = option.high() - option.low();
    if (!option.has_start()) option.set_start(option.low() + range / 2);
    if (option.has_step()) continue;
    option.set_step(std::max(range / kDefaultStepsInRange, IsInteger(option) ? kIntegerStepMin : 0));
  }
}

absl::Status CheckTune(const Spec& spec) {
  const auto players = 2 * static_cast<std::uint64_t>(spec.tuning().iterations_at_once());
  if (players < 2 || spec.bots_size() != static_cast<int>(players)) {
    return WrongField("bots", absl::StrCat(spec.bots_size(), " given; FORMAT_TUNE has two players for each of its ",
                                           spec.tuning().iterations_at_once(), " iterations at once"));
  }
  for (int player = 1; player < spec.bots_size(); ++player) {
    if (spec.bots(player) == PlayerOf(spec.bots(0), player + 1)) continue;
    return WrongField("bots",
                      absl::StrCat("'", spec.bots(player), "' is not player ", player + 1, " of '", spec.bots(0), "'"));
  }
  if (spec.games() % 2 != 0 || spec.games() > kMatchGamesMax) {
    return WrongField("games", absl::StrCat(spec.games(),
                                            " given; FORMAT_TUNE plays pairs of games: an even number, "
                                            "at most ",
                                            kMatchGamesMax));
  }
  const v1::Tuning& tuning = spec.tuning();
  if (tuning.options().empty() || tuning.options_size() > kBotSettingsMax) {
    return WrongField("tuning.options", absl::StrCat(tuning.options_size(), " given; 1 to ", kBotSettingsMax));
  }
  std::set<std::string> names;
  for (const v1::TunedOption& option : tuning.options()) {
    FLAGFALL_RETURN_IF_ERROR(CheckTunedOption(option));
    if (!names.insert(option.name()).second) {
      return WrongField("tuning.options", absl::StrCat("'", option.name(), "' comes twice"));
    }
  }
  FLAGFALL_RETURN_IF_ERROR(CheckFixedOptions(spec, names));
  return CheckGains(tuning);
}

absl::Status NameTunedPlayers(std::uint32_t concurrency, v1::TournamentSpec& spec) {
  if (spec.format() != Spec::FORMAT_TUNE) return absl::OkStatus();
  // What was completed before has all of them.
  if (spec.bots_size() > 1 && spec.bots(1) == SecondPlayerOf(spec.bots(0))) return absl::OkStatus();
  if (spec.bots_size() != 1 || spec.bots(0).empty()) {
    return WrongField("bots", absl::StrCat(spec.bots_size(), " given; FORMAT_TUNE tunes one bot"));
  }
  constexpr std::uint32_t kAtOnceMax = kBotsMax / 2;
  std::uint32_t at_once = spec.tuning().iterations_at_once();
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("tuning.iterations_at_once", at_once, kAtOnceMax));
  if (at_once == 0) {
    at_once = std::min(kAtOnceMax, spec.concurrency() == 0 ? concurrency : spec.concurrency());
    if (spec.rounds() > 0) at_once = std::min(at_once, spec.rounds());
  }
  spec.mutable_tuning()->set_iterations_at_once(at_once);
  const std::string bot = spec.bots(0);
  for (int player = 2; player <= static_cast<int>(2 * at_once); ++player) spec.add_bots(PlayerOf(bot, player));
  return absl::OkStatus();
}

}  // namespace flagfall::arena::tournament
