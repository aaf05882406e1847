#include "arena/server/tournament_feed.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::server {
namespace {

using std::chrono::steady_clock;

v1::TournamentEvent EventOf(std::uint32_t stored) {
  v1::TournamentEvent event;
  event.set_games_stored(stored);
  return event;
}

steady_clock::time_point Now() { return steady_clock::now(); }
// Later than any of these tests lasts.
steady_clock::time_point Never() { return Now() + std::chrono::minutes(10); }

TEST(TournamentFeed, TellsThoseWhoWatchTheTournamentInOrder) {
  TournamentFeed feed;
  auto watcher = feed.Watch(1).value();
  auto other = feed.Watch(2).value();
  feed.Publish(1, EventOf(1));
  feed.Publish(1, EventOf(2));
  EXPECT_EQ(watcher.Next(Never()).value()->games_stored(), 1u);
  EXPECT_EQ(watcher.Next(Never()).value()->games_stored(), 2u);
  EXPECT_FALSE(watcher.Next(Now()).value().has_value());
  EXPECT_FALSE(other.Next(Now()).value().has_value());
}

TEST(TournamentFeed, KeepsNoticesWithoutTheHostsPaths) {
  TournamentFeed feed;
  v1::TournamentEvent event;
  event.set_notice("ann: /home/host/bots/ann/run did not start");
  feed.Publish(1, event);
  ASSERT_EQ(feed.NoticesOf(1).newest.size(), 1U);
  EXPECT_EQ(feed.NoticesOf(1).newest.front().text, "ann: ... did not start");
}

TEST(TournamentFeed, WakesAWatcherThatWaits) {
  TournamentFeed feed;
  auto watcher = feed.Watch(1).value();
  std::thread publisher([&feed] { feed.Publish(1, EventOf(7)); });
  EXPECT_EQ(watcher.Next(Never()).value()->games_stored(), 7u);
  publisher.join();
}

TEST(TournamentFeed, EndsTheWatchOfWhoDoesNotTakeItsEvents) {
  TournamentFeed feed;
  auto watcher = feed.Watch(1).value();
  for (std::uint32_t i = 0; i <= TournamentFeed::kWaitingMax; ++i) feed.Publish(1, EventOf(i));
  for (std::uint32_t i = 0; i < TournamentFeed::kWaitingMax; ++i) {
    ASSERT_EQ(watcher.Next(Never()).value()->games_stored(), i);
  }
  EXPECT_THAT(watcher.Next(Never()), IsError(absl::StatusCode::kResourceExhausted, "more slowly"));
}

TEST(TournamentFeed, HasSoManySeatsAndNoMore) {
  TournamentFeed feed;
  std::vector<TournamentFeed::Watcher> watchers;
  for (std::size_t i = 0; i < TournamentFeed::kWatchersMax; ++i) watchers.push_back(feed.Watch(1).value());
  EXPECT_THAT(feed.Watch(1), IsError(absl::StatusCode::kResourceExhausted, "watch already"));
  watchers.pop_back();
  EXPECT_THAT(feed.Watch(1), IsOk());
}

TEST(TournamentFeed, KeepsTheNewestNotices) {
  TournamentFeed feed;
  EXPECT_EQ(feed.NoticesOf(1).count, 0u);
  for (std::size_t i = 0; i <= TournamentFeed::kNoticesMax; ++i) {
    v1::TournamentEvent event;
    event.set_notice(std::to_string(i));
    feed.Publish(1, event);
  }
  feed.Publish(2, EventOf(1));
  const web::Notices notices = feed.NoticesOf(1);
  EXPECT_EQ(notices.count, TournamentFeed::kNoticesMax + 1);
  EXPECT_EQ(notices.newest.size(), TournamentFeed::kNoticesMax);
  EXPECT_EQ(notices.newest.front().text, "1");
  EXPECT_EQ(notices.newest.back().text, std::to_string(TournamentFeed::kNoticesMax));
  EXPECT_EQ(feed.NoticesOf(2).count, 0u);
  for (std::uint32_t i = 2; i <= TournamentFeed::kTournamentsNoticed + 1; ++i) {
    v1::TournamentEvent event;
    event.set_notice("n");
    feed.Publish(i, event);
  }
  EXPECT_EQ(feed.NoticesOf(1).count, 0u) << "those of old tournaments are forgotten";
}

TEST(TournamentFeed, ClosingEndsAllWatches) {
  TournamentFeed feed;
  auto watcher = feed.Watch(1).value();
  feed.Publish(1, EventOf(1));
  feed.Close();
  EXPECT_TRUE(watcher.Next(Never()).value().has_value()) << "what has happened before is told";
  EXPECT_THAT(watcher.Next(Never()), IsError(absl::StatusCode::kUnavailable, "shutting down"));
}

}  // namespace
}  // namespace flagfall::arena::server
