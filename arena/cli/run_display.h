#ifndef ARENA_CLI_RUN_DISPLAY_H_
#define ARENA_CLI_RUN_DISPLAY_H_

#include <optional>
#include <string>
#include <vector>

#include "arena/cli/console.h"
#include "arena/cli/progress_bar.h"
#include "arena/execution/tournament_runner.h"

namespace flagfall::arena {

// Shows a running tournament: a progress bar on a terminal, a line for each game elsewhere, a JSON object for each game
// with --json. What is noticed about bots goes to standard error, and what they have used is shown at the end.
class RunDisplay {
 public:
  explicit RunDisplay(const Console& console) : console_(console) {}

  // Callbacks into this object, which must outlive them.
  RunObserver Observer();

  // Ends the bar's line, and shows what the bots have used.
  void Finish();

  const RunProgress& progress() const { return progress_; }

 private:
  void OnBegin(const RunProgress& progress);
  void OnGame(const GameNews& news, const RunProgress& progress);
  void OnNotice(const std::string& notice);

  const Console& console_;
  std::optional<ProgressBar> bar_;
  RunProgress progress_;
  std::vector<UseNews> uses_;
};

}  // namespace flagfall::arena

#endif  // ARENA_CLI_RUN_DISPLAY_H_
