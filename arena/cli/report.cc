#include "arena/cli/report.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/queries/match_statistics.h"
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
             absl::StrFormat("%.1f", bot.elo()),
             EloChangeText(bot.elo_change()),
             absl::StrFormat("%.1f", bot.likelihood_elo()),
             absl::StrFormat("%.1f", bot.likelihood_elo_error())};
  if (has_scales) row.push_back(absl::StrCat(bot.scale() + 1));
  return row;
}

std::string FitText(const v1::PoolFit& fit) {
  const std::string text = absl::StrFormat(
      "MLE: maximum likelihood over all games, with 95 %% intervals; small leads mean the same scores as in Elo. Red "
      "is "
      "worth %s +/- %.1f Elo; of games between equals %.1f %% are drawn.\n",
      EloChangeText(fit.red_advantage_elo()), fit.red_advantage_elo_error(), 100 * fit.draw_rate());
  return fit.warning().empty() ? text : absl::StrCat(text, fit.warning(), "\n");
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
    Table table = {{"#", "bot", "games", "wins", "draws", "losses", "Elo", "change", "MLE", "+/-"}};
    if (has_scales) table[0].push_back("scale");
    for (const v1::RatedBot& bot : bots) table.push_back(RowOf(bot, has_scales));
    console.out << (&fit == &response.fits(0) ? "" : "\n") << "Leaderboard " << Printable(fit.pool()) << "\n"
                << FormatTable(table) << Printable(FitText(fit), true);
    // A server that says too little of it has nothing to show.
    const bool is_whole = static_cast<std::size_t>(fit.superiority_size()) == bots.size() * bots.size();
    if (!bots.empty() && is_whole) console.out << "\n" << SuperiorityText(bots, fit);
  }
}

void PrintCrosstable(const v1::Tournament& tournament, const Console& console) {
  Print(console, tournament, CrosstableOf(tournament, console));
}

std::string CrosstableOf(const v1::Tournament& tournament, const Console& console) {
  std::string table = Printable(tournament::CrosstableText(tournament, console.width), true);
  if (!tournament.has_match()) return table;
  return absl::StrCat(table, "\n", Printable(queries::MatchStatisticsText(tournament.match()), true));
}

}  // namespace flagfall::arena::cli
