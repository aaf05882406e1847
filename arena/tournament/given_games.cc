#include "arena/tournament/given_games.h"

#include <algorithm>

#include "referee/base/check.h"

namespace flagfall::arena::tournament {

GivenGames::GivenGames(const std::vector<ScheduledGame>& games) {
  for (const ScheduledGame& game : games) {
    FLAGFALL_CHECK(games_.try_emplace(game.number, Entry{.game = game}).second);
    ++open_;
    ++open_of_player_[game.red];
    ++open_of_player_[game.blue];
  }
}

std::optional<ScheduledGame> GivenGames::Take(const std::function<bool(const ScheduledGame&)>& may_start) {
  for (auto& [number, entry] : games_) {
    if (entry.state != State::kWaiting || !may_start(entry.game)) continue;
    entry.state = State::kTaken;
    return entry.game;
  }
  return std::nullopt;
}

std::optional<ScheduledGame> GivenGames::TakeNumber(std::uint32_t number,
                                                    const std::function<bool(const ScheduledGame&)>& may_start) {
  return Take([&](const ScheduledGame& game) { return game.number == number && may_start(game); });
}

void GivenGames::VisitWaiting(const std::function<bool(const ScheduledGame&)>& visit) {
  for (const auto& [number, entry] : games_) {
    if (entry.state == State::kWaiting && !visit(entry.game)) return;
  }
}

bool GivenGames::HasWaiting() {
  return std::any_of(games_.begin(), games_.end(),
                     [](const auto& entry) { return entry.second.state == State::kWaiting; });
}

void GivenGames::PutBack(std::uint32_t number) {
  SetOver(games_.at(number));
  for (auto& [later, entry] : games_) {
    if (entry.game.first_of_pair == number && entry.state == State::kWaiting) SetOver(entry);
  }
}

void GivenGames::Decided(std::uint32_t number, v1::Result /*result*/, bool /*is_forfeit*/, bool /*is_unplayed*/) {
  FLAGFALL_CHECK(games_.at(number).state == State::kTaken);
  SetOver(games_.at(number));
}

bool GivenGames::IsOver(std::uint32_t number) const {
  const auto found = games_.find(number);
  return found == games_.end() || found->second.state == State::kOver;
}

bool GivenGames::IsDoneWith(int player) const {
  const auto found = open_of_player_.find(player);
  return found == open_of_player_.end() || found->second == 0;
}

void GivenGames::SetOver(Entry& entry) {
  entry.state = State::kOver;
  --open_;
  --open_of_player_.at(entry.game.red);
  --open_of_player_.at(entry.game.blue);
}

}  // namespace flagfall::arena::tournament
