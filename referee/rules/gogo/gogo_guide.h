#ifndef REFEREE_RULES_GOGO_GOGO_GUIDE_H_
#define REFEREE_RULES_GOGO_GOGO_GUIDE_H_

#include <string>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/ruleset.h"

namespace flagfall::gogo {

// The guide of `gogo` with these rules of the field. `ruleset` is complete.
v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, const FieldRules& rules);

// The roles, as the guide has them.
PieceKinds RoleKinds();

// What the marks of drawn fields mean.
std::string FieldLegend();

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_GOGO_GUIDE_H_
