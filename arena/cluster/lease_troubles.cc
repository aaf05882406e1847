#include "arena/cluster/lease_troubles.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cluster {

void LeaseTroubles::Trouble::Renew(absl::string_view reason, Micros first_pause, Micros now) {
  why = std::string(reason);
  // Games of several leases may come back for the same reason.
  if (now < until) return;
  pause = pause == Micros(0) ? first_pause : std::min(2 * pause, kPauseMax);
  until = now + pause;
}

void LeaseTroubles::NoteGivenBack(const WorkerProcess& worker, std::optional<int> bot, absl::string_view why,
                                  Micros now) {
  if (given_back_.size() >= kMax) given_back_.clear();
  given_back_[{worker, bot.value_or(kAllBots)}].Renew(why, kGivenBackPause, now);
}

bool LeaseTroubles::NoteUnreadable(int bot, absl::string_view why, Micros now) {
  Trouble& trouble = unreadable_[bot];
  const bool is_new = trouble.why != why;
  trouble.Renew(why, kUnreadablePause, now);
  return is_new;
}

void LeaseTroubles::NotePlayed(const WorkerProcess& worker, int red, int blue) {
  for (const int bot : {red, blue}) {
    given_back_.erase({worker, bot});
    unreadable_.erase(bot);
  }
  given_back_.erase({worker, kAllBots});
}

void LeaseTroubles::AddTo(const WorkerProcess& worker, std::optional<Micros> now, Refusal& refusal) const {
  const auto holds = [now](const Trouble& trouble) { return !now.has_value() || *now < trouble.until; };
  const std::pair<WorkerProcess, int> first{worker, kAllBots};
  for (auto it = given_back_.lower_bound(first); it != given_back_.end() && it->first.first == worker; ++it) {
    if (!holds(it->second)) continue;
    const std::string text = absl::StrCat("could not be played by the worker: ", it->second.why);
    if (it->first.second == kAllBots) {
      refusal.all = absl::StrCat("games ", text);
    } else {
      refusal.bots.try_emplace(it->first.second, text);
    }
  }
  for (const auto& [bot, trouble] : unreadable_) {
    if (holds(trouble)) refusal.bots.try_emplace(bot, absl::StrCat("cannot be read by the server: ", trouble.why));
  }
}

}  // namespace flagfall::arena::cluster
