// Bots that play from within the referee's process, against one that dials in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "referee/base/mutex.h"
#include "tests/service/test_host.h"
#include "tests/support/status_matchers.h"
#include "tests/support/test_bot.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

using testing::AnyOf;

// What a bot in this process was told. The referee, which may end later than this, shares it.
class Told {
 public:
  LocalBotObserver Observer() {
    return {.on_message =
                [heard = heard_](const v1::PlayResponse& message) {
                  MutexLock lock(heard->mutex);
                  heard->messages.push_back(message);
                },
            .on_ended =
                [heard = heard_](const absl::Status& why) {
                  MutexLock lock(heard->mutex);
                  EXPECT_FALSE(heard->ended.has_value()) << "it is told once";
                  heard->ended = why;
                }};
  }

  // Waits for a message of that kind.
  std::optional<v1::PlayResponse> Await(v1::PlayResponse::MessageCase kind) {
    std::optional<v1::PlayResponse> found;
    WaitFor([&] {
      MutexLock lock(heard_->mutex);
      for (const v1::PlayResponse& message : heard_->messages) {
        if (message.message_case() == kind) found = message;
      }
      return found.has_value();
    });
    return found;
  }
  std::size_t Count() {
    MutexLock lock(heard_->mutex);
    return heard_->messages.size();
  }
  v1::PlayResponse At(std::size_t index) {
    MutexLock lock(heard_->mutex);
    return heard_->messages[index];
  }
  absl::Status AwaitEnd() {
    std::optional<absl::Status> ended;
    EXPECT_TRUE(WaitFor([&] {
      MutexLock lock(heard_->mutex);
      ended = heard_->ended;
      return ended.has_value();
    }));
    return ended.value_or(absl::OkStatus());
  }

 private:
  struct Heard {
    Mutex mutex;
    std::vector<v1::PlayResponse> messages ABSL_GUARDED_BY(mutex);
    std::optional<absl::Status> ended ABSL_GUARDED_BY(mutex);
  };
  const std::shared_ptr<Heard> heard_ = std::make_shared<Heard>();
};

class LocalBots : public testing::Test {
 protected:
  LocalBots() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }
  std::shared_ptr<LocalBot> Join(Told& told, const std::string& bot = "red", const v1::Hello& hello = MakeHello()) {
    return host_.referee().JoinLocally(bot, hello, told.Observer());
  }
  static v1::PlayRequest Resignation(const std::string& game) {
    v1::PlayRequest request;
    request.mutable_resign()->set_game_id(game);
    return request;
  }

  TestHost host_;
};

TEST_F(LocalBots, PlayWholeGamesLikeOthers) {
  Told told;
  const std::shared_ptr<LocalBot> red = Join(told);
  host_.Start("game");
  TestBot blue(host_.unix_address(), "blue-token");
  std::thread blue_thread([&] { EXPECT_EQ(RandomPlayer(2).Play(blue, 1), 1); });
  RandomPlayer player(1);
  bool is_over = false;
  for (std::size_t next = 0; !is_over; ++next) {
    ASSERT_TRUE(WaitFor([&] { return told.Count() > next; }));
    const v1::PlayResponse message = told.At(next);
    if (const std::optional<v1::PlayRequest> answer = player.AnswerTo(message)) red->Act(*answer);
    is_over = message.has_game_over();
  }
  blue_thread.join();
  const v1::GameRecord record = host_.RecordOf("game");
  EXPECT_THAT(record.outcome().reason(),
              AnyOf(v1::REASON_FLAG_CAPTURED, v1::REASON_NO_LEGAL_PLY, v1::REASON_BOTH_IMMOBILE,
                    v1::REASON_ADJUDICATED_NO_CAPTURE, v1::REASON_ADJUDICATED_MAX_PLIES))
      << record.outcome().ShortDebugString();
  EXPECT_GT(record.plies(), 10u);
  EXPECT_EQ(told.At(0).message_case(), v1::PlayResponse::kWelcome);
  red->Leave();
  host_.AwaitDisconnected("red");
}

TEST_F(LocalBots, GoOnWhereTheyComeBack) {
  Told first;
  Join(first);
  host_.Start("game");
  TestBot blue(host_.unix_address(), "blue-token");
  ASSERT_TRUE(blue.SayHello());
  ASSERT_TRUE(first.Await(v1::PlayResponse::kDecisionRequired).has_value());
  // Another page of the same person, or the bot's own program.
  Told second;
  const std::shared_ptr<LocalBot> again = Join(second);
  EXPECT_THAT(first.AwaitEnd(), IsError(absl::StatusCode::kAborted, "second stream"));
  const std::optional<v1::PlayResponse> resumed = second.Await(v1::PlayResponse::kGameResumed);
  ASSERT_TRUE(resumed.has_value());
  EXPECT_EQ(resumed->game_resumed().game_started().game_id(), "game");
  TestBot program(host_.unix_address(), "red-token");
  ASSERT_TRUE(program.SayHello());
  EXPECT_THAT(second.AwaitEnd(), IsError(absl::StatusCode::kAborted, "second stream"));
  // Nothing comes of what is said by one that has been replaced.
  again->Act(Resignation("game"));
  ASSERT_TRUE(program.HearUntil(v1::PlayResponse::kGameResumed).has_value());
  ASSERT_TRUE(program.Say(Resignation("game")));
  EXPECT_EQ(host_.RecordOf("game").outcome().reason(), v1::REASON_RESIGNED);
}

TEST_F(LocalBots, AreToldWhyTheyCannotPlay) {
  Told unknown, wrong, dismissed;
  Join(unknown, "green");
  EXPECT_THAT(unknown.AwaitEnd(), IsError(absl::StatusCode::kUnauthenticated, "token"));
  v1::Hello hello = MakeHello();
  hello.set_protocol_version(9);
  Join(wrong, "red", hello);
  EXPECT_THAT(wrong.AwaitEnd(), IsError(absl::StatusCode::kFailedPrecondition, "version"));
  Join(dismissed, "blue");
  ASSERT_TRUE(dismissed.Await(v1::PlayResponse::kWelcome).has_value());
  host_.referee().Dismiss("blue", "retired");
  EXPECT_THAT(dismissed.AwaitEnd(), IsError(absl::StatusCode::kPermissionDenied, "retired"));
}

TEST_F(LocalBots, ThatSayMoreThanAnythingAskedForAreGone) {
  Told told;
  const std::shared_ptr<LocalBot> red = Join(told);
  ASSERT_TRUE(told.Await(v1::PlayResponse::kWelcome).has_value());
  for (int i = 0; i < 40; ++i) red->Act(Resignation("no game"));
  EXPECT_THAT(told.AwaitEnd(), IsError(absl::StatusCode::kResourceExhausted, "too many messages"));
  EXPECT_EQ(host_.AwaitDisconnected("red"), "too many messages that nothing had asked for");
  // It may come again.
  Told again;
  Join(again);
  EXPECT_TRUE(again.Await(v1::PlayResponse::kWelcome).has_value());
}

TEST_F(LocalBots, LoseWhatTheyLeave) {
  Told told;
  const std::shared_ptr<LocalBot> red = Join(told);
  host_.Start("game");
  TestBot blue(host_.unix_address(), "blue-token");
  ASSERT_TRUE(blue.SayHello());
  ASSERT_TRUE(told.Await(v1::PlayResponse::kDecisionRequired).has_value());
  red->Leave();
  host_.AwaitDisconnected("red");
  red->Leave();
  red->Act(Resignation("game"));
  host_.referee().Dismiss("red", "it has left");
  EXPECT_EQ(host_.RecordOf("game").outcome().reason(), v1::REASON_DISCONNECTED);
}

TEST(LocalBotsAtTheEnd, AreToldThatTheRefereeEnds) {
  Told told;
  {
    TestHost host;
    host.referee().Admit("red", "red-token");
    host.referee().JoinLocally("red", MakeHello(), told.Observer());
    ASSERT_TRUE(told.Await(v1::PlayResponse::kWelcome).has_value());
  }
  EXPECT_THAT(told.AwaitEnd(), IsError(absl::StatusCode::kUnavailable, "shutting down"));
}

}  // namespace
}  // namespace flagfall
