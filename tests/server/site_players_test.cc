#include "arena/server/site_players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/mutex.h"
#include "tests/service/test_host.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A browser's end of a stream, which takes what it is sent when it is told to. What it was sent outlives it, as its
// players may be sending to it when it goes.
class Page {
 public:
  explicit Page(bool takes_at_once = true) {
    stream_ = std::make_shared<web::EventStream>([taken = taken_, takes_at_once](const web::EventStream::Bytes& bytes) {
      MutexLock lock(taken->mutex);
      if (bytes == nullptr) {
        taken->is_ended = true;
        return;
      }
      taken->sent.push_back(*bytes);
      if (takes_at_once) taken->stream->MarkTaken();
    });
    MutexLock lock(taken_->mutex);
    taken_->stream = stream_.get();
  }
  ~Page() { stream_->MarkClosed(); }

  std::shared_ptr<web::EventStream> stream() { return stream_; }
  void Take() { stream_->MarkTaken(); }
  bool IsEnded() {
    MutexLock lock(taken_->mutex);
    return taken_->is_ended;
  }
  std::vector<std::string> Sent() {
    MutexLock lock(taken_->mutex);
    return taken_->sent;
  }
  // All of it.
  std::string Text() { return absl::StrJoin(Sent(), ""); }
  // Waits until it was sent so many times.
  std::vector<std::string> Await(std::size_t times) {
    EXPECT_TRUE(WaitFor([&] { return Sent().size() >= times; }));
    std::vector<std::string> sent = Sent();
    sent.resize(std::max(sent.size(), times));
    return sent;
  }

 private:
  struct Taken {
    Mutex mutex;
    web::EventStream* stream ABSL_GUARDED_BY(mutex) = nullptr;
    std::vector<std::string> sent ABSL_GUARDED_BY(mutex);
    bool is_ended ABSL_GUARDED_BY(mutex) = false;
  };

  const std::shared_ptr<Taken> taken_ = std::make_shared<Taken>();
  std::shared_ptr<web::EventStream> stream_;
};

v1::BotManifest Bot(const std::string& name) {
  v1::BotManifest manifest;
  manifest.set_name(name);
  manifest.add_rulesets("barrage");
  return manifest;
}

class SitePlayersTest : public testing::Test {
 protected:
  SitePlayersTest() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }

  TestHost host_;
};

TEST_F(SitePlayersTest, APageIsToldWhatTheRefereeSaysAndComesBack) {
  SitePlayers players(host_.referee());
  Page red, blue;
  players.Watch(Bot("red"), 0, red.stream());
  players.Watch(Bot("blue"), 0, blue.stream());
  EXPECT_THAT(red.Await(1)[0], StartsWith("event: play\nid: 1\ndata: {\"welcome\":{"));
  host_.Start("game");
  const std::vector<std::string> sent = red.Await(2);
  EXPECT_THAT(sent[1], StartsWith("event: play\nid: 2\ndata: {\"game_started\":{\"game_id\":\"game\""));
  EXPECT_TRUE(WaitFor([&] { return red.Text().find("decision_required") != std::string::npos; }));
  // One that has seen all but the last event, and one that has seen nothing.
  Page again, anew;
  players.Watch(Bot("red"), 2, again.stream());
  EXPECT_THAT(again.Await(1)[0], StartsWith("event: play\nid: 3\n"));
  players.Watch(Bot("red"), 0, anew.stream());
  EXPECT_THAT(anew.Await(1)[0], StartsWith("event: play\nid: 2\n")) << "from the game's beginning";
  // And one that says that it has seen what nobody has said yet.
  Page wrong;
  players.Watch(Bot("red"), 99, wrong.stream());
  EXPECT_THAT(wrong.Await(1)[0], StartsWith("event: play\nid: 2\n"));
  v1::PlayRequest resign;
  resign.mutable_resign()->set_game_id("game");
  ASSERT_THAT(players.Act("red", resign), IsOk());
  EXPECT_EQ(host_.RecordOf("game").outcome().reason(), v1::REASON_RESIGNED);
  EXPECT_TRUE(WaitFor([&] { return anew.Text().find("game_over") != std::string::npos; }));
}

TEST_F(SitePlayersTest, APageThatDoesNotTakeWhatItIsSentGetsTheRestAtOnce) {
  SitePlayers players(host_.referee());
  Page slow(/*takes_at_once=*/false), blue;
  players.Watch(Bot("red"), 0, slow.stream());
  EXPECT_THAT(slow.Await(1)[0], HasSubstr("welcome"));
  players.Watch(Bot("blue"), 0, blue.stream());
  host_.Start("game");
  ASSERT_TRUE(WaitFor([&] { return blue.Text().find("decision_required") != std::string::npos; }));
  EXPECT_EQ(slow.Sent().size(), 1u);
  slow.Take();
  EXPECT_TRUE(WaitFor([&] {
    slow.Take();
    return slow.Text().find("decision_required") != std::string::npos;
  }));
}

TEST_F(SitePlayersTest, APageThatTakesItsTimeIsToldHowAGameEndedThatTheNextOneFollowed) {
  SitePlayers players(host_.referee());
  Page slow(/*takes_at_once=*/false), blue;
  players.Watch(Bot("red"), 0, slow.stream());
  slow.Await(1);
  players.Watch(Bot("blue"), 0, blue.stream());
  host_.Start("first");
  v1::PlayRequest resign;
  resign.mutable_resign()->set_game_id("first");
  ASSERT_TRUE(WaitFor([&] { return blue.Text().find("decision_required") != std::string::npos; }));
  ASSERT_THAT(players.Act("red", resign), IsOk());
  EXPECT_EQ(host_.RecordOf("first").outcome().reason(), v1::REASON_RESIGNED);
  host_.Start("next");
  ASSERT_TRUE(WaitFor([&] { return blue.Text().find("\"game_started\":{\"game_id\":\"next\"") != std::string::npos; }));
  EXPECT_TRUE(WaitFor([&] {
    slow.Take();
    return slow.Text().find("\"game_started\":{\"game_id\":\"next\"") != std::string::npos;
  }));
  EXPECT_THAT(slow.Text(), HasSubstr("\"game_over\":{\"game_id\":\"first\""));
  // One that comes now begins with the newest game, whatever others were still to be sent of the last.
  Page anew;
  players.Watch(Bot("red"), 0, anew.stream());
  anew.Await(1);
  EXPECT_THAT(anew.Text(), Not(HasSubstr("\"first\"")));
}

TEST_F(SitePlayersTest, ABotLeavesSomeTimeAfterItsLastPage) {
  SitePlayers players(host_.referee(), milliseconds(50));
  {
    Page page;
    players.Watch(Bot("red"), 0, page.stream());
    page.Await(1);
    EXPECT_THAT(players.Act("red", {}), IsOk());
  }
  host_.AwaitDisconnected("red");
  EXPECT_THAT(players.Act("red", {}), IsError(absl::StatusCode::kFailedPrecondition, "does not play here now"));
  Page page;
  players.Watch(Bot("red"), 0, page.stream());
  EXPECT_THAT(page.Await(1)[0], HasSubstr("id: 1\ndata: {\"welcome\"")) << "it may come again";
}

TEST_F(SitePlayersTest, APageIsToldThatTheBotIsGone) {
  SitePlayers players(host_.referee());
  Page unknown, page;
  players.Watch(Bot("green"), 0, unknown.stream());
  EXPECT_THAT(unknown.Await(1)[0], HasSubstr("event: end\ndata: {\"code\":\"UNAUTHENTICATED\""));
  EXPECT_TRUE(WaitFor([&] { return unknown.IsEnded(); }));
  players.Watch(Bot("red"), 0, page.stream());
  page.Await(1);
  host_.referee().Dismiss("red", "retired");
  EXPECT_TRUE(WaitFor([&] { return page.IsEnded(); }));
  EXPECT_THAT(page.Sent().back(), HasSubstr("event: end\ndata: {\"code\":\"PERMISSION_DENIED\""));
  EXPECT_THAT(page.Text(), Not(HasSubstr("red-token")));
}

TEST_F(SitePlayersTest, NothingIsSentOnceItIsStopped) {
  SitePlayers players(host_.referee());
  Page page;
  players.Watch(Bot("red"), 0, page.stream());
  page.Await(1);
  players.Stop();
  players.Stop();
  host_.referee().Dismiss("red", "retired");
  host_.AwaitDisconnected("red");
  EXPECT_EQ(page.Sent().size(), 1u);
  EXPECT_FALSE(page.IsEnded());
}

TEST_F(SitePlayersTest, SoManyPlayAtOnce) {
  SitePlayers players(host_.referee());
  std::vector<std::unique_ptr<Page>> pages;
  for (std::size_t i = 0; i <= SitePlayers::kMax; ++i) {
    const std::string name = absl::StrCat("bot", i);
    host_.referee().Admit(name, absl::StrCat("token", i));
    pages.push_back(std::make_unique<Page>());
    players.Watch(Bot(name), 0, pages.back()->stream());
  }
  EXPECT_THAT(pages.back()->Await(1)[0], HasSubstr("RESOURCE_EXHAUSTED"));
  EXPECT_TRUE(WaitFor([&] { return pages.back()->IsEnded(); }));
  EXPECT_THAT(pages.front()->Await(1)[0], HasSubstr("welcome"));
}

}  // namespace
}  // namespace flagfall::arena::server
