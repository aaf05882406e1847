#include "arena/cli/rankings_report.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

// Pairs of a table that are not significant.
constexpr int kPairsShown = 10;
constexpr double kSignificant = 0.05;
constexpr int kBotsNamed = 10;

std::string Percent(double share) { return absl::StrFormat("%.1f", 100 * share); }
std::string EstimateText(const v1::RankEstimate& estimate) {
  return absl::StrCat(Percent(estimate.low()), "-", Percent(estimate.high()));
}

std::string Chance(double p) { return p < 0.0001 ? "<0.0001" : absl::StrFormat("%.4f", p); }

std::string LeftOutText(const v1::PoolRanking& ranking) {
  if (ranking.left_out().empty()) return "";
  std::vector<std::string> names;
  for (const std::string& name : ranking.left_out()) {
    if (names.size() == kBotsNamed) break;
    names.push_back(name);
  }
  std::string text =
      absl::StrCat("Left out, since not all of these and those above have met: ", absl::StrJoin(names, ", "));
  const int more = ranking.left_out_size() - static_cast<int>(names.size());
  if (more > 0) absl::StrAppend(&text, " and ", more, " more");
  return text + "\n";
}

std::string RankingLegend(const v1::PoolRanking& ranking) {
  const bool is_nash = ranking.method() == v1::RANK_METHOD_NASH;
  std::string text =
      is_nash
          ? "Share: how often whoever wants to lose to nobody on average plays the bot (the Nash equilibrium with the "
            "highest entropy).\nScore: against an opponent drawn by these shares, in percent; places are by it.\n"
          : "Share: how much of the time all play the bot, in percent, if whoever sees a better one changes to it "
            "(alpha-rank);\nplaces are by it. Score: against an opponent drawn by these shares, in percent.\n";
  if (ranking.has_alpha()) absl::StrAppend(&text, "alpha is ", ranking.alpha(), ".\n");
  return absl::StrCat(
      text, "Intervals: 95 % of ", ranking.resamples(),
      " times that the games, pairs whole, were drawn anew. Bots that beat each other in a circle share "
      "places.\n",
      LeftOutText(ranking));
}

std::string ResidualsLegend(const v1::PoolResiduals& residuals, int shown) {
  std::string text;
  if (static_cast<int>(residuals.pairs_met()) > shown) {
    absl::StrAppend(&text, "and ", Counted(residuals.pairs_met() - static_cast<std::uint32_t>(shown), "pair"),
                    " that the ratings foretell as well or better\n");
  }
  absl::StrAppend(
      &text,
      "Foretold: the points of the first bot by the ratings (MLE), with the sides that both had. z: how far "
      "the\npoints are from it, in standard deviations. p: how likely games by the ratings are at least as "
      "far; adjusted:\nfor ",
      Counted(residuals.pairs_met(), "pair"),
      " that were looked at (Holm). A small one means a circle, a weakness, or games that were not played "
      "to be won.\n");
  if (residuals.variance_ratio() > 1) {
    absl::StrAppendFormat(
        &text, "The two games of a pair vary %.2f times as much as independent games; z and p allow for it.\n",
        residuals.variance_ratio());
  }
  return absl::StrCat(text, "The pool as a whole: p ", Chance(residuals.p()),
                      residuals.adjusted_p() == residuals.p()
                          ? ""
                          : absl::StrCat(", adjusted for all pools here ", Chance(residuals.adjusted_p())),
                      "\n");
}

}  // namespace

void PrintRanking(const v1::PoolRanking& ranking, const Console& console) {
  if (console.json) return PrintJson(ranking, console.out);
  std::vector<std::vector<std::string>> table = {
      {"#", "bot", "games", "share", "95 %", "score", "95 %", "places", "MLE"}};
  for (const v1::CircleRank& bot : ranking.bots()) {
    table.push_back({absl::StrCat(bot.place()), bot.bot(), absl::StrCat(bot.games()), Percent(bot.share().value()),
                     EstimateText(bot.share()), Percent(bot.score().value()), EstimateText(bot.score()),
                     absl::StrCat(bot.place_low(), "-", bot.place_high()),
                     absl::StrFormat("%.1f", bot.likelihood_elo())});
  }
  console.out << (ranking.method() == v1::RANK_METHOD_NASH ? "Nash averaging " : "Alpha-rank ")
              << Printable(ranking.pool()) << "\n"
              << FormatTable(table) << Printable(RankingLegend(ranking), true);
}

void PrintResiduals(const v1::PoolResiduals& residuals, const Console& console) {
  if (console.json) return PrintJson(residuals, console.out);
  std::vector<std::vector<std::string>> table = {
      {"bot", "against", "games", "points", "foretold", "z", "p", "adjusted", ""}};
  for (const v1::PairResidual& pair : residuals.pairs()) {
    const bool is_significant = pair.adjusted_p() < kSignificant;
    if (!is_significant && static_cast<int>(table.size()) > kPairsShown) break;
    table.push_back({pair.bot(), pair.opponent(), absl::StrCat(pair.games()), absl::StrFormat("%.1f", pair.points()),
                     absl::StrFormat("%.1f", pair.expected_points()), absl::StrFormat("%.1f", pair.z()),
                     Chance(pair.p()), Chance(pair.adjusted_p()), is_significant ? "significant" : ""});
  }
  console.out << "Against what the ratings foretell " << Printable(residuals.pool()) << "\n"
              << FormatTable(table) << Printable(ResidualsLegend(residuals, static_cast<int>(table.size()) - 1), true);
}

}  // namespace flagfall::arena::cli
