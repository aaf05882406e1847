#include "arena/api/paging.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/store/games.h"

namespace flagfall::arena::api {
namespace {

constexpr int kPageDefault = 50;

}  // namespace

absl::StatusOr<int> PageSize(std::uint32_t asked) {
  if (asked <= store::kGamePageMax) return asked == 0 ? kPageDefault : static_cast<int>(asked);
  return absl::InvalidArgumentError(absl::StrCat("page_size is ", asked, "; it may be at most ", store::kGamePageMax));
}

absl::StatusOr<std::optional<std::int64_t>> Before(const std::string& page_token) {
  if (page_token.empty()) return std::optional<std::int64_t>();
  std::int64_t before = 0;
  if (absl::SimpleAtoi(page_token, &before)) return std::optional<std::int64_t>(before);
  return absl::InvalidArgumentError("page_token is not one that this service has given out");
}

}  // namespace flagfall::arena::api
