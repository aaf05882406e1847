#ifndef SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_
#define SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_

#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// A legal answer to any decision of any ruleset, drawn at random: out of the legal actions that came with the decision,
// and where they cannot be listed (set-ups, front lines, steps) out of all there are. A bot that uses it says
// wants_legal_actions in BotInfo. Without, it draws plies and what cannot be listed, and no answer to DEFENCE, CALL,
// TURN, FILL, CHALLENGE or BLOCK: asked for one of these it aborts.
v1::Action RandomAction(const GameState& game, v1::DecisionKind kind, Random& random);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_RANDOM_ACTION_H_
