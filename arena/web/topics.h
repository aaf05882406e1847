#ifndef ARENA_WEB_TOPICS_H_
#define ARENA_WEB_TOPICS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/event_broadcaster.h"

namespace flagfall::arena::web {

// Topics that one stream may be about.
inline constexpr std::size_t kTopicsMax = 32;

// Reads a list of topics as a client writes it: "status,tournaments/7,games/7-42@120", where the number behind the `@`
// is how many steps of the game the client has. INVALID_ARGUMENT for anything else, and for none or too many.
absl::StatusOr<std::vector<Subscription>> TopicsOf(absl::string_view list);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_TOPICS_H_
