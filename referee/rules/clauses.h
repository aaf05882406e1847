#ifndef REFEREE_RULES_CLAUSES_H_
#define REFEREE_RULES_CLAUSES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// A clause of the rules as README.md of this folder states it, which is compiled in.
struct Clause {
  // "R3.2"; of a whole section "R3".
  std::string name;
  // As Markdown, without its number; of a section its title.
  std::string text;
};

// All sections and clauses, in order: each section before its clauses.
const std::vector<Clause>& Clauses();

// The clause of that name, as in R3.2, r3.2 or 3.2, or for R3 that section with all its clauses. NOT_FOUND names the
// nearest ones that there are.
absl::StatusOr<std::vector<Clause>> FindClause(absl::string_view name);

// The Markdown of clauses as plain text: without the marks for code and bold type.
std::string PlainText(absl::string_view markdown);

}  // namespace flagfall

#endif  // REFEREE_RULES_CLAUSES_H_
