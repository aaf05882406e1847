#ifndef ARENA_BOTS_LEFT_OUT_H_
#define ARENA_BOTS_LEFT_OUT_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::bots {

// Whether a file or folder of this name in an author's folder is no part of the bot: a home of Flagfall, a cache of
// Python, or version control. Such files are not submitted, so that trying a bot out does not make a new version of it.
inline bool IsLeftOut(absl::string_view name) {
  return name == "flagfall-home" || name == "__pycache__" || name == ".git" || absl::EndsWith(name, ".pyc");
}

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_LEFT_OUT_H_
