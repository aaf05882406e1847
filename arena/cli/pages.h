#ifndef ARENA_CLI_PAGES_H_
#define ARENA_CLI_PAGES_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/api/arena_api.h"
#include "arena/store/games.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

inline constexpr int kAllPages = std::numeric_limits<int>::max();

// Asks `method` for page after page, and gives each to `take`, which returns how many items are still wanted. Ends when
// none is, or with the last page.
template <typename Request, typename Response>
absl::Status ReadPages(api::ArenaApi& api, absl::StatusOr<Response> (api::ArenaApi::*method)(const Request&),
                       std::type_identity_t<Request> request, int wanted,
                       absl::FunctionRef<int(const std::type_identity_t<Response>&)> take) {
  while (wanted > 0) {
    request.set_page_size(static_cast<std::uint32_t>(std::min(wanted, store::kGamePageMax)));
    FLAGFALL_ASSIGN_OR_RETURN(const Response page, (api.*method)(request));
    wanted = take(page);
    if (page.next_page_token().empty()) break;
    request.set_page_token(page.next_page_token());
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_PAGES_H_
