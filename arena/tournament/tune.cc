#include "arena/tournament/tune.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/unplayed.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/tune_spec.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

constexpr std::uint32_t kDefaultIterations = 500;
constexpr std::size_t kCoursePoints = 200;

OptionValues FixedOf(const Spec& spec) {
  const auto found = spec.bot_options().find(spec.bots(0));
  if (found == spec.bot_options().end()) return {};
  return {found->second.values().begin(), found->second.values().end()};
}

}  // namespace

Tune::Tune(const v1::TournamentSpec& spec)
    : iterations_(spec.rounds()),
      games_(spec.games()),
      iterations_at_once_(spec.tuning().iterations_at_once()),
      is_plus_first_red_(DrawLot(spec.seed(), "side")),
      counts_unplayed_(RatesForfeits(spec)),
      fixed_(FixedOf(spec)),
      spsa_(ParametersOf(spec), GainsOf(spec.tuning()), spec.rounds(), spec.seed()),
      unplayed_in_a_row_(iterations_at_once_, 0) {
  FLAGFALL_CHECK(iterations_at_once_ >= 1 && games_ >= 2 && games_ % 2 == 0);
}

std::vector<Pairing> Tune::NextPairings() {
  if (spsa_.begun() == iterations_) return {};
  spsa_.Begin();
  const std::uint32_t round = spsa_.begun();
  const int plus = static_cast<int>(2 * ((round - 1) % iterations_at_once_));
  const bool is_plus_red = (round % 2 == 1) == is_plus_first_red_;
  const int red = is_plus_red ? plus : plus + 1;
  const int blue = is_plus_red ? plus + 1 : plus;
  std::vector<Pairing> pairings;
  for (std::uint32_t pair = 0; pair < games_ / 2; ++pair) {
    pairings.push_back({.round = round, .red = red, .blue = blue});
    pairings.push_back({.round = round, .red = blue, .blue = red, .first_before = 1});
  }
  return pairings;
}

GameSettings Tune::SettingsOf(const Pairing& pairing) const {
  const Spsa::Trial& trial = spsa_.TrialOf(pairing.round);
  const auto with = [this](const std::vector<double>& values) {
    OptionValues settings = fixed_;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const SpsaParameter& parameter = spsa_.parameters()[i];
      settings[parameter.name] = ValueText(parameter, values[i]);
    }
    return settings;
  };
  const bool is_plus_red = pairing.red % 2 == 0;
  return {.red = with(is_plus_red ? trial.plus : trial.minus), .blue = with(is_plus_red ? trial.minus : trial.plus)};
}

void Tune::AddResult(const PlayedGame& game) {
  const int plus = game.red % 2 == 0 ? game.red : game.blue;
  lead_ += game.HalfPointsOf(plus) - 1;
  has_unplayed_ |= game.is_unplayed;
  if (++results_ < games_) return;
  std::uint32_t& in_a_row = unplayed_in_a_row_[plus / 2];
  if (has_unplayed_ && !counts_unplayed_) {
    spsa_.Skip();
    ++unplayed_;
    is_given_up_ |= ++in_a_row >= kUnplayedMax;
  } else {
    spsa_.End(lead_);
    in_a_row = 0;
  }
  results_ = 0;
  lead_ = 0;
  has_unplayed_ = false;
}

std::string Tune::WhyGivenUp() const {
  if (!is_given_up_) return "";
  return absl::StrCat("the tuning ends before its last iteration, after ", kUnplayedMax,
                      " in a row of the same players with a game that nobody played");
}

FormatDefinition TuneDefinition() {
  return {.format = Spec::FORMAT_TUNE,
          .name = "tune",
          .own_fields = {"tuning"},
          .default_rounds = [](const Spec&) { return kDefaultIterations; },
          .fill_own_fields = FillTuning,
          .check = CheckTune,
          .pairings_per_round = [](const Spec&) { return std::uint64_t{1}; },
          .make = [](const Spec& spec) -> std::unique_ptr<Format> { return std::make_unique<Tune>(spec); },
          .example =
              R"(  // The bot plays against itself with options that differ, which move to where it wins more.
  "format": "FORMAT_TUNE",
  "tuning": {"options": [{"name": "think_ms", "type": "TYPE_INTEGER", "low": 1, "high": 200, "start": 20, "step": 10}]},
  // So many iterations of so many games.
  "rounds": 500,
  "games": 2,
)",
          .example_bots = R"("marshal")",
          .may_be_rated = false};
}

v1::TuningState TuningAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games) {
  Tune tune(spec);
  std::uint32_t whole = 0;
  while (whole < games.size() && games[whole].number == whole + 1) ++whole;
  const std::uint32_t iterations = whole / spec.games();
  v1::TuningState state;
  for (const SpsaParameter& parameter : tune.spsa().parameters()) {
    v1::TunedValue& value = *state.add_options();
    value.set_name(parameter.name);
    value.set_start(parameter.start);
  }
  std::size_t next_point = 0;
  const auto add_to_course = [&] {
    const std::size_t points = std::min<std::size_t>(kCoursePoints, iterations + std::size_t{1});
    if (tune.spsa().over() < (points == 1 ? 0 : next_point * iterations / (points - 1))) return;
    ++next_point;
    state.add_course_iterations(tune.spsa().over());
    for (int i = 0; i < state.options_size(); ++i) state.mutable_options(i)->add_course(tune.spsa().theta()[i]);
  };
  add_to_course();
  // Over the second half, in which chance moves theta to and fro about where it has come to.
  std::vector<double> sums(tune.spsa().parameters().size(), 0);
  for (std::uint32_t i = 0; i < iterations * spec.games(); ++i) {
    // As a schedule asks for them.
    while (tune.spsa().begun() < std::min(spec.rounds(), i / spec.games() + 1 + tune.BatchesAhead()))
      tune.NextPairings();
    tune.AddResult(games[i]);
    if ((i + 1) % spec.games() != 0) continue;
    add_to_course();
    if (tune.spsa().over() <= iterations / 2) continue;
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += tune.spsa().theta()[k];
  }
  for (int i = 0; i < state.options_size(); ++i) {
    const SpsaParameter& parameter = tune.spsa().parameters()[i];
    const double theta = tune.spsa().theta()[i];
    const double mean = iterations == 0 ? theta : sums[i] / (iterations - iterations / 2);
    state.mutable_options(i)->set_value(theta);
    (*state.mutable_values())[parameter.name] = ValueText(parameter, NearestValue(parameter, mean));
  }
  state.set_bot(spec.bots(0));
  state.set_iterations(tune.spsa().over() - tune.unplayed());
  state.set_iterations_unplayed(tune.unplayed());
  state.set_is_given_up(tune.IsDecided());
  return state;
}

}  // namespace flagfall::arena::tournament
