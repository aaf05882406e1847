#include "referee/rules/clauses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/replay_text.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

TEST(Clauses, AreThoseOfThePage) {
  const auto found = FindClause("R4.6");
  ASSERT_THAT(found, IsOk());
  ASSERT_THAT(*found, SizeIs(1));
  EXPECT_EQ((*found)[0].name, "R4.6");
  EXPECT_THAT((*found)[0].text, StartsWith("`chase = position-repetition`"));
  EXPECT_THAT((*found)[0].text, HasSubstr("With `chase_scope = game`: since the game began."));
  EXPECT_THAT((*FindClause("R1.2"))[0].text, HasSubstr("| `duel` | 1 |")) << "tables are part of their clause";
  EXPECT_THAT((*FindClause("R6.8"))[0].text, HasSubstr("7. the higher of strength"));
  std::set<std::string> names;
  for (const Clause& clause : Clauses()) EXPECT_TRUE(names.insert(clause.name).second) << clause.name;
  EXPECT_GT(names.size(), 80U);
}

TEST(Clauses, MayBeNamedShorterAndBySections) {
  for (const char* name : {"r4.6", "4.6"}) EXPECT_EQ((*FindClause(name))[0].name, "R4.6") << name;
  const auto section = FindClause("R3");
  ASSERT_THAT(section, IsOk());
  EXPECT_EQ((*section)[0].text, "Two-squares rule");
  EXPECT_EQ((*section)[1].name, "R3.1");
  EXPECT_THAT(*section, SizeIs(testing::Ge(6)));
}

struct Unknown {
  const char* name;
  const char* message;
};

TEST(Clauses, OneThatThereIsNotIsAnsweredWithTheNearest) {
  for (const Unknown& row : {Unknown{"R3.99", "no clause R3.99; the nearest is R3."},
                             // R8.11 was taken out before anybody knew of it.
                             {"R8.11", "section R8 has R8.1 to R8.10, R8.12"},
                             {"R11.1", "no clause R11.1; the sections are R1 to R10"},
                             {"R0", "no clause R0; the sections are"},
                             {"two-squares", "`two-squares` is no clause; a clause is named as in R4.6"},
                             {"", "`` is no clause"},
                             {"R", "`R` is no clause"},
                             {"R4.", "`R4.` is no clause"},
                             {"R4.x", "`R4.x` is no clause"},
                             {"R4.0", "`R4.0` is no clause"},
                             {"R99999999999.1", "is no clause"}}) {
    EXPECT_THAT(FindClause(row.name), IsError(absl::StatusCode::kNotFound, row.message)) << row.name;
  }
}

TEST(ClauseErrors, KeepTheirClauseInALargerWhole) {
  const absl::Status error = At("ply 7", ClauseError("R3.2", "a5-a4 would cross"));
  EXPECT_EQ(error.message(), "R3.2: ply 7: a5-a4 would cross");
  EXPECT_EQ(ClauseOf(error), "R3.2");
  EXPECT_EQ(At("ply 7", absl::NotFoundError("nothing")), absl::NotFoundError("ply 7: nothing"));
}

std::size_t Count(absl::string_view word, absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, word);
  return parts.size() - 1;
}

// What a player of any ruleset may send at any time: its own actions out of turn, earlier ones, those of other games,
// and nonsense.
class Illegal {
 public:
  Illegal() {
    for (const auto& definition : Catalogue()) {
      v1::Ruleset ruleset;
      ruleset.set_id(definition->info().id);
      const auto game = NewGame(ruleset, std::string(32, 'x'));
      Random random(3);
      for (int i = 0; i < 60 && !(*game)->Outcome().has_value(); ++i) {
        const v1::Side side = (*game)->Pending()[0].side;
        pool_.push_back((*game)->Sample(side, random));
        EXPECT_THAT((*game)->Act(side, pool_.back()), IsOk());
      }
    }
    pool_.emplace_back();
    for (int from = 0; from < 102; from += 3) {
      for (int to = 0; to < 102; to += 5) {
        v1::Action action;
        action.mutable_ply()->set_from(static_cast<std::uint32_t>(from));
        action.mutable_ply()->set_to(static_cast<std::uint32_t>(to));
        pool_.push_back(action);
        v1::Action bluff;
        *bluff.mutable_bluffing()->mutable_ply() = action.ply();
        pool_.push_back(std::move(bluff));
      }
    }
  }

  const std::vector<v1::Action>& pool() const { return pool_; }

 private:
  std::vector<v1::Action> pool_;
};

TEST(ClauseErrors, NameAClauseThatThereIsAndOnce) {
  const Illegal illegal;
  std::set<std::string> clauses;
  for (const auto& definition : Catalogue()) {
    v1::Ruleset ruleset;
    ruleset.set_id(definition->info().id);
    const auto game = NewGame(ruleset, std::string(32, 'y'));
    Random random(5);
    for (int i = 0; i < 200; ++i) {
      for (int tries = 0; tries < 40; ++tries) {
        const v1::Side side = Below(2, random) == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
        const v1::Action& action = illegal.pool()[Below(illegal.pool().size(), random)];
        const absl::Status refused = (*game)->Clone()->Act(side, action).status();
        if (refused.ok()) continue;
        const std::string clause = ClauseOf(refused);
        ASSERT_THAT(FindClause(clause), IsOk()) << refused;
        ASSERT_EQ(Count(absl::StrCat(clause, ":"), refused.message()), 1U) << refused;
        ASSERT_EQ(Count(clause, At("action 3", refused).message()), Count(clause, refused.message())) << refused;
        clauses.insert(clause);
      }
      if ((*game)->Outcome().has_value()) break;
      const v1::Side side = (*game)->Pending()[0].side;
      ASSERT_THAT((*game)->Act(side, (*game)->Sample(side, random)), IsOk());
    }
  }
  EXPECT_GT(clauses.size(), 15U);
}

TEST(ClauseErrors, ArePrintedOnceByReplays) {
  std::ostringstream out;
  const absl::Status barred = ReplayText(
      "ruleset classic\nfree\nsetup red a4=5 j1=F\nsetup blue j8=5 j10=F\n1 a4-a5\n2 j8-j7\n3 a5-a4\n4 j7-j8\n5 a4-a5\n"
      "6 j8-i8\n7 a5-a4\n",
      false, out);
  EXPECT_EQ(barred.message(),
            "R3.2: ply 7: a5-a4 would cross the same boundary with the same piece for more than 3 turns on end");
  const absl::Status early = ReplayText("ruleset gogo\nred challenge 1-1\n", false, out);
  EXPECT_EQ(Count("R8.3", early.message()), 1U) << early;
  EXPECT_THAT(std::string(early.message()), StartsWith("R8.3: action 1: "));
}

}  // namespace
}  // namespace flagfall
