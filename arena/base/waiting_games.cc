#include "arena/base/waiting_games.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"

namespace flagfall::arena {

std::string WaitingText(const v1::WaitingGames& waiting) {
  if (waiting.games() == 0 && !waiting.reason().empty()) return waiting.reason();
  if (waiting.games() == 0) return "no game waits any more for a worker that can play it";
  const bool is_one = waiting.games() == 1;
  return absl::StrCat(Counted(waiting.games(), "game"), is_one ? " waits" : " wait", " for a worker that can play ",
                      is_one ? "it" : "them", waiting.reason().empty() ? "" : ": ", waiting.reason());
}

std::string WaitingGamesNews::NewsOf(const v1::WaitingGames& waiting) {
  const bool waited = std::exchange(waits_, waiting.games() > 0);
  const std::string before = std::exchange(reason_, waiting.reason());
  return waited == waits_ && before == reason_ ? "" : WaitingText(waiting);
}

}  // namespace flagfall::arena
