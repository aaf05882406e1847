#ifndef REFEREE_RULES_BLUFFING_LEGALITY_H_
#define REFEREE_RULES_BLUFFING_LEGALITY_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "referee/rules/bluffing/world.h"

namespace flagfall::bluffing {

// Whether the side may do this now, with an error that names the clause it breaks and what would be right. The text
// tells nothing but what that side knows. Play has begun and is not over.
absl::Status CheckAction(const World& world, v1::Side side, const v1::BluffingAction& action);

// Lists longer than this are not made.
inline constexpr std::size_t kListedMax = 2000;

// The legal actions of the open decision: calls, then plies by the square left and the square entered, attacks by claim
// and tokens; or declarations; or to let it stand. Absent when they are more than kListedMax.
std::optional<std::vector<v1::Action>> LegalActions(const World& world);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_LEGALITY_H_
