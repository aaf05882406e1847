#ifndef TESTS_CONTRACT_CHECKS_H_
#define TESTS_CONTRACT_CHECKS_H_

#include "absl/status/status.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall::contract {

// What every game promises (referee/rules/game.h), checked on a game as it stands; the game is not touched. An error
// says what was promised and what came. None knows which ruleset it looks at.

// Legal actions, listed or drawn, are accepted; everything else is refused with a clause and changes nothing.
absl::Status CheckActions(const Game& game, Random& random);

// While both sides decide at once, nobody else is told of the decision that is made first.
absl::Status CheckSecrecyOfTwo(const Game& game, Random& random);

// Whatever is done to a copy, the game stays as it was; and copies do the same.
absl::Status CheckCopies(const Game& game, Random& random);

// R9.1, R9.2: in a world that differs in what is hidden from the observer only, it sees the same, is asked the same,
// may do the same, and is told the same about what anybody does next, up to what that reveals.
absl::Status CheckSecrets(const RulesetDefinition& definition, const Game& game, v1::Observer observer, Random& random);

// An action can be written in words and read again, and a view can be drawn.
absl::Status CheckWords(const RulesetDefinition& definition, const Game& game, Random& random);

// Bytes that nobody meant to be an action are refused, and neither crash nor change anything.
absl::Status CheckNoise(const Game& game, Random& random);

// A game that is over has nothing open and takes nothing.
absl::Status CheckOver(const Game& game, Random& random);

}  // namespace flagfall::contract

#endif  // TESTS_CONTRACT_CHECKS_H_
