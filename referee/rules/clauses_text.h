#ifndef REFEREE_RULES_CLAUSES_TEXT_H_
#define REFEREE_RULES_CLAUSES_TEXT_H_

#include "absl/strings/string_view.h"

namespace flagfall {

// README.md of this folder.
absl::string_view RulesReadme();

}  // namespace flagfall

#endif  // REFEREE_RULES_CLAUSES_TEXT_H_
