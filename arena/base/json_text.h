#ifndef ARENA_BASE_JSON_TEXT_H_
#define ARENA_BASE_JSON_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// The same JSON with all that stands between `//` and the end of its line as blanks, so that every place keeps its
// line and column. In texts in quotes `//` is nothing special.
std::string WithoutComments(absl::string_view json);

// The line, from 1, on which the field at a path stands, as in "policy.max_plies" or "ruleset.options[0].value"; of a
// path that is not there, that of the longest part of it that is; 0 when there is none. The JSON may be broken behind
// that place.
int LineOfField(absl::string_view json, absl::string_view path);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_JSON_TEXT_H_
