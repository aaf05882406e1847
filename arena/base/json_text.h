#ifndef ARENA_BASE_JSON_TEXT_H_
#define ARENA_BASE_JSON_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// Returns the JSON with each comment, from `//` to the end of its line, replaced by blanks, so that every place keeps
// its line and column. Inside quotes `//` is no comment.
std::string WithoutComments(absl::string_view json);

// Returns the line, from 1, of the field at a path such as "policy.max_plies" or "ruleset.options[0].value". If the
// path does not exist, returns the line of its longest part that does; 0 when no part does. The JSON may be invalid
// after that place.
int LineOfField(absl::string_view json, absl::string_view path);

// Returns the character with which the value at the path begins, as '[' of a list; '\0' when the path does not exist.
char BeginningOfField(absl::string_view json, absl::string_view path);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_JSON_TEXT_H_
