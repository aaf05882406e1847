// R8.1 with `bases = chosen`: both teams place base and flag at once and in secret, before the first tick.
#include "referee/rules/gogo/bases.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "referee/rules/catalogue.h"
#include "tests/rules/gogo_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::gogo {
namespace {

using testing::HasSubstr;

class GogoBases : public testing::Test {
 protected:
  absl::StatusOr<ObserverEvents> Try(v1::Side side, absl::string_view words) {
    return game_->Act(side, *definition_.ReadAction(words));
  }
  std::string Clause(v1::Side side, absl::string_view words) { return ClauseOf(Try(side, words).status()); }
  void PlaceBoth() {
    ASSERT_THAT(Try(v1::SIDE_RED, "place base 0 flag 3000"), IsOk());
    ASSERT_THAT(Try(v1::SIDE_BLUE, "place base 2000 flag 400"), IsOk());
  }
  v1::GogoView View(v1::Observer observer) { return game_->ViewFor(observer).gogo(); }

  static v1::Ruleset Chosen() {
    v1::Ruleset ruleset;
    ruleset.set_id("gogo");
    ruleset.add_options()->set_name("bases");
    ruleset.mutable_options(0)->set_value("chosen");
    return ruleset;
  }

  const RulesetDefinition& definition_ = **FindRuleset("gogo");
  std::unique_ptr<Game> game_ = *NewGame(Chosen(), std::string(32, 's'));
};

TEST_F(GogoBases, R8_1_BothTeamsAreAskedAtOnceBeforeTheFirstTick) {
  ASSERT_EQ(game_->Pending().size(), 2U);
  for (const OpenDecision& open : game_->Pending()) EXPECT_EQ(open.kind, v1::DECISION_KIND_BASES);
  EXPECT_EQ(Clause(v1::SIDE_RED, "steps"), "R8.1");
  ASSERT_THAT(Try(v1::SIDE_RED, "place base 0 flag 3000"), IsOk());
  ASSERT_EQ(game_->Pending().size(), 1U);
  EXPECT_EQ(game_->Pending()[0].side, v1::SIDE_BLUE);
  EXPECT_EQ(Clause(v1::SIDE_RED, "place base 0 flag 3000"), "R8.1") << "once";
  ASSERT_THAT(Try(v1::SIDE_BLUE, "place base 2000 flag 400"), IsOk());
  ASSERT_EQ(game_->Pending().size(), 2U);
  EXPECT_EQ(game_->Pending()[0].kind, v1::DECISION_KIND_STEPS);
  EXPECT_EQ(Clause(v1::SIDE_RED, "place base 0 flag 3000"), "R8.3") << "not any more";
  EXPECT_EQ(game_->Progress().plies, 0U);
}

TEST_F(GogoBases, R8_1_NothingIsToldBeforeBothHavePlacedAndThenEverything) {
  const std::string before = View(v1::OBSERVER_BLUE).SerializeAsString();
  const auto first = Try(v1::SIDE_RED, "place base 0 flag 3000");
  ASSERT_THAT(first, IsOk());
  for (const v1::Observer observer : kEventObservers) EXPECT_TRUE(first->For(observer).empty());
  EXPECT_EQ(View(v1::OBSERVER_BLUE).SerializeAsString(), before);
  const auto second = Try(v1::SIDE_BLUE, "place base 2000 flag 400");
  ASSERT_THAT(second, IsOk());
  for (const v1::Observer observer : kEventObservers) {
    ASSERT_EQ(second->For(observer).size(), 1U);
    const v1::GogoChanged& changed = second->For(observer)[0].gogo().changed();
    EXPECT_EQ(changed.red().base().x(), 0);
    EXPECT_EQ(changed.red().flag().y(), 3000);
    EXPECT_EQ(changed.blue().base().x(), 8000);
    EXPECT_EQ(changed.blue().base().y(), 2000);
    EXPECT_EQ(changed.blue().flag().y(), 400);
    EXPECT_EQ(View(observer).blue().flag().y(), 400);
  }
}

TEST_F(GogoBases, R8_1_OnTheOwnLineAndFarEnoughApart) {
  for (const char* words :
       {"place base -1 flag 2500", "place base 500 flag 3001", "place base 1000 flag 2499", "place base 2499 flag 1000",
        "place base 0 flag 0", "place base 2147483647 flag -2147483648"}) {
    EXPECT_EQ(Clause(v1::SIDE_RED, words), "R8.1") << words;
  }
  EXPECT_THAT(Try(v1::SIDE_RED, "place base 1000 flag 2499").status().message(),
              HasSubstr("1499 apart; expected 1500"));
  EXPECT_THAT(Try(v1::SIDE_RED, "place base 1000 flag 2500"), IsOk());
}

TEST_F(GogoBases, R8_4_R8_9_PlayersEnterAtTheBaseChosenAndCaptureTheFlagThere) {
  PlaceBoth();
  EXPECT_EQ(Clause(v1::SIDE_RED, "steps enter 1=Peer@0,751"), "R8.4");
  EXPECT_EQ(Clause(v1::SIDE_BLUE, "steps enter 1=Peer@8000,2800"), "R8.4");
  ASSERT_THAT(Try(v1::SIDE_RED, "steps enter 1=Peer@750,0"), IsOk());
  ASSERT_THAT(Try(v1::SIDE_BLUE, "steps"), IsOk());
  int ticks = 0;
  // Straight to (8000, 400), at most 750 a tick.
  for (; !game_->Outcome().has_value() && ticks < 20; ++ticks) {
    const v1::GogoPlayer player = View(v1::OBSERVER_RED).red().players(0);
    const Point step = {std::min(740, 8000 - player.x()), player.y() < 400 ? 40 : 0};
    ASSERT_THAT(Try(v1::SIDE_RED, absl::StrCat("steps 1:", step.x, ",", step.y)), IsOk());
    ASSERT_THAT(Try(v1::SIDE_BLUE, "steps"), IsOk());
  }
  ASSERT_TRUE(game_->Outcome().has_value());
  EXPECT_EQ(game_->Outcome()->result(), v1::RESULT_RED_WINS);
}

TEST_F(GogoBases, R8_1_DrawnWorldsHideWhatTheOtherTeamHasPlaced) {
  ASSERT_THAT(Try(v1::SIDE_RED, "place base 0 flag 3000"), IsOk());
  Random random(5);
  std::set<std::int32_t> flags;
  for (int i = 0; i < 30; ++i) {
    const auto world = game_->Determinize(v1::OBSERVER_BLUE, random);
    ASSERT_THAT(world->Act(v1::SIDE_BLUE, *definition_.ReadAction("place base 2000 flag 400")), IsOk());
    flags.insert(world->ViewFor(v1::OBSERVER_BLUE).gogo().red().flag().y());
  }
  EXPECT_GT(flags.size(), 10U);
  const auto own = game_->Determinize(v1::OBSERVER_RED, random);
  ASSERT_THAT(own->Act(v1::SIDE_BLUE, *definition_.ReadAction("place base 2000 flag 400")), IsOk());
  EXPECT_EQ(own->ViewFor(v1::OBSERVER_RED).gogo().red().flag().y(), 3000);
}

TEST_F(GogoBases, R8_1_TheFieldIsDrawnWithWhatWasChosen) {
  EXPECT_THAT(definition_.Draw(game_->ViewFor(v1::OBSERVER_RED), {}), HasSubstr("both teams to place base and flag"));
  EXPECT_THAT(definition_.Draw(game_->ViewFor(v1::OBSERVER_RED), {}), testing::Not(HasSubstr("*R")));
  PlaceBoth();
  const std::string text = definition_.Draw(game_->ViewFor(v1::OBSERVER_RED), {});
  const std::vector<std::string> rows = absl::StrSplit(text, '\n');
  EXPECT_THAT(rows[1], HasSubstr("[R]"));
  EXPECT_THAT(rows[7], HasSubstr("*R"));
}

// With the fixed places of R8.1 a view says nothing of them, as before the option was there.
TEST(GogoFixedBases, R8_1_AreNotInTheView) {
  const v1::GogoView view = Study().View();
  EXPECT_FALSE(view.red().has_base() || view.red().has_flag() || view.blue().has_base() || view.blue().has_flag());
  EXPECT_EQ(Study().Clause(v1::SIDE_RED, "place base 0 flag 3000"), "R8.3");
}

}  // namespace
}  // namespace flagfall::gogo
