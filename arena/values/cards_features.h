#ifndef ARENA_VALUES_CARDS_FEATURES_H_
#define ARENA_VALUES_CARDS_FEATURES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::values {

// The names of CardsFeatures, in their order: for each type how many were dealt at first (`deal_M`), were drawn from
// the deck in the game (`draw_M`), and were dealt by the Flag's trick (`trick_M`).
const std::vector<std::string>& CardsFeatureNames();

// What chance gave to Red beyond what was to be expected, less the same of Blue, in a game of `cards`. Each time that
// cards come from a shuffled deck, what was to be expected is the share of each type among the cards that the deck had
// at that moment. Nobody knows the order of a deck, so that what players do beforehand cannot depend on it: the mean of
// each such difference is 0 whatever has happened, and so is that of their sum, however long the game lasts (R7.1 to
// R7.3, R7.8). Errors as CompleteRuleset's.
absl::StatusOr<std::vector<double>> CardsFeatures(const v1::GameRecord& record);

}  // namespace flagfall::arena::values

#endif  // ARENA_VALUES_CARDS_FEATURES_H_
