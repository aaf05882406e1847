#include "arena/cli/report.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/tuning_report.h"
#include "arena/queries/match_statistics.h"
#include "arena/queries/pool_fit_text.h"
#include "arena/tournament/crosstable.h"

namespace flagfall::arena::cli {
namespace {

using Row = std::vector<std::string>;
using Table = std::vector<Row>;

Row RowOf(const v1::RatedBot& bot, bool has_scales) {
  Row row = {absl::StrCat(bot.place()),
             bot.bot(),
             absl::StrCat(bot.games()),
             absl::StrCat(bot.wins()),
             absl::StrCat(bot.draws()),
             absl::StrCat(bot.losses()),
             absl::StrFormat("%.1f%s", bot.likelihood_elo(), bot.is_provisional() ? "?" : ""),
             absl::StrFormat("%.1f", bot.likelihood_elo_error()),
             absl::StrFormat("%.1f", bot.elo()),
             EloChangeText(bot.elo_change())};
  if (has_scales) row.push_back(absl::StrCat(bot.scale() + 1));
  return row;
}

// How likely, in percent, the bot of a row is stronger than that of a column.
std::string SuperiorityText(const std::vector<v1::RatedBot>& bots, const v1::PoolFit& fit) {
  Table table = {{"#", "stronger than"}};
  for (const v1::RatedBot& bot : bots) table[0].push_back(absl::StrCat(bot.place()));
  for (std::size_t row = 0; row < bots.size(); ++row) {
    table.push_back({absl::StrCat(bots[row].place()), bots[row].bot()});
    for (std::size_t column = 0; column < bots.size(); ++column) {
      const double los = fit.superiority(static_cast<int>(row * bots.size() + column));
      table.back().push_back(row == column ? "" : absl::StrFormat("%.1f", 100 * los));
    }
  }
  return FormatTable(table);
}

// What the columns of a crosstable mean.
std::string CrosstableLegend(absl::string_view table) {
  struct Row {
    absl::string_view heading;
    absl::string_view meaning;
  };
  constexpr Row kRows[] = {
      {" Points ", "Points: a win 1, a draw 1/2; games that nobody played count.\n"},
      {" BH ", "Bye: rounds without an opponent, which count as won. BH (Buchholz): the points of the opponents.\n"},
      {" SB ", "SB (Sonneborn-Berger): each opponent's points times the score against it.\n"},
      {" Rating ", "Rating: this ladder's own, with its standard deviation (Dev).\n"},
      {" Any time ",
       "Any time: the score to be expected against the opponents so far, with 95 % for whoever looks whenever.\n"},
      {" Elo ",
       "Elo: from the score against the field in this tournament alone, and half of its 95 % interval; not the "
       "rating.\n"},
  };
  const absl::string_view heading = table.substr(0, table.find('\n'));
  std::string legend;
  for (const Row& row : kRows) {
    if (absl::StrContains(heading, row.heading)) absl::StrAppend(&legend, row.meaning);
  }
  return legend;
}

}  // namespace

void PrintLeaderboards(const v1::GetLeaderboardResponse& response, const Console& console) {
  if (console.json) {
    for (const v1::RatedBot& bot : response.bots()) PrintJson(bot, console.out);
    for (const v1::PoolFit& fit : response.fits()) {
      if (!fit.superiority().empty()) PrintJson(fit, console.out);
    }
    return;
  }
  if (response.bots().empty()) console.out << "No rated games yet.\n";
  for (const v1::PoolFit& fit : response.fits()) {
    std::vector<v1::RatedBot> bots;
    for (const v1::RatedBot& bot : response.bots()) {
      if (bot.pool() == fit.pool()) bots.push_back(bot);
    }
    const bool has_scales = fit.scales() > 1;
    Table table = {{"#", "bot", "games", "wins", "draws", "losses", "MLE", "+/-", "Elo", "change"}};
    if (has_scales) table[0].push_back("scale");
    for (const v1::RatedBot& bot : bots) table.push_back(RowOf(bot, has_scales));
    const bool is_first = &fit == &response.fits(0);
    console.out << (is_first ? "" : "\n") << "Leaderboard " << Printable(fit.pool()) << "\n"
                << FormatTable(table) << Printable(queries::PoolFitText(fit), true)
                << (is_first ? queries::LeaderboardLegend() : "");
    // A server that says too little of it has nothing to show.
    const bool is_whole = static_cast<std::size_t>(fit.superiority_size()) == bots.size() * bots.size();
    if (!bots.empty() && is_whole) console.out << "\n" << SuperiorityText(bots, fit);
  }
}

void PrintCrosstable(const v1::Tournament& tournament, const Console& console) {
  Print(console, tournament, CrosstableOf(tournament, console));
}

std::string CrosstableOf(const v1::Tournament& tournament, const Console& console) {
  if (tournament.spec().format() == v1::TournamentSpec::FORMAT_TUNE) return Printable(TuningText(tournament), true);
  std::string table = Printable(tournament::CrosstableText(tournament, console.width), true);
  absl::StrAppend(&table, CrosstableLegend(table));
  if (!tournament.has_match()) return table;
  return absl::StrCat(table, "\n", Printable(queries::MatchStatisticsText(tournament.match()), true));
}

}  // namespace flagfall::arena::cli
