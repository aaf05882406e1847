#include "tests/bench/play_match.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "referee/base/check.h"
#include "referee/match/match.h"

namespace flagfall::bench {

v1::GameRecord PlayAtRandom(MatchSpec spec, Random& random) {
  Micros now{};
  auto match = Match::Create(std::move(spec), now);
  FLAGFALL_CHECK(match.ok());
  (*match)->Connected(v1::SIDE_RED, {.wants_legal_actions = true}, now);
  (*match)->Connected(v1::SIDE_BLUE, {.wants_legal_actions = true}, now);
  while (!(*match)->IsOver()) {
    std::vector<SeatMessage> messages;
    (*match)->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      const v1::DecisionRequired& decision = message.message.decision_required();
      (*match)->DecisionSent(message.side, message.decision, now);
      FLAGFALL_CHECK(decision.legal_actions_size() > 0);
      v1::Act act;
      act.set_game_id(decision.game_id());
      act.set_decision(decision.decision());
      *act.mutable_action() = decision.legal_actions(
          static_cast<int>(Below(static_cast<std::uint64_t>(decision.legal_actions_size()), random)));
      now += Micros(1000);
      (*match)->Acted(message.side, act, now, Micros(0));
    }
  }
  return (*match)->TakeRecord();
}

}  // namespace flagfall::bench
