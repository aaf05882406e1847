#include "arena/queries/value_functions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/base/unplayed.h"
#include "arena/rating/value_fit.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/spec.h"
#include "arena/values/deal.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::queries {
namespace {

constexpr int kTournamentsAtOnce = 100;

bool Contains(const std::vector<std::int64_t>& ids, std::int64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

double RedScoreOf(v1::Result result) { return result == v1::RESULT_RED_WINS ? 1 : result == v1::RESULT_DRAW ? 0.5 : 0; }

// The games to which a value function is fitted, and which they are.
class FittedGames {
 public:
  FittedGames(store::Database& database, v1::Ruleset ruleset) : database_(database), ruleset_(std::move(ruleset)) {}

  const std::vector<rating::DealtGame>& games() const { return games_; }
  const std::vector<v1::FittedTournament>& tournaments() const { return tournaments_; }
  std::size_t deals() const { return groups_.size(); }

  // FAILED_PRECONDITION, with the reason, for a tournament whose games it does not take.
  absl::Status CheckFits(const store::Tournament& tournament) const {
    const v1::Ruleset& ruleset = tournament.spec.ruleset();
    if (PoolOfRuleset(ruleset) != PoolOfRuleset(ruleset_)) {
      return absl::FailedPreconditionError(absl::StrCat("tournament ", tournament.id, " is of ", PoolOfRuleset(ruleset),
                                                        ", and the value function of ", PoolOfRuleset(ruleset_)));
    }
    const absl::Status dealt = values::CheckIsDealt(tournament.spec);
    if (dealt.ok()) return dealt;
    return absl::FailedPreconditionError(absl::StrCat("tournament ", tournament.id, ": ", dealt.message()));
  }

  // Adds the games of a tournament, as many as there is room for. FAILED_PRECONDITION where there are more.
  absl::Status Add(const store::Tournament& tournament) {
    v1::FittedTournament fitted;
    fitted.set_id(static_cast<std::uint32_t>(tournament.id));
    fitted.set_seed(tournament.spec.seed());
    const absl::Status visited =
        store::VisitTournamentGames(database_, tournament.id, [&](const store::GameSummary& game) -> absl::Status {
          if (IsUnplayed(game.outcome.reason(), game.plies)) return absl::OkStatus();
          if (games_.size() == kValueGamesMax) return TooManyGames();
          FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, store::FindRecord(database_, game.game_id));
          FLAGFALL_ASSIGN_OR_RETURN(std::vector<double> deal, values::DealOf(record));
          games_.push_back({.red = game.red,
                            .blue = game.blue,
                            .red_score = RedScoreOf(game.outcome.result()),
                            .deal = std::move(deal),
                            .group = GroupOf(tournament.spec.seed(), game)});
          NoteStored(static_cast<std::uint64_t>(game.sequence), fitted);
          return absl::OkStatus();
        });
    if (fitted.games() > 0) tournaments_.push_back(fitted);
    return visited;
  }

 private:
  static absl::Status TooManyGames() {
    return absl::FailedPreconditionError(
        absl::StrCat("a value function takes at most ", kValueGamesMax, " games, and these tournaments have more"));
  }

  // The games of one draw go together, however many bots play in a tournament: those of a duplicate pair, and those of
  // all tournaments with one seed.
  std::int64_t GroupOf(std::uint64_t seed, const store::GameSummary& game) {
    const std::uint32_t drawn_for = game.first_of_pair != 0 ? game.first_of_pair : game.number;
    return groups_.try_emplace({seed, drawn_for}, static_cast<std::int64_t>(groups_.size())).first->second;
  }

  static void NoteStored(std::uint64_t sequence, v1::FittedTournament& fitted) {
    const bool is_first = fitted.games() == 0;
    fitted.set_first_stored(is_first ? sequence : std::min<std::uint64_t>(fitted.first_stored(), sequence));
    fitted.set_last_stored(std::max<std::uint64_t>(fitted.last_stored(), sequence));
    fitted.set_games(fitted.games() + 1);
  }

  store::Database& database_;
  const v1::Ruleset ruleset_;
  std::vector<rating::DealtGame> games_;
  // By the tournament's seed and the first game of the draw.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::int64_t> groups_;
  std::vector<v1::FittedTournament> tournaments_;
};

// Adds the tournaments that fit, the newest first, until there are enough games.
absl::Status AddNewest(store::Database& database, const std::vector<std::int64_t>& without, FittedGames& fitted) {
  std::optional<std::int64_t> before;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> page,
                              store::ListTournaments(database, before, kTournamentsAtOnce));
    if (page.empty()) return absl::OkStatus();
    for (const store::Tournament& tournament : page) {
      if (Contains(without, tournament.id) || !fitted.CheckFits(tournament).ok()) continue;
      const absl::Status added = fitted.Add(tournament);
      if (fitted.games().size() == kValueGamesMax) return absl::OkStatus();
      FLAGFALL_RETURN_IF_ERROR(added);
    }
    before = page.back().id;
  }
}

absl::Status AddNamed(store::Database& database, const ValueFitOptions& options, FittedGames& fitted) {
  std::vector<std::int64_t> ids = options.tournaments;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const std::int64_t id : ids) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database, id));
    FLAGFALL_RETURN_IF_ERROR(fitted.CheckFits(tournament));
    if (!Contains(options.without, id)) FLAGFALL_RETURN_IF_ERROR(fitted.Add(tournament));
  }
  return absl::OkStatus();
}

v1::ValueFunction MessageOf(const v1::Ruleset& ruleset, const FittedGames& fitted,
                            const std::vector<std::string>& names, Micros now) {
  const rating::ValueFit fit = rating::FitValue(fitted.games(), names.size());
  v1::ValueFunction message;
  *message.mutable_ruleset() = ruleset;
  *message.mutable_fitted_time() = TimestampOf(now);
  message.set_games(static_cast<std::uint32_t>(fitted.games().size()));
  for (const v1::FittedTournament& tournament : fitted.tournaments()) *message.add_tournaments() = tournament;
  std::sort(message.mutable_tournaments()->begin(), message.mutable_tournaments()->end(),
            [](const auto& a, const auto& b) { return a.id() < b.id(); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    v1::FeatureWeight& weight = *message.add_weights();
    weight.set_feature(names[i]);
    weight.set_weight(fit.weights[i]);
  }
  message.set_precision(fit.precision);
  message.set_coefficient(fit.coefficient);
  message.set_variance_factor(fit.variance_factor);
  return message;
}

}  // namespace

std::string PoolOfRuleset(const v1::Ruleset& complete) {
  v1::TournamentSpec spec;
  *spec.mutable_ruleset() = complete;
  return tournament::PoolOf(spec);
}

absl::StatusOr<v1::ValueFunction> FitValueFunction(store::Database& database, const ValueFitOptions& options,
                                                   Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset ruleset, CompleteRuleset(options.ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> names, values::DealFeatureNames(ruleset.id()));
  FittedGames fitted(database, ruleset);
  {
    // Not held while the function is fitted: a server's log could not be emptied meanwhile.
    FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
    FLAGFALL_RETURN_IF_ERROR(options.tournaments.empty() ? AddNewest(database, options.without, fitted)
                                                         : AddNamed(database, options, fitted));
  }
  if (fitted.games().size() < kValueGamesMin) {
    return absl::FailedPreconditionError(
        absl::StrCat("a value function takes ", kValueGamesMin, " games of ", PoolOfRuleset(ruleset),
                     " whose set-ups or cards the ", "referee has dealt; there are ", fitted.games().size(),
                     ruleset.id() == "cards" ? "" : " (of tournaments with a book, as with --book standard)"));
  }
  if (fitted.deals() < kValueDealsMin) {
    return absl::FailedPreconditionError(absl::StrCat("a value function takes ", kValueDealsMin,
                                                      " different deals, and these games have ", fitted.deals()));
  }
  return MessageOf(ruleset, fitted, names, now);
}

}  // namespace flagfall::arena::queries
