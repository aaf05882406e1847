#include "arena/queries/luck_correction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/base/timestamps.h"
#include "arena/base/unplayed.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/value_functions.h"
#include "arena/rating/control_variate.h"
#include "arena/store/games.h"
#include "arena/values/deal.h"
#include "arena/values/value_files.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

// What a game of the match is to the correction.
enum class GameUse { kCounts, kFitted, kUnplayed };

struct MatchGame {
  std::uint32_t number = 0;
  GameUse use = GameUse::kCounts;
  // From the point of view of the match's first bot.
  rating::DealtSample sample;
};

// Which games a value function may correct: none to which it was fitted.
class FittedTo {
 public:
  explicit FittedTo(const v1::ValueFunction& value_function) : value_function_(value_function) {}

  // FAILED_PRECONDITION when the tournaments that it names are not those of this ledger.
  absl::Status CheckLedger(store::Database& database) const {
    for (const v1::FittedTournament& fitted : value_function_.tournaments()) {
      const absl::StatusOr<store::Tournament> stored = store::FindTournament(database, fitted.id());
      if (!stored.ok() && !absl::IsNotFound(stored.status())) return stored.status();
      if (stored.ok() && stored->spec.seed() == fitted.seed()) continue;
      return absl::FailedPreconditionError(absl::StrCat("value function ", value_function_.version(),
                                                        " was fitted to another ledger: tournament ", fitted.id(),
                                                        " of this one is not the one that it names"));
    }
    return absl::OkStatus();
  }

  bool Has(const store::Tournament& tournament, const store::GameSummary& game) const {
    return std::any_of(value_function_.tournaments().begin(), value_function_.tournaments().end(),
                       [&](const v1::FittedTournament& fitted) {
                         if (fitted.id() != tournament.id) return fitted.seed() == tournament.spec.seed();
                         const auto stored = static_cast<std::uint64_t>(game.sequence);
                         return fitted.first_stored() <= stored && stored <= fitted.last_stored();
                       });
  }

 private:
  const v1::ValueFunction& value_function_;
};

// What the deal was worth to Red, in points.
absl::StatusOr<double> LuckOfRed(store::Database& database, const store::GameSummary& game,
                                 const v1::ValueFunction& value_function) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, store::FindRecord(database, game.game_id));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<double> deal, values::DealOf(record));
  double odds = 0;
  for (std::size_t i = 0; i < deal.size(); ++i) odds += deal[i] * value_function.weights(static_cast<int>(i)).weight();
  return value_function.coefficient() * odds;
}

// Ordered by number.
absl::StatusOr<std::vector<MatchGame>> GamesOf(store::Database& database, const store::Tournament& tournament,
                                               const v1::ValueFunction& value_function) {
  const FittedTo fitted(value_function);
  FLAGFALL_RETURN_IF_ERROR(fitted.CheckLedger(database));
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<MatchGame> games;
  FLAGFALL_RETURN_IF_ERROR(
      store::VisitTournamentGames(database, tournament.id, [&](const store::GameSummary& summary) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const tournament::PlayedGame played, PlayedGameOf(summary, players));
        MatchGame& game = games.emplace_back();
        game.number = played.number;
        game.use = played.is_unplayed                ? GameUse::kUnplayed
                   : fitted.Has(tournament, summary) ? GameUse::kFitted
                                                     : GameUse::kCounts;
        if (game.use != GameUse::kCounts) return absl::OkStatus();
        FLAGFALL_ASSIGN_OR_RETURN(const double luck_of_red, LuckOfRed(database, summary, value_function));
        game.sample = {.score = played.HalfPointsOf(0) / 2.0, .luck = played.red == 0 ? luck_of_red : -luck_of_red};
        return absl::OkStatus();
      }));
  return games;
}

bool IsSecondOfPair(const std::vector<MatchGame>& games, std::size_t i) {
  return i > 0 && games[i].number % 2 == 0 && games[i - 1].number + 1 == games[i].number;
}

// Whether the games came in pairs, but for the newest (match_statistics.cc).
bool HasPairs(const std::vector<MatchGame>& games) {
  std::size_t in_pairs = 0;
  for (std::size_t i = 0; i < games.size(); ++i) in_pairs += IsSecondOfPair(games, i) ? 2 : 0;
  return in_pairs > 0 && games.size() < in_pairs + 2;
}

std::vector<rating::DealtSample> SamplesOf(const std::vector<MatchGame>& games, bool has_pairs) {
  std::vector<rating::DealtSample> samples;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (games[i].use != GameUse::kCounts) continue;
    if (!has_pairs) {
      samples.push_back(games[i].sample);
    } else if (IsSecondOfPair(games, i) && games[i - 1].use == GameUse::kCounts) {
      const rating::DealtSample &first = games[i - 1].sample, &second = games[i].sample;
      samples.push_back({.score = (first.score + second.score) / 2, .luck = (first.luck + second.luck) / 2});
    }
  }
  return samples;
}

std::uint32_t CountOf(const std::vector<MatchGame>& games, GameUse use) {
  return static_cast<std::uint32_t>(
      std::count_if(games.begin(), games.end(), [use](const MatchGame& game) { return game.use == use; }));
}

absl::Status NoneFromBefore(const v1::Ruleset& ruleset) {
  return absl::FailedPreconditionError(
      absl::StrCat("no value function of ", PoolOfRuleset(ruleset),
                   " was fitted before the match was made; `flagfall value fit --ruleset ", ruleset.id(),
                   "` fits one to games that are over, and --value-function takes one that was fitted later, but for "
                   "its own games"));
}

std::string Number(double value) {
  return std::isinf(value) ? (value > 0 ? "inf" : "-inf") : absl::StrFormat("%.2f", value);
}

// Of nothing all of them are NaN.
void SetFigures(const rating::CorrectedEstimate& estimate, v1::LuckCorrection& message) {
  const auto set = [&](void (v1::LuckCorrection::*setter)(double), double figure) {
    (message.*setter)(estimate.samples == 0 ? std::numeric_limits<double>::quiet_NaN() : figure);
  };
  set(&v1::LuckCorrection::set_plain_score, estimate.plain_score);
  set(&v1::LuckCorrection::set_plain_score_error, estimate.plain_error);
  set(&v1::LuckCorrection::set_score, estimate.score);
  set(&v1::LuckCorrection::set_score_error, estimate.error);
  set(&v1::LuckCorrection::set_elo, estimate.elo);
  set(&v1::LuckCorrection::set_elo_error, estimate.elo_error);
  set(&v1::LuckCorrection::set_los, estimate.los);
  set(&v1::LuckCorrection::set_variance_factor, estimate.variance_factor);
  set(&v1::LuckCorrection::set_variance_factor_error, estimate.variance_factor_error);
}

// A score with its interval, which has no part outside of 0 to 100 %.
std::string PercentText(double score, double error) {
  const double low = score - error, high = score + error;
  if (low >= 0 && high <= 1) return absl::StrCat(Number(100 * score), " +/- ", Number(100 * error), " %");
  return absl::StrCat(Number(100 * score), " % (", Number(100 * std::clamp(low, 0.0, 1.0)), " to ",
                      Number(100 * std::clamp(high, 0.0, 1.0)), " %)");
}

std::string FactorText(const v1::LuckCorrection& correction) {
  const std::string factor = absl::StrFormat("%.3f", correction.variance_factor());
  if (std::isnan(correction.variance_factor_error())) return factor;
  return absl::StrCat(factor, " +/- ", absl::StrFormat("%.3f", correction.variance_factor_error()));
}

std::string LeftOutText(const v1::LuckCorrection& correction) {
  std::vector<std::string> parts;
  if (correction.games_fitted() > 0) {
    parts.push_back(absl::StrCat(correction.games_fitted(),
                                 " to which the value function was fitted, or whose deals are "
                                 "the same"));
  }
  if (correction.games_unplayed() > 0) {
    parts.push_back(absl::StrCat(correction.games_unplayed(), " that nobody played"));
  }
  if (correction.games_without_partner() > 0) {
    parts.push_back(absl::StrCat(correction.games_without_partner(), " without their partner"));
  }
  return parts.empty() ? "" : absl::StrCat("Games left out: ", absl::StrJoin(parts, ", "), ".\n");
}

}  // namespace

absl::StatusOr<v1::ValueFunction> ValueFunctionFor(const std::string& ledger_path, const v1::TournamentSpec& spec,
                                                   Micros created_time, std::uint32_t version) {
  if (spec.bots_size() != 2) {
    return absl::InvalidArgumentError("--control-variate is for matches of two bots");
  }
  if (spec.format() == v1::TournamentSpec::FORMAT_TUNE) {
    return absl::InvalidArgumentError("--control-variate is for matches, and a tuning's players change as it goes on");
  }
  FLAGFALL_RETURN_IF_ERROR(values::CheckIsDealt(spec));
  const std::string folder = values::ValuesFolder(ledger_path);
  const std::string ruleset = PoolOfRuleset(spec.ruleset());
  if (version != 0) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::ValueFunction named, values::ReadValueFunction(folder, version));
    if (PoolOfRuleset(named.ruleset()) == ruleset) return named;
    return absl::FailedPreconditionError(absl::StrCat("value function ", version, " is of ",
                                                      PoolOfRuleset(named.ruleset()), ", and the match of ", ruleset));
  }
  std::optional<v1::ValueFunction> newest;
  for (const v1::ValueFunction& each : values::ListValueFunctions(folder).functions) {
    if (PoolOfRuleset(each.ruleset()) == ruleset && MicrosOf(each.fitted_time()) < created_time) newest = each;
  }
  if (!newest.has_value()) return NoneFromBefore(spec.ruleset());
  return *newest;
}

absl::StatusOr<v1::LuckCorrection> LuckCorrectionOf(store::Database& database, const store::Tournament& tournament,
                                                    const v1::ValueFunction& value_function) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<MatchGame> games, GamesOf(database, tournament, value_function));
  const bool has_pairs = HasPairs(games);
  const std::vector<rating::DealtSample> samples = SamplesOf(games, has_pairs);
  const rating::CorrectedEstimate estimate = rating::EstimateByControlVariate(samples);
  v1::LuckCorrection message;
  message.set_value_function(value_function.version());
  *message.mutable_fitted_time() = value_function.fitted_time();
  message.set_is_fitted_later(MicrosOf(value_function.fitted_time()) >= tournament.created_time);
  message.set_games(static_cast<std::uint32_t>(samples.size() * (has_pairs ? 2 : 1)));
  message.set_samples(static_cast<std::uint32_t>(samples.size()));
  message.set_has_pairs(has_pairs);
  message.set_games_fitted(CountOf(games, GameUse::kFitted));
  message.set_games_unplayed(CountOf(games, GameUse::kUnplayed));
  message.set_games_without_partner(CountOf(games, GameUse::kCounts) - message.games());
  SetFigures(estimate, message);
  return message;
}

std::string LuckCorrectionText(const v1::LuckCorrection& correction) {
  const std::string heading =
      absl::StrCat("With less luck (value function ", correction.value_function(),
                   correction.is_fitted_later() ? ", fitted after the match was made" : "", "):");
  if (correction.games() == 0) {
    return absl::StrCat(heading, " no game is left of which it can be told.\n", LeftOutText(correction));
  }
  return absl::StrCat(heading, "\nElo: ", Number(correction.elo()), " +/- ", Number(correction.elo_error()),
                      ", LOS: ", Number(100 * correction.los()),
                      " %\nScore: ", PercentText(correction.score(), correction.score_error()), ", plain ",
                      PercentText(correction.plain_score(), correction.plain_score_error()), ", of ",
                      Counted(correction.games(), "game"), correction.has_pairs() ? " in pairs" : "",
                      "\nVariance over the plain score's: ", FactorText(correction), "\n", LeftOutText(correction));
}

}  // namespace flagfall::arena::queries
