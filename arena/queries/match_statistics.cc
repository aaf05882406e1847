#include "arena/queries/match_statistics.h"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/base/unplayed.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/luck_correction.h"
#include "arena/rating/confidence_sequence.h"
#include "arena/rating/pentanomial.h"
#include "arena/rating/score_counts.h"
#include "arena/rating/sprt.h"
#include "arena/tournament/sprt_match.h"
#include "referee/base/counted.h"

namespace flagfall::arena::queries {
namespace {

// Of a score in points of a game, 0 to 1, from how often each number of half points came; `parts` is the number of
// half points that make 1.
template <typename Counts>
double VarianceOf(const Counts& counts, int parts) {
  double samples = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double score = static_cast<double>(i) / parts;
    const auto count = static_cast<double>(counts[i]);
    samples += count;
    sum += count * score;
    squares += count * score * score;
  }
  if (samples == 0) return 0;
  const double mean = sum / samples;
  return squares / samples - mean * mean;
}

// The variance of a pair's mean score over what it would be if its games had nothing to do with each other.
double VarianceRatio(const rating::Tally& games, const rating::Pentanomial& pairs) {
  const double of_game = VarianceOf(std::array{games.losses, games.draws, games.wins}, 2);
  return of_game == 0 ? 0 : VarianceOf(pairs.pairs, 4) / (of_game / 2);
}

void AddSprt(const v1::TournamentSpec& spec, const tournament::SprtMatch& played, v1::MatchStatistics& match) {
  const rating::Sprt& test = played.test();
  v1::SprtState& state = *match.mutable_sprt();
  const rating::SprtOptions options = tournament::SprtOptionsOf(spec.sprt());
  state.set_elo0(options.elo0);
  state.set_elo1(options.elo1);
  state.set_lower(test.Bounds().lower);
  state.set_upper(test.Bounds().upper);
  state.set_llr(test.crossing().has_value() ? test.crossing()->llr : test.llr());
  state.set_pairs(static_cast<std::uint32_t>(test.crossing().has_value() ? test.crossing()->samples
                                                                         : std::llround(test.scores().Samples())));
  state.set_pairs_unplayed(played.unplayed_pairs());
  state.set_is_given_up(played.IsGivenUp());
  switch (test.verdict()) {
    case rating::SprtVerdict::kContinue:
      return state.set_verdict(v1::SprtState::VERDICT_CONTINUE);
    case rating::SprtVerdict::kAcceptH0:
      return state.set_verdict(v1::SprtState::VERDICT_ACCEPT_H0);
    case rating::SprtVerdict::kAcceptH1:
      return state.set_verdict(v1::SprtState::VERDICT_ACCEPT_H1);
  }
}

std::string Decimal(double value) {
  return std::isinf(value) ? (value > 0 ? "inf" : "-inf") : absl::StrFormat("%.2f", value);
}

std::string PlusMinus(double value, double error) { return absl::StrCat(Decimal(value), " +/- ", Decimal(error)); }

std::string SprtText(const v1::SprtState& sprt) {
  // How far to the bound that it tends to.
  const double share = sprt.llr() / (sprt.llr() < 0 ? -sprt.lower() : sprt.upper());
  std::string text = absl::StrFormat("LLR: %.2f (%.1f%%) (%.2f, %.2f) [%.2f, %.2f]\n", sprt.llr(), 100 * share,
                                     sprt.lower(), sprt.upper(), sprt.elo0(), sprt.elo1());
  if (sprt.pairs_unplayed() > 0) {
    absl::StrAppend(&text, Counted(sprt.pairs_unplayed(), "pair"), " with a game that nobody played: no evidence\n");
  }
  if (sprt.is_given_up()) {
    absl::StrAppend(&text, "no verdict: nobody played a game of each of the last ",
                    tournament::SprtMatch::kUnplayedPairsMax, " pairs\n");
  }
  if (sprt.verdict() == v1::SprtState::VERDICT_CONTINUE) return text;
  return absl::StrCat(text, sprt.verdict() == v1::SprtState::VERDICT_ACCEPT_H1 ? "H1" : "H0", " is accepted after ",
                      Counted(sprt.pairs(), "pair"), "\n");
}

void Count(int half_points, rating::Tally& tally) {
  tally.wins += half_points == 2;
  tally.draws += half_points == 1;
  tally.losses += half_points == 0;
}

// What a match tells, from the point of view of its first bot.
struct Evidence {
  // Of all games that count.
  rating::Tally all;
  // Without the games that nobody played, unless they are evidence too.
  rating::Tally games;
  // Without the pairs that were not played whole, which are counted beside them.
  rating::Pentanomial pairs;
  std::int64_t broken_pairs = 0;
  // The scores of these games and of these pairs, 0 to 1, in the order of the schedule.
  std::vector<double> game_scores;
  std::vector<double> pair_scores;
  // Whether the games came in pairs, but for the newest.
  bool HasPairs() const { return pairs.Pairs() > 0 && all.Games() < pairs.Games() + 2 * broken_pairs + 2; }
};

Evidence EvidenceOf(absl::Span<const tournament::PlayedGame> games, bool counts_unplayed) {
  Evidence evidence;
  const auto tells = [&](std::size_t i) { return counts_unplayed || !games[i].is_unplayed; };
  for (std::size_t i = 0; i < games.size(); ++i) {
    const int own = games[i].HalfPointsOf(0);
    Count(own, evidence.all);
    if (tells(i)) {
      Count(own, evidence.games);
      evidence.game_scores.push_back(own / 2.0);
    }
    const bool has_partner = games[i].number % 2 == 0 && i > 0 && games[i - 1].number + 1 == games[i].number;
    if (!has_partner) continue;
    if (tells(i) && tells(i - 1)) {
      evidence.pairs.Add(games[i - 1].HalfPointsOf(0), own);
      evidence.pair_scores.push_back((games[i - 1].HalfPointsOf(0) + own) / 4.0);
    } else {
      ++evidence.broken_pairs;
    }
  }
  return evidence;
}

}  // namespace

v1::MatchStatistics MatchStatisticsOf(const v1::TournamentSpec& spec, absl::Span<const tournament::PlayedGame> games) {
  const Evidence evidence = EvidenceOf(games, RatesForfeits(spec));
  const rating::Tally& tally = evidence.games;
  const rating::Pentanomial& pairs = evidence.pairs;
  const bool has_pairs = evidence.HasPairs();
  const rating::EloEstimate elo = has_pairs ? rating::EstimateElo(pairs) : rating::EstimateElo(tally);
  v1::MatchStatistics match;
  match.set_first(spec.bots(0));
  match.set_second(spec.bots(1));
  *match.mutable_games() = tournament::MessageOf(evidence.all);
  match.set_games_unplayed(static_cast<std::uint32_t>(evidence.all.Games() - tally.Games()));
  match.set_elo(elo.difference);
  match.set_elo_error(elo.error);
  match.set_normalized_elo(elo.normalized);
  match.set_normalized_elo_error(elo.normalized_error);
  match.set_los(elo.los);
  const rating::ScoreRange range = rating::HedgedCapitalRange(has_pairs ? evidence.pair_scores : evidence.game_scores);
  match.set_sequence_elo_low(rating::EloOfScore(range.low));
  match.set_sequence_elo_high(rating::EloOfScore(range.high));
  if (has_pairs) {
    for (const std::int64_t count : pairs.pairs) match.add_pentanomial(static_cast<std::uint32_t>(count));
    match.set_draw_ratio(pairs.DrawRatio());
    match.set_pairs_ratio(pairs.PairsRatio());
    match.set_wl_dd_ratio(pairs.OneEachToDrawnRatio());
    match.set_variance_ratio(VarianceRatio(tally, pairs));
  }
  if (const std::optional<tournament::SprtMatch> played = tournament::SprtAfter(spec, games)) {
    AddSprt(spec, *played, match);
  }
  return match;
}

std::string MatchStatisticsText(const v1::MatchStatistics& match) {
  const v1::Tally& games = match.games();
  const std::uint32_t count = games.wins() + games.draws() + games.losses();
  const double points = games.wins() + games.draws() / 2.0;
  std::string text = absl::StrCat("Results of ", match.first(), " vs ", match.second(),
                                  ":\nElo: ", PlusMinus(match.elo(), match.elo_error()),
                                  ", nElo: ", PlusMinus(match.normalized_elo(), match.normalized_elo_error()), "\n");
  if (match.has_sequence_elo_low()) {
    absl::StrAppend(&text, "Elo, 95 % whenever one looks: ", Decimal(match.sequence_elo_low()), " to ",
                    Decimal(match.sequence_elo_high()), "\n");
  }
  absl::StrAppendFormat(&text, "LOS: %.2f %%", 100 * match.los());
  const bool has_pairs = !match.pentanomial().empty();
  if (has_pairs) {
    absl::StrAppendFormat(&text, ", DrawRatio: %.2f %%, PairsRatio: %s", 100 * match.draw_ratio(),
                          Decimal(match.pairs_ratio()));
  }
  absl::StrAppendFormat(&text, "\nGames: %d, Wins: %d, Losses: %d, Draws: %d, Points: %.1f (%.2f %%)\n", count,
                        games.wins(), games.losses(), games.draws(), points, count == 0 ? 0 : 100 * points / count);
  if (match.games_unplayed() > 0) {
    absl::StrAppend(&text, Counted(match.games_unplayed(), "game"),
                    " that nobody played: in the line above, and in no other figure here\n");
  }
  if (has_pairs) {
    absl::StrAppend(&text,
                    "DrawRatio: pairs of games in which both bots made 1 point of 2, by two draws or a win each. "
                    "PairsRatio: pairs won to pairs lost.\n");
    absl::StrAppendFormat(&text, "Ptnml(0-2): [%s], WL/DD Ratio: %s\n", absl::StrJoin(match.pentanomial(), ", "),
                          Decimal(match.wl_dd_ratio()));
    absl::StrAppendFormat(&text, "Variance of a pair over that of two independent games: %.3f\n",
                          match.variance_ratio());
  }
  if (match.has_sprt()) absl::StrAppend(&text, SprtText(match.sprt()));
  if (match.has_less_luck()) absl::StrAppend(&text, LuckCorrectionText(match.less_luck()));
  return text;
}

}  // namespace flagfall::arena::queries
