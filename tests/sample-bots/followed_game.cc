#include "tests/sample-bots/followed_game.h"

#include <gmock/gmock.h>

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/cpp/sdk/set_up.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

std::unique_ptr<Game> NewGameOf(const std::string& ruleset) {
  v1::Ruleset message;
  message.set_id(ruleset);
  return NewGame(message, std::string(32, 'x')).value();
}

}  // namespace

std::vector<std::string> RulesetIds() {
  std::vector<std::string> ids;
  for (const auto& ruleset : Catalogue()) ids.push_back(ruleset->info().id);
  return ids;
}

v1::GameStarted StartedAs(v1::Side side, const std::string& ruleset) {
  v1::GameStarted started;
  started.set_game_id("g1");
  started.set_side(side);
  started.mutable_ruleset()->set_id(ruleset);
  *started.mutable_view() = NewGameOf(ruleset)->ViewFor(ObserverOf(side));
  return started;
}

FollowedGame::FollowedGame(const std::string& ruleset, std::uint64_t seed)
    : random_(seed),
      game_(NewGameOf(ruleset)),
      red_(*GameState::Create(StartedAs(v1::SIDE_RED, ruleset))),
      blue_(*GameState::Create(StartedAs(v1::SIDE_BLUE, ruleset))) {}

void FollowedGame::SetUpBoth() {
  Act(v1::SIDE_RED, SetUpAction(SoundSetUp(red_, random_)));
  Act(v1::SIDE_BLUE, SetUpAction(RandomSetUp(blue_, random_)));
}

bool FollowedGame::Step() {
  if (game_->Outcome().has_value()) return false;
  const v1::Side side = game_->Pending()[0].side;
  Act(side, game_->Sample(side, random_));
  return !game_->Outcome().has_value();
}

void FollowedGame::Act(v1::Side side, const v1::Action& action) {
  const auto events = game_->Act(side, action);
  ASSERT_THAT(events, IsOk()) << action.DebugString();
  blue_events_.insert(blue_events_.end(), events->blue.begin(), events->blue.end());
  EXPECT_THAT(red_.Apply({events->red.begin(), events->red.end()}), IsOk());
  EXPECT_THAT(blue_.Apply({events->blue.begin(), events->blue.end()}), IsOk());
}

void FollowedGame::Ask(v1::Side side) {
  v1::DecisionRequired decision;
  if (const auto legal = game_->Legal(side)) decision.mutable_legal_actions()->Assign(legal->begin(), legal->end());
  Of(side).OnDecision(decision);
}

v1::View FollowedGame::ViewOf(v1::Side side) const { return game_->ViewFor(ObserverOf(side)); }

void VisitDecisions(const std::string& ruleset, v1::DecisionKind kind, int count,
                    const std::function<void(FollowedGame&, const GameState&, v1::Side)>& visit) {
  constexpr std::uint64_t kGamesMax = 200;
  for (std::uint64_t seed = 1; count > 0; ++seed) {
    ASSERT_LE(seed, kGamesMax) << "too few such decisions come up";
    FollowedGame followed(ruleset, seed);
    do {
      const OpenDecision open = followed.game().Pending()[0];
      if (open.kind != kind) continue;
      followed.Ask(open.side);
      visit(followed, followed.Of(open.side), open.side);
      --count;
    } while (count > 0 && !testing::Test::HasFatalFailure() && followed.Step());
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace flagfall::bot
