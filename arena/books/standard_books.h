#ifndef ARENA_BOOKS_STANDARD_BOOKS_H_
#define ARENA_BOOKS_STANDARD_BOOKS_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::arena::books {

struct StandardBookText {
  absl::string_view name;
  absl::string_view text;
};

// The books beside this file, compiled in.
const std::vector<StandardBookText>& StandardBookTexts();

}  // namespace flagfall::arena::books

#endif  // ARENA_BOOKS_STANDARD_BOOKS_H_
