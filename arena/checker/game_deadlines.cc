#include "arena/checker/game_deadlines.h"

#include <algorithm>

namespace flagfall::arena::checker {
namespace {

// The server is asked once more when it has not caught up in this time; it may have been closed.
constexpr Micros kCatchUpTimeout = std::chrono::milliseconds(200);

}  // namespace

Micros GameDeadlines::Next() const {
  Micros next = Micros::max();
  for (const auto& game : games_) next = std::min(next, game->NextDeadline().value_or(Micros::max()));
  return next;
}

Micros GameDeadlines::NextLook(Micros limit) const {
  const Micros next = Next();
  return std::min(limit, next <= asked_at_ ? asked_at_ + kCatchUpTimeout : next);
}

void GameDeadlines::Pass(Micros reached) {
  for (const auto& game : games_) {
    if (const auto due = game->NextDeadline(); due.has_value() && *due <= reached) game->TimePassed(reached);
  }
}

void GameDeadlines::Look(Micros now) {
  const Micros next = Next();
  if (next > now || (next <= asked_at_ && now < asked_at_ + kCatchUpTimeout)) return;
  asked_at_ = now;
  if (!server_.CatchUp(now)) Pass(now);
}

}  // namespace flagfall::arena::checker
