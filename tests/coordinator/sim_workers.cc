#include "tests/coordinator/sim_workers.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

// So often in a row in vain, and no more: a run that waits for machines and gives them nothing is noticed.
constexpr int kAskedInVainMax = 4000;
// In a thousand, each time that a machine might do it.
constexpr int kAsks = 300;
constexpr int kFlakyFails = 100;

}  // namespace

std::vector<SimWorkers::Action> SimWorkers::Actions() {
  std::vector<Action> actions;
  if (!scenario_.has_workers) return actions;
  if (asked_in_vain_ < kAskedInVainMax && (games_.empty() || Chance(kAsks)))
    actions.push_back({.kind = Action::Kind::kAsk});
  for (const auto& [number, game] : games_) {
    actions.push_back({.kind = Action::Kind::kEndGame, .game = number});
    if (Chance(rates_.worker_lost)) actions.push_back({.kind = Action::Kind::kLoseWorker, .lease = game.lease});
  }
  return actions;
}

void SimWorkers::Do(const Action& action) {
  switch (action.kind) {
    case Action::Kind::kAsk:
      return Ask();
    case Action::Kind::kEndGame:
      return EndGame(action.game);
    case Action::Kind::kLoseWorker:
      return LoseWorker(action.lease);
  }
}

void SimWorkers::Take(const GrantLease& lease, std::map<std::uint32_t, std::string>& seeds) {
  asked_in_vain_ = lease.games.empty() ? asked_in_vain_ + 1 : 0;
  for (const LeasedGame& game : lease.games) {
    ++tally_.leased_games;
    seeds[game.game.number] = game.seed;
    games_[game.game.number] = {.leased = game, .lease = lease.lease};
  }
}

void SimWorkers::Drop(const GameStart& game) {
  const auto found = games_.find(game.number);
  if (found != games_.end() && found->second.leased.start == game.start) Return(game.number);
}

void SimWorkers::Ask() {
  LeaseAsked asked{.lease = ++asked_,
                   .pairs_max = static_cast<std::uint32_t>(1 + random_() % 4),
                   .games_at_once = static_cast<std::uint32_t>(1 + random_() % 4)};
  if (random_() % 8 == 0) {
    ++tally_.faults["lease taken up again"];
    for (int games = 0; games < 4; ++games) asked.only.insert(static_cast<std::uint32_t>(1 + random_() % 20));
  }
  // It is asked again, without that bot or with all.
  if (random_() % 8 == 0) {
    ++tally_.faults["bot that a worker cannot play"];
    asked.without.insert(static_cast<int>(random_() % scenario_.bots.size()));
  }
  queue_.emplace_back(std::move(asked));
}

void SimWorkers::EndGame(std::uint32_t number) {
  const LeasedGame leased = games_.at(number).leased;
  for (const int bot : {leased.game.red, leased.game.blue}) {
    const Manners manners = scenario_.bots[bot].manners;
    if (manners == Manners::kGood || (manners == Manners::kFlaky && !Chance(kFlakyFails))) continue;
    ++tally_.faults["bot failed elsewhere"];
    queue_.emplace_back(BotFailedElsewhere{bot, "its process exited with code 1", "node3"});
    return Return(number);
  }
  games_.erase(number);
  if (!Chance(rates_.void_game)) {
    return Tell(leased.Key(), ResultOf(scenario_, leased.game), v1::REASON_FLAG_CAPTURED);
  }
  ++tally_.faults["leased game void"];
  Tell(leased.Key(), v1::RESULT_VOID, v1::REASON_HOST_LATE);
}

void SimWorkers::LoseWorker(std::uint64_t lease) {
  ++tally_.faults["worker lost"];
  std::vector<GameStart> lost;
  for (const auto& [number, game] : games_) {
    if (game.lease == lease) lost.push_back(game.leased.Key());
  }
  for (const GameStart& game : lost) Return(game.number, /*is_lost=*/true);
  for (const GameStart& game : lost) Tell(game, v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

void SimWorkers::Return(std::uint32_t number, bool is_lost) {
  queue_.emplace_back(GameReturned{games_.at(number).leased.Key(), is_lost});
  games_.erase(number);
}

void SimWorkers::Tell(const GameStart& game, v1::Result result, v1::Reason reason) {
  GameOver over{.game = game, .record = {}};
  over.record.mutable_outcome()->set_result(result);
  over.record.mutable_outcome()->set_reason(reason);
  over.record.set_plies(++records_);
  over.machine = {.user = "cluster", .name = absl::StrCat("node", records_)};
  queue_.emplace_back(std::move(over));
}

}  // namespace flagfall::arena::coordinator::simulation
