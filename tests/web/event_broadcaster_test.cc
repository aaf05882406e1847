#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/store/tournaments.h"
#include "arena/web/topics.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using testing::HasSubstr;

class EventBroadcasterTest : public testing::Test {
 protected:
  EventBroadcasterTest() { site_.Start(); }

  // Opens a stream and reads its head.
  Wire Watch(const std::string& path, const std::string& headers = "") {
    Wire wire(site_.address());
    wire.Get("/api/v1/" + path, headers);
    const WireAnswer head = wire.ReadAnswer();
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.headers.at("content-type"), "text/event-stream");
    return wire;
  }

  template <typename Message>
  static Message Next(Wire& wire, const std::string& name, std::string* id = nullptr) {
    const std::optional<WireEvent> event = wire.ReadEvent();
    EXPECT_TRUE(event.has_value()) << "no " << name;
    Message message;
    if (!event.has_value()) return message;
    EXPECT_EQ(event->name, name);
    EXPECT_THAT(FromJson(event->data, "the event", message), IsOk());
    if (id != nullptr) *id = event->id;
    return message;
  }

  const PlayedMatch match_ = PlayRandomMatch(RulesetOf("duel"), 7, 60);
  Site site_{RulesetOf("duel")};
};

TEST_F(EventBroadcasterTest, AGameIsToldStepByStepToItsEnd) {
  site_.Begin(match_, 10);
  const v1::Replay page = site_.Read<v1::Replay>("games/1-7");
  Wire wire = Watch(absl::StrCat("games/1-7/events?from=", page.steps()));
  std::string id;
  const v1::Replay first = Next<v1::Replay>(wire, "steps", &id);
  EXPECT_TRUE(first.has_clocks()) << "comes at once, with the clocks";
  std::uint32_t steps = page.steps();
  v1::Replay whole = page;
  while (site_.Read<v1::HostStatus>("status").games_size() > 0) {
    site_.GoOn(match_, 9);
    if (steps + 4 > match_.record.plies()) break;
    const v1::Replay part = Next<v1::Replay>(wire, "steps", &id);
    if (part.from_step() == 0) whole.Clear();
    whole.MergeFrom(part);
    steps = part.from_step() + part.steps();
    EXPECT_EQ(id, absl::StrCat(steps));
  }
  site_.Finish(match_);
  std::optional<WireEvent> event = wire.ReadEvent();
  while (event.has_value() && event->name == "steps") event = wire.ReadEvent();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->name, "over");
  v1::GameSummary over;
  ASSERT_THAT(FromJson(event->data, "over", over), IsOk());
  EXPECT_EQ(over.game_id(), "1-7");
  EXPECT_EQ(over.plies(), match_.record.plies());
  EXPECT_FALSE(wire.ReadEvent().has_value()) << "the stream ends";
}

TEST_F(EventBroadcasterTest, AClientThatConnectsAgainGoesOnWhereItWas) {
  site_.Begin(match_, 40);
  const std::uint32_t steps = site_.Read<v1::Replay>("games/1-7").steps();
  ASSERT_GT(steps, 3u);
  Wire wire = Watch("games/1-7/events?from=1", absl::StrCat("Last-Event-ID: ", steps - 2, "\r\n"));
  const v1::Replay part = Next<v1::Replay>(wire, "steps");
  EXPECT_EQ(part.from_step(), steps - 2) << "the id counts, not `from`";
  EXPECT_EQ(part.steps(), 2u);
}

TEST_F(EventBroadcasterTest, AGameThatIsOverIsOverAtOnce) {
  site_.Store(match_);
  Wire wire = Watch("games/1-7/events");
  EXPECT_EQ(Next<v1::GameSummary>(wire, "over").game_id(), "1-7");
  EXPECT_FALSE(wire.ReadEvent().has_value());
}

TEST_F(EventBroadcasterTest, AnEndedStreamIsClosedAlsoWhenTheClientDoesNotClose) {
  site_.Store(match_);
  Wire wire = Watch("games/1-7/events");
  EXPECT_EQ(Next<v1::GameSummary>(wire, "over").game_id(), "1-7");
  EXPECT_TRUE(WaitFor([this] { return site_.Read<v1::HostStatus>("status").watchers() == 0; }));
}

TEST_F(EventBroadcasterTest, ATournamentTellsItsProgressItsNoticesAndItsEnd) {
  site_.notices = {.count = 1, .newest = {{.text = "old"}}};
  Wire wire = Watch("tournaments/1/events");
  EXPECT_EQ(Next<v1::TournamentProgress>(wire, "progress").games_stored(), 0u);
  site_.Store(match_);
  EXPECT_EQ(Next<v1::TournamentProgress>(wire, "progress").games_stored(), 1u);
  ASSERT_THAT(store::SetTournamentState(site_.database(), 1, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_EQ(Next<v1::TournamentProgress>(wire, "progress").state(), v1::Tournament::STATE_FINISHED);
  EXPECT_FALSE(wire.ReadEvent().has_value()) << "the stream ends";
}

TEST_F(EventBroadcasterTest, AStatusComesAtOnceAndWhenItChanges) {
  Wire wire = Watch("status/events");
  v1::HostStatus status = Next<v1::HostStatus>(wire, "status");
  EXPECT_EQ(status.watchers(), 1u);
  site_.Begin(match_, 5);
  while (status.games_size() == 0) status = Next<v1::HostStatus>(wire, "status");
  EXPECT_EQ(status.games(0).red(), "ada");
}

TEST_F(EventBroadcasterTest, ManyWatchersOfOneGameAreSentTheSame) {
  site_.Begin(match_, 20);
  std::vector<Wire> wires;
  for (int i = 0; i < 40; ++i) wires.push_back(Watch("games/1-7/events?from=1"));
  site_.Finish(match_);
  for (Wire& wire : wires) {
    std::uint32_t steps = 1;
    std::optional<WireEvent> event = wire.ReadEvent();
    for (; event.has_value() && event->name == "steps"; event = wire.ReadEvent()) {
      ASSERT_TRUE(absl::SimpleAtoi(event->id, &steps));
    }
    ASSERT_TRUE(event.has_value());
    EXPECT_EQ(event->name, "over");
  }
}

TEST_F(EventBroadcasterTest, OneStreamTellsOfSeveralTopics) {
  site_.Begin(match_, 20);
  Wire wire = Watch("events?topics=status,tournaments/1,games/1-7@3,games/1-7");
  std::map<std::string, WireEvent> first;
  while (first.size() < 4) {
    const std::optional<WireEvent> event = wire.ReadEvent();
    ASSERT_TRUE(event.has_value());
    first.emplace(event->name, *event);
  }
  v1::Replay later;
  v1::Replay whole;
  ASSERT_THAT(FromJson(first.at("2/steps").data, "steps", later), IsOk());
  ASSERT_THAT(FromJson(first.at("3/steps").data, "steps", whole), IsOk());
  EXPECT_EQ(later.from_step(), 3u);
  EXPECT_EQ(whole.from_step(), 0u) << "the same game twice, each from where it is";
  EXPECT_EQ(later.from_step() + later.steps(), whole.steps());
  EXPECT_TRUE(first.contains("0/status"));
  EXPECT_TRUE(first.contains("1/progress"));
  EXPECT_EQ(site_.Read<v1::HostStatus>("status").watchers(), 1u);
}

TEST_F(EventBroadcasterTest, EachTopicOfAStreamEndsForItself) {
  site_.Store(match_);
  Wire wire = Watch("events?topics=games/1-7,games/1-8,tournaments/1,tournaments/2");
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) names.push_back(wire.ReadEvent().value_or(WireEvent()).name);
  EXPECT_THAT(names, testing::ElementsAre("0/over", "0/end", "1/end", "2/progress", "3/end"));
  ASSERT_THAT(store::SetTournamentState(site_.database(), 1, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_EQ(Next<v1::TournamentProgress>(wire, "2/progress").state(), v1::Tournament::STATE_FINISHED);
  EXPECT_EQ(wire.ReadEvent().value_or(WireEvent()).name, "2/end");
  EXPECT_FALSE(wire.ReadEvent().has_value()) << "the stream ends with the last of them";
}

TEST_F(EventBroadcasterTest, WrongTopicsAreRefused) {
  std::string many = "status";
  for (std::size_t i = 1; i <= kTopicsMax; ++i) absl::StrAppend(&many, ",games/1-", i);
  for (const std::string& topics :
       {std::string(), std::string("games"), std::string("status,"), std::string("bots/ada"), std::string("games/1-7@"),
        std::string("games/1-7@x"), std::string("games/1-7@-1"), std::string("tournaments/0"), many}) {
    const WireAnswer answer = site_.Get("/api/v1/events?topics=" + topics);
    EXPECT_EQ(answer.status, 400) << topics << ": " << answer.body;
  }
  EXPECT_EQ(site_.Get("/api/v1/events").status, 400);
}

TEST_F(EventBroadcasterTest, StreamsEndWithTheServer) {
  Wire wire = Watch("status/events");
  Next<v1::HostStatus>(wire, "status");
  site_.Stop();
  EXPECT_TRUE(wire.WaitForEnd());
}

}  // namespace
}  // namespace flagfall::arena::web
