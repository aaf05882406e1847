#ifndef TESTS_GOLDEN_GOLDEN_TEXT_H_
#define TESTS_GOLDEN_GOLDEN_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "referee/rules/ruleset.h"

namespace flagfall::golden {

// How many playthroughs are kept of each ruleset, and from how many games they are chosen.
inline constexpr int kPlaythroughs = 3;
inline constexpr std::uint64_t kChosenFrom = 300;
// Over how many games a ruleset's signature goes.
inline constexpr std::uint64_t kSigned = 1000;

// A playthrough has at least so many actions: enough to show something.
inline constexpr std::size_t kActionsMin = 40;

// The numbers of the games to keep: those that came to an end of their own in the fewest actions, but not in too few.
std::vector<std::uint64_t> ChooseGames(const RulesetDefinition& definition);

// The n-th game (tests/contract/playthrough.h) for a reader: every action, what it told to whom, and what everybody
// sees now and then.
std::string PlaythroughText(const RulesetDefinition& definition, std::uint64_t number);

// One number over everything that was told in the first kSigned games.
std::uint64_t SignatureOf(const RulesetDefinition& definition);

// "classic 0123456789abcdef\n".
std::string SignatureLine(const RulesetDefinition& definition);

}  // namespace flagfall::golden

#endif  // TESTS_GOLDEN_GOLDEN_TEXT_H_
