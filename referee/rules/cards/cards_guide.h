#ifndef REFEREE_RULES_CARDS_CARDS_GUIDE_H_
#define REFEREE_RULES_CARDS_CARDS_GUIDE_H_

#include <string>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall::cards {

// The guide of `cards`. `ruleset` is complete.
v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, bool has_spotter);

// The cards of a deck, as its guide has them.
PieceKinds PiecesOf(bool has_spotter);

// What the marks of drawn tables mean.
std::string TableLegend();

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_GUIDE_H_
