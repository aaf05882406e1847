#include "arena/cli/report.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/queries/messages.h"
#include "arena/tournament/crosstable.h"

namespace flagfall::arena {
namespace {

using Table = std::vector<std::vector<std::string>>;

std::vector<std::string> RowOf(const v1::RatedBot& bot) {
  return {absl::StrCat(bot.place()),          bot.bot(),
          absl::StrCat(bot.games()),          absl::StrCat(bot.wins()),
          absl::StrCat(bot.draws()),          absl::StrCat(bot.losses()),
          absl::StrFormat("%.1f", bot.elo()), EloChangeText(bot.elo_change())};
}

}  // namespace

void PrintLeaderboards(const std::vector<v1::RatedBot>& rated, const Console& console) {
  if (console.json) {
    for (const v1::RatedBot& bot : rated) PrintJson(bot, console.out);
    return;
  }
  if (rated.empty()) console.out << "No rated games yet.\n";
  for (std::size_t i = 0; i < rated.size();) {
    const std::string& pool = rated[i].pool();
    console.out << (i > 0 ? "\n" : "") << "Leaderboard " << Printable(pool) << "\n";
    Table table = {{"#", "bot", "games", "wins", "draws", "losses", "Elo", "change"}};
    for (; i < rated.size() && rated[i].pool() == pool; ++i) table.push_back(RowOf(rated[i]));
    console.out << FormatTable(table);
  }
}

void PrintCrosstable(const v1::Tournament& tournament, const Console& console) {
  if (console.json) {
    PrintJson(tournament, console.out);
  } else {
    console.out << CrosstableText(StandingsIn(tournament), console.width);
  }
}

}  // namespace flagfall::arena
