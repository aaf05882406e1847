#ifndef ARENA_WEB_PAGES_HEAD_TO_HEAD_H_
#define ARENA_WEB_PAGES_HEAD_TO_HEAD_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// Points of the plot of a bot's score.
inline constexpr std::size_t kCoursePoints = 400;

// How two entries, or players of them as NAME#2, have played against each other; without records where they have not.
// NOT_FOUND when there is no such bot, INVALID_ARGUMENT for a player and itself.
absl::StatusOr<v1::HeadToHead> HeadToHeadOf(store::Database& database, const std::string& bot,
                                            const std::string& opponent);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_HEAD_TO_HEAD_H_
