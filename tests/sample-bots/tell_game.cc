// Plays a random game and prints what Red is told, for tests in other languages:
//
//   tell_game RULESET SEED
//
// A line of JSON for game_started; then for each step one for Red's decision or, when it is not Red's turn, for the
// events; each followed by a line with Red's view.
#include <google/protobuf/util/json_util.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "referee/rules/catalogue.h"
#include "sample-bots/cpp/sdk/game_state.h"
#include "sample-bots/cpp/sdk/set_up.h"

namespace flagfall::bot {
namespace {

void Print(const google::protobuf::Message& message) {
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(message, &json).ok()) std::exit(1);
  std::cout << json << "\n";
}

v1::PlayResponse StartedAs(v1::Side side, const std::string& ruleset) {
  v1::PlayResponse message;
  message.mutable_game_started()->set_game_id("g1");
  message.mutable_game_started()->set_side(side);
  message.mutable_game_started()->mutable_ruleset()->set_id(ruleset);
  return message;
}

v1::Action RandomSetUpOf(v1::Side side, const std::string& ruleset, std::mt19937_64& random) {
  v1::Action action;
  const auto game = GameState::Create(StartedAs(side, ruleset).game_started());
  for (const board::Placement& placement : RandomSetUp(*game, random)) {
    v1::Placement& told = *action.mutable_set_up()->add_placements();
    told.set_square(placement.square);
    told.set_type(static_cast<v1::PieceType>(placement.type));
  }
  return action;
}

// What Red is told after an action, and what it may know then.
void Tell(const Game& game, const std::vector<v1::Event>& events) {
  v1::PlayResponse message;
  const auto legal = game.Legal(v1::SIDE_RED);
  if (legal.has_value()) {
    v1::DecisionRequired& decision = *message.mutable_decision_required();
    decision.set_game_id("g1");
    decision.set_kind(v1::DECISION_KIND_PLY);
    decision.mutable_events()->Assign(events.begin(), events.end());
    decision.mutable_legal_actions()->Assign(legal->begin(), legal->end());
  } else {
    message.mutable_events_occurred()->set_game_id("g1");
    message.mutable_events_occurred()->mutable_events()->Assign(events.begin(), events.end());
  }
  Print(message);
  Print(game.ViewFor(v1::OBSERVER_RED));
}

int Main(const std::string& ruleset, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const v1::PlayResponse started = StartedAs(v1::SIDE_RED, ruleset);
  const auto game = NewGame(started.game_started().ruleset(), std::string(32, 'x'));
  if (!game.ok()) return 1;
  Print(started);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    const auto events = (*game)->Act(side, RandomSetUpOf(side, ruleset, random));
    if (!events.ok()) return 1;
    Tell(**game, events->red);
  }
  while (!(*game)->Outcome().has_value()) {
    const v1::Side side = (*game)->Pending()[0].side;
    const auto legal = (*game)->Legal(side).value();
    const std::size_t chosen = std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(random);
    const auto events = (*game)->Act(side, legal[chosen]);
    if (!events.ok()) return 1;
    Tell(**game, events->red);
  }
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) {
  return argc == 3 ? flagfall::bot::Main(argv[1], std::strtoull(argv[2], nullptr, 10)) : 2;
}
