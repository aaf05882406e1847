#ifndef ARENA_CLI_RUN_DISPLAY_H_
#define ARENA_CLI_RUN_DISPLAY_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/waiting_games.h"
#include "arena/cli/console.h"
#include "arena/cli/progress_bar.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// Shows a tournament that is being played, here or on a server: a progress bar on a terminal, a line for each game
// elsewhere, a JSON object for each game with --json. Notices about bots go to standard error; what the bots have used
// is shown at the end.
class RunDisplay {
 public:
  // After every `table_every` games, unless that is 0, shows what `table` returns: the table after the first `games`
  // games, of which the ledger may hold more by then, since results are stored in groups.
  RunDisplay(const Console& console, std::uint32_t table_every, std::function<std::string(std::uint32_t games)> table)
      : console_(console), table_every_(table_every), table_(std::move(table)) {}

  void Show(const v1::TournamentEvent& event);

  // Ends the bar's line, and shows what the bots have used.
  void Finish();

  // The newest event; says how far the tournament has come.
  const v1::TournamentEvent& newest() const { return newest_; }

 private:
  void ShowNotice(const std::string& notice);
  void ShowTable(std::uint32_t games);

  const Console& console_;
  const std::uint32_t table_every_;
  const std::function<std::string(std::uint32_t games)> table_;
  std::optional<ProgressBar> bar_;
  v1::TournamentEvent newest_;
  std::vector<v1::BotUse> uses_;
  WaitingGamesNews waiting_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_RUN_DISPLAY_H_
