#ifndef SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_
#define SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_

#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// A legal answer to any decision of any ruleset, drawn at random: from the legal actions that came with the decision
// or, when they cannot be listed (set-ups, front lines, steps), from all that are possible. A bot that uses it should
// set wants_legal_actions in BotInfo. Without that it can draw plies, set-ups, front lines and steps only, and aborts
// when it is asked for a DEFENCE, CALL, TURN, FILL, CHALLENGE or BLOCK.
v1::Action RandomAction(const GameState& game, v1::DecisionKind kind, Random& random);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_
