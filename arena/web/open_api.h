#ifndef ARENA_WEB_OPEN_API_H_
#define ARENA_WEB_OPEN_API_H_

#include <string>
#include <vector>

#include "arena/web/api_route.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web {

// The paths as other programs are told of them: as a list, and as an OpenAPI 3.1 document with a schema for each
// message, made from the messages' descriptors.
v1::ApiIndex IndexOf(const std::vector<ApiRoute>& routes);
std::string OpenApiOf(const std::vector<ApiRoute>& routes, absl::string_view version);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_OPEN_API_H_
