#ifndef REFEREE_RULES_CARDS_CARDS_MESSAGES_H_
#define REFEREE_RULES_CARDS_CARDS_MESSAGES_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/cards/cards_view.h"

namespace flagfall::cards {

// The kind of move that the action is; absent for an action of another game or of no kind.
std::optional<Move::Kind> KindOf(const v1::Action& action);

// The move that an action of a known kind stands for, taken at that step. The error names the clause of a place, a type
// or an order that no game could have.
absl::StatusOr<Move> ReadMove(const v1::CardsAction& action, Step step);

// The action that ReadMove reads as this move.
v1::Action WriteMove(const Move& move);

v1::CardsView ViewOf(const CardsKnowledge& knowledge);

// The difference between two successive views: a single event, or none.
std::vector<v1::Event> Difference(const CardsKnowledge& before, const CardsKnowledge& after);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_MESSAGES_H_
