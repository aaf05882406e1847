#ifndef ARENA_VALUES_SET_UP_FEATURES_H_
#define ARENA_VALUES_SET_UP_FEATURES_H_

#include <string>
#include <vector>

#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::values {

// The names of SetUpFeatures, in their order: how many pieces of each type stand in each row (`M_row1`, from the back)
// and in each file (`M_file1`, from the nearer edge); how many share a file with an opposing piece of each other type
// (`M_facing_9`); how many Bombs and how many pieces that move stand beside the Flag; how many pieces can move at
// first; and how many pieces, Scouts, Miners, and how much rank, stand in front of the opponent's Flag, which is in its
// file and those beside it.
const std::vector<std::string>& SetUpFeatureNames();

// The features of two set-ups, Red's numbers less Blue's. Both set-ups are drawn from the same book in the same way,
// and the features change their sign when the sides' set-ups change places; so their mean over all deals is 0, exactly
// and for any book.
std::vector<double> SetUpFeatures(const v1::GivenSetUps& set_ups);

}  // namespace flagfall::arena::values

#endif  // ARENA_VALUES_SET_UP_FEATURES_H_
