#ifndef ARENA_WEB_PAGES_FEEDS_H_
#define ARENA_WEB_PAGES_FEEDS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::web_pages {

// What is new, as Atom feeds: of the site, of a tournament, of a bot. They are made of the messages that the site's
// pages show, and so tell nothing that is not public. Each has a bounded number of entries and costs a bounded time,
// apart from the standings of tournaments that nobody has asked for yet, and the count of a bot's games.

// A tournament that is finished, with its standings. They never change any more, and so can be kept.
using FinishedSource =
    std::function<absl::StatusOr<std::shared_ptr<const v1::Tournament>>(store::Database&, std::uint32_t id)>;
// Makes one. Without the crosstable and the book.
absl::StatusOr<std::shared_ptr<const v1::Tournament>> NewFinished(store::Database& database, std::uint32_t id);

// Where the site and its feeds are.
struct FeedPlace {
  // What stands before the `#` of a page's address: as in "https://arena.example/", or relative to the feed, as in
  // "../../../".
  std::string site;
  // The feed's own address.
  std::string own;
};

// Something that visitors of a tournament are told, as that a bot was suspended.
struct TimedNotice {
  std::string text;
  // Since 1970.
  Micros time{};
};

// The newest finished tournaments and the newest bots. `title` is the site's.
absl::StatusOr<std::string> SiteFeed(store::Database& database, const std::string& title,
                                     const FinishedSource& finished, const FeedPlace& place);

// The tournament's start, its end with the standings, that it is paused, notices, and its newest games by days.
// `tournament` has its standings.
absl::StatusOr<std::string> TournamentFeed(store::Database& database, const v1::Tournament& tournament,
                                           const std::vector<TimedNotice>& notices, const FeedPlace& place);

// The versions of a bot, and how they did in their newest tournaments. `name` is that of an entry, or a base name: the
// feed is the same for all of the bot's versions. NOT_FOUND when there is no such bot.
absl::StatusOr<std::string> BotFeed(store::Database& database, const std::string& name, const FinishedSource& finished,
                                    const FeedPlace& place);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_FEEDS_H_
