#include "sample-bots/cpp/sdk/game_table.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/catalogue.h"
#include "sample-bots/cpp/sdk/gogo.h"
#include "tests/sample-bots/followed_game.h"

namespace flagfall::bot {
namespace {

using google::protobuf::util::MessageDifferencer;
using std::chrono::seconds;

struct Asked {
  v1::DecisionKind kind;
  Micros own;
  int listed;
  v1::View view;
};

// Notes what it is asked.
class Asker : public Player {
 public:
  Asker(std::vector<Asked>& asked, Answer answer) : asked_(asked), answer_(std::move(answer)) {}

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override {
    asked_.push_back({kind, time.own, game.legal_actions().size(), game.view()});
    return answer_;
  }

 private:
  std::vector<Asked>& asked_;
  const Answer answer_;
};

class GameTableTest : public testing::Test {
 protected:
  void Start(const std::string& ruleset) {
    v1::PlayResponse message;
    *message.mutable_game_started() = StartedAs(v1::SIDE_BLUE, ruleset);
    table_.On(message);
  }

  static v1::PlayResponse Question(v1::DecisionKind kind) {
    v1::PlayResponse message;
    v1::DecisionRequired& decision = *message.mutable_decision_required();
    decision.set_game_id("g1");
    decision.set_decision(8);
    decision.set_kind(kind);
    decision.set_red_clock_micros(Micros(seconds(7)).count());
    decision.set_blue_clock_micros(Micros(seconds(5)).count());
    return message;
  }

  std::vector<Asked> asked_;
  Answer answer_ = PassAction();
  GameTable table_{[this](const auto&, const auto&) { return std::make_unique<Asker>(asked_, answer_); }, Options()};
};

TEST_F(GameTableTest, WaitingForOtherGamesIsTimeOfTheOwnClock_R10_2) {
  Start("classic");
  for (const Micros waited : {seconds(0), seconds(2), seconds(9)}) {
    EXPECT_EQ(table_.On(Question(v1::DECISION_KIND_SET_UP), waited).size(), 1u);
  }
  EXPECT_THAT(asked_, testing::ElementsAre(testing::Field(&Asked::own, testing::Le(seconds(5))),
                                           testing::Field(&Asked::own, testing::Le(seconds(3))),
                                           testing::Field(&Asked::own, seconds(0))));
}

// It would lose on time else, once all of it is over.
TEST_F(GameTableTest, AGameOfARulesetThatTheProgramLacksIsGivenUpAtOnce) {
  v1::PlayResponse message;
  *message.mutable_game_started() = StartedAs(v1::SIDE_BLUE, "classic");
  message.mutable_game_started()->mutable_ruleset()->set_id("chess");
  testing::internal::CaptureStderr();
  const auto answers = table_.On(message);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::StartsWith("g1: the game is given up: no ruleset `chess`; there are classic"));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].resign().game_id(), "g1");
  EXPECT_TRUE(asked_.empty());
}

TEST_F(GameTableTest, EveryKindOfDecisionOfEveryRulesetIsThePlayersToAnswer) {
  for (const auto& ruleset : Catalogue()) {
    Start(ruleset->info().id);
    for (const DecisionInfo& decision : ruleset->info().decisions) {
      v1::PlayResponse question = Question(decision.kind);
      for (int i = 0; i < 3; ++i) question.mutable_decision_required()->add_legal_actions();
      const auto answers = table_.On(question);
      ASSERT_EQ(answers.size(), 1u);
      EXPECT_EQ(answers[0].act().game_id(), "g1");
      EXPECT_EQ(answers[0].act().decision(), 8u);
      EXPECT_TRUE(answers[0].act().action().gogo().has_pass());
      EXPECT_EQ(asked_.back().kind, decision.kind);
      EXPECT_EQ(asked_.back().listed, 3);
    }
  }
}

// Events come from the beginning once more; the view that the game began with comes with them.
TEST_F(GameTableTest, AResumedGameIsKnownAsIfNothingHadHappened_R9_1) {
  for (const std::string& ruleset : RulesetIds()) {
    Start(ruleset);
    FollowedGame followed(ruleset, 5);
    for (int i = 0; i < 30 && !followed.game().Outcome().has_value(); ++i) followed.Step();
    v1::PlayResponse message;
    v1::GameResumed& resumed = *message.mutable_game_resumed();
    *resumed.mutable_game_started() = StartedAs(v1::SIDE_BLUE, ruleset);
    resumed.mutable_events()->Assign(followed.blue_events().begin(), followed.blue_events().end());
    *resumed.mutable_decision_required() = Question(v1::DECISION_KIND_PLY).decision_required();
    for (int times = 0; times < 2; ++times) {
      ASSERT_EQ(table_.On(message).size(), 1u);
      EXPECT_TRUE(MessageDifferencer::Equals(asked_.back().view, followed.Of(v1::SIDE_BLUE).view())) << ruleset;
    }
  }
}

TEST_F(GameTableTest, ADrawIsOfferedBeforeTheActionThatGoesWithIt) {
  answer_.offers_draw = true;
  answer_.comment = "even";
  Start("gogo");
  const auto answers = table_.On(Question(v1::DECISION_KIND_CHALLENGE));
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].offer_draw().game_id(), "g1");
  EXPECT_EQ(answers[1].act().comment(), "even");
}

TEST_F(GameTableTest, BeliefsGoWithTheAction) {
  Start("classic");
  EXPECT_FALSE(table_.On(Question(v1::DECISION_KIND_PLY)).at(0).act().has_beliefs());
  v1::PieceBelief& belief = *answer_.beliefs.add_pieces();
  belief.set_origin(99);
  belief.add_weights(1);
  Start("classic");
  const auto answers = table_.On(Question(v1::DECISION_KIND_PLY));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_TRUE(MessageDifferencer::Equals(answers[0].act().beliefs(), answer_.beliefs));
}

// The referee could not read the message, and would end the stream with all its games.
TEST_F(GameTableTest, ACommentThatIsNoUtf8IsLeftOut) {
  for (const char* comment : {"+0.1 \xff", "\xc3", "fé"}) {
    answer_.comment = comment;
    Start("gogo");
    const auto answers = table_.On(Question(v1::DECISION_KIND_CHALLENGE));
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].act().comment(), std::string(comment) == "fé" ? "fé" : "");
    EXPECT_TRUE(v1::PlayRequest().ParseFromString(answers[0].SerializeAsString()));
  }
}

TEST_F(GameTableTest, AnIllegalActionThatMayBeMendedIsAskedForAgain_R10_3) {
  Start("classic");
  EXPECT_EQ(table_.On(Question(v1::DECISION_KIND_SET_UP), seconds(2)).size(), 1u);
  v1::PlayResponse message;
  v1::GameError& error = *message.mutable_game_error();
  error.set_game_id("g1");
  error.set_decision(8);
  error.set_code(v1::GameError::CODE_ILLEGAL_ACTION);
  const auto answers = table_.On(message);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].act().decision(), 8u);
  ASSERT_EQ(asked_.size(), 2u);
  EXPECT_LE(asked_[1].own, asked_[0].own) << "the clock has run since the decision came";
  error.set_decision(7);
  EXPECT_TRUE(table_.On(message).empty());
  error.set_code(v1::GameError::CODE_DECISION_NOT_OPEN);
  error.set_decision(8);
  EXPECT_TRUE(table_.On(message).empty());
}

// Crashes in the game "bad", as it is made in "stillborn", and at the end of "sore".
class Crasher : public Player {
 public:
  explicit Crasher(const v1::GameStarted& started) : id_(started.game_id()) {
    if (id_ == "stillborn") throw std::runtime_error("no such book");
  }
  Answer Choose(const GameState& /*game*/, v1::DecisionKind /*kind*/, const TimeLeft& /*time*/) override {
    if (id_ == "bad") throw std::out_of_range("no such square");
    return PassAction();
  }
  void OnGameOver(const GameState& /*game*/, const v1::GameOver& /*over*/) override {
    if (id_ == "sore") throw 7;
  }

 private:
  const std::string id_;
};

class CrashTest : public testing::Test {
 protected:
  std::vector<v1::PlayRequest> On(const std::function<void(v1::PlayResponse&)>& fill) {
    v1::PlayResponse message;
    fill(message);
    return table_.On(message);
  }
  std::vector<v1::PlayRequest> Start(const std::string& id) {
    return On([&](auto& message) {
      *message.mutable_game_started() = StartedAs(v1::SIDE_BLUE, "classic");
      message.mutable_game_started()->set_game_id(id);
    });
  }
  std::vector<v1::PlayRequest> Ask(const std::string& id) {
    return On([&](auto& message) {
      message.mutable_decision_required()->set_game_id(id);
      message.mutable_decision_required()->set_decision(8);
      message.mutable_decision_required()->set_kind(v1::DECISION_KIND_PLY);
    });
  }
  std::vector<v1::PlayRequest> End(const std::string& id) {
    return On([&](auto& message) { message.mutable_game_over()->set_game_id(id); });
  }

  GameTable table_{[](const auto& started, const auto&) { return std::make_unique<Crasher>(started); }, Options()};
};

TEST_F(CrashTest, APlayerThatCrashesLosesItsOwnGame) {
  for (const char* id : {"bad", "good"}) EXPECT_TRUE(Start(id).empty());
  testing::internal::CaptureStderr();
  const auto answers = Ask("bad");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "bad: the player has crashed, and its game is given up: no such square\n");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].resign().game_id(), "bad");
  EXPECT_TRUE(Ask("good")[0].has_act());
  EXPECT_TRUE(End("bad").empty());
  EXPECT_EQ(table_.size(), 1u);
}

TEST_F(CrashTest, WhereNobodyMayResignItLosesByAnActionWithoutContent) {
  Start("bad");
  Ask("bad");
  for (const auto code : {v1::GameError::CODE_NOT_ALLOWED, v1::GameError::CODE_ILLEGAL_ACTION}) {
    const auto answers = On([&](auto& message) {
      message.mutable_game_error()->set_game_id("bad");
      message.mutable_game_error()->set_code(code);
    });
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].act().decision(), 8u);
    EXPECT_EQ(answers[0].act().action().ByteSizeLong(), 0u);
    EXPECT_EQ(answers[0].act().comment(), "the player has crashed: no such square");
  }
}

TEST_F(CrashTest, APlayerThatCrashesAsItIsMadeOrAtTheEnd) {
  const auto answers = Start("stillborn");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].resign().game_id(), "stillborn");
  Start("sore");
  EXPECT_TRUE(End("sore").empty());
  EXPECT_EQ(table_.size(), 0u);
}

TEST_F(GameTableTest, ABotThatResignsDoesNotAct) {
  answer_.resigns = true;
  Start("cards");
  const auto answers = table_.On(Question(v1::DECISION_KIND_TURN));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].resign().game_id(), "g1");
}

}  // namespace
}  // namespace flagfall::bot
