#ifndef ARENA_BOTS_LEFT_OUT_H_
#define ARENA_BOTS_LEFT_OUT_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena {

// What lies about in an author's folder and is no part of the bot: a home of Flagfall, what Python and version control
// keep. It is not sent in, so that trying a bot out makes no other version of it.
inline bool IsLeftOut(absl::string_view name) {
  return name == "flagfall-home" || name == "__pycache__" || name == ".git" || absl::EndsWith(name, ".pyc");
}

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_LEFT_OUT_H_
