#include "arena/cli/report.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/messages.h"
#include "arena/tournament/crosstable.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

absl::Status PrintLeaderboard(Database& database, const std::string& pool, const Console& console) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::RatedBot> rated, RatedBots(database, pool));
  std::vector<std::vector<std::string>> rows = {{"#", "bot", "games", "wins", "draws", "losses", "Elo", "change"}};
  for (const v1::RatedBot& bot : rated) {
    if (console.json) PrintJson(bot, console.out);
    rows.push_back({absl::StrCat(bot.place()), bot.bot(), absl::StrCat(bot.games()), absl::StrCat(bot.wins()),
                    absl::StrCat(bot.draws()), absl::StrCat(bot.losses()), absl::StrFormat("%.1f", bot.elo()),
                    EloChangeText(bot.elo_change())});
  }
  if (!console.json) console.out << "Leaderboard " << Printable(pool) << "\n" << FormatTable(rows);
  return absl::OkStatus();
}

absl::Status PrintCrosstable(Database& database, const Tournament& tournament, const Console& console) {
  FLAGFALL_ASSIGN_OR_RETURN(const Standings standings, StandingsOf(database, tournament));
  if (!console.json) {
    console.out << CrosstableText(standings, console.width);
    return absl::OkStatus();
  }
  FLAGFALL_ASSIGN_OR_RETURN(v1::Tournament message, MessageOf(database, tournament));
  for (const StandingsRow& row : standings.rows) *message.add_standings() = MessageOf(row);
  PrintJson(message, console.out);
  return absl::OkStatus();
}

}  // namespace flagfall::arena
