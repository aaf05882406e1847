#include "arena/coordinator/bot_state.h"

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"

namespace flagfall::arena::coordinator {

bool BotState::MayBeLeased() const { return !bot.is_remote && MayPlay(); }

// Who has killed a supervisor is not to be found out. Where nothing isolates a bot it may be the bot itself, lest it
// lose a game; before it has said hello it has none to lose.
bool BotState::IsOneTooMany(const BotExited& exited) {
  return exited.may_have_killed_it && ready_life == life && ++doubtful_deaths > kDoubtfulDeathsMax;
}

std::string SupervisorDeathsText(const std::vector<BotState>& bots) {
  std::string text;
  for (const BotState& state : bots) {
    if (state.supervisor_deaths == 0) continue;
    absl::StrAppend(&text, text.empty() ? "" : "; ", state.bot.name, "'s ", Counted(state.supervisor_deaths, "time"),
                    ", the last: ", state.last_supervisor_death);
  }
  return text;
}

}  // namespace flagfall::arena::coordinator
