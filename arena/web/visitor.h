#ifndef ARENA_WEB_VISITOR_H_
#define ARENA_WEB_VISITOR_H_

#include <sys/socket.h>

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// Who visits, for counting; absent for one who is not counted: this machine itself, and who comes in at a Unix socket.
std::optional<std::string> VisitorOf(const sockaddr_storage& name);

// The same for who asks by a proxy on this machine, as the last entry of X-Forwarded-For in the head of a request says:
// that one was written by the proxy. Absent when there is none.
std::optional<std::string> ForwardedVisitor(absl::string_view head);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_VISITOR_H_
