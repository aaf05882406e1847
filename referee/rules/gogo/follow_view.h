#ifndef REFEREE_RULES_GOGO_FOLLOW_VIEW_H_
#define REFEREE_RULES_GOGO_FOLLOW_VIEW_H_

#include "absl/status/status.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::gogo {

// Brings a view up to date with one event (RulesetDefinition::Follow). INVALID_ARGUMENT when the event does not fit.
absl::Status FollowEvent(const v1::Event& event, v1::GogoView& view);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_FOLLOW_VIEW_H_
