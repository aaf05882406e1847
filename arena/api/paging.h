#ifndef ARENA_API_PAGING_H_
#define ARENA_API_PAGING_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

namespace flagfall::arena::api {

// How requests ask for a page of a list.

// The `page_size` of a request; 50 for 0. INVALID_ARGUMENT for more than kGamePageMax.
absl::StatusOr<int> PageSize(std::uint32_t asked);

// A page's token is the number before which its rows come; absent for the first page. INVALID_ARGUMENT when it is none.
absl::StatusOr<std::optional<std::int64_t>> Before(const std::string& page_token);

}  // namespace flagfall::arena::api

#endif  // ARENA_API_PAGING_H_
