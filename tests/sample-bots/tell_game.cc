// Plays a random game of any ruleset and prints what Red is told, for tests in other languages:
//
//   tell_game RULESET SEED
//
// A line of JSON for game_started; then for each step one for Red's decision or, when Red has none, for the events;
// each followed by a line with Red's view.
#include <google/protobuf/util/json_util.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "referee/rules/catalogue.h"

namespace flagfall {
namespace {

void Print(const google::protobuf::Message& message) {
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(message, &json).ok()) std::exit(1);
  std::cout << json << "\n";
}

// What Red is told after an action, and what it may know then.
void Tell(const Game& game, const std::vector<v1::Event>& events) {
  v1::PlayResponse message;
  const auto pending = game.Pending();
  if (!pending.empty() && pending[0].side == v1::SIDE_RED) {
    v1::DecisionRequired& decision = *message.mutable_decision_required();
    decision.set_game_id("g1");
    decision.set_kind(pending[0].kind);
    decision.mutable_events()->Assign(events.begin(), events.end());
    if (const auto legal = game.Legal(v1::SIDE_RED)) {
      decision.mutable_legal_actions()->Assign(legal->begin(), legal->end());
    }
  } else {
    message.mutable_events_occurred()->set_game_id("g1");
    message.mutable_events_occurred()->mutable_events()->Assign(events.begin(), events.end());
  }
  Print(message);
  Print(game.ViewFor(v1::OBSERVER_RED));
}

int Main(const std::string& ruleset, std::uint64_t seed) {
  Random random(seed);
  v1::PlayResponse message;
  v1::GameStarted& started = *message.mutable_game_started();
  started.set_game_id("g1");
  started.set_side(v1::SIDE_RED);
  started.mutable_ruleset()->set_id(ruleset);
  const auto complete = CompleteRuleset(started.ruleset());
  if (!complete.ok()) return 1;
  *started.mutable_ruleset() = *complete;
  const std::unique_ptr<Game> game = NewGame(*complete, std::string(32, 'x')).value();
  *started.mutable_view() = game->ViewFor(v1::OBSERVER_RED);
  Print(message);
  while (!game->Outcome().has_value()) {
    const v1::Side side = game->Pending()[0].side;
    const auto events = game->Act(side, game->Sample(side, random));
    if (!events.ok()) return 1;
    Tell(*game, events->red);
  }
  return 0;
}

}  // namespace
}  // namespace flagfall

int main(int argc, char** argv) { return argc == 3 ? flagfall::Main(argv[1], std::strtoull(argv[2], nullptr, 10)) : 2; }
