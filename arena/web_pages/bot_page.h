#ifndef ARENA_WEB_PAGES_BOT_PAGE_H_
#define ARENA_WEB_PAGES_BOT_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/ratings.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

inline constexpr int kOpponentsMax = 1000;
// Whose records BotSpending is added up from.
inline constexpr int kSpendingGames = 200;
inline constexpr std::size_t kHistoryPoints = 400;

// The page of the entry that FindBot finds by that name. NOT_FOUND as FindBot.
absl::StatusOr<v1::BotPage> BotPageOf(Database& database, const std::string& name);

// The course of a rating, with the interval that the games alone leave: see RatingHistory in web.proto.
v1::RatingHistory HistoryOf(const std::string& pool, const std::vector<RatingStep>& steps);

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_BOT_PAGE_H_
