#include "referee/rules/record_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game_text.h"
#include "referee/rules/record.h"
#include "tests/rules/random_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

void Describe(v1::GameRecord& record) {
  record.set_game_id("3-7");
  record.mutable_red()->set_name("random");
  record.mutable_red()->set_version("1.0");
  record.mutable_blue()->set_name("evil\x1b[31m\nsetup red a1=F");
  record.mutable_start_time()->set_seconds(1790000000);
  record.mutable_start_time()->set_nanos(5000);
  record.mutable_outcome()->set_result(v1::RESULT_RED_WINS);
  record.mutable_outcome()->set_reason(v1::REASON_FLAG_CAPTURED);
}

// Gives the first accepted action of each kind that `is_it` picks a comment.
template <typename Picks>
void Comment(v1::GameRecord& record, v1::Side side, Picks is_it, const std::string& comment) {
  int position = 0;
  int chosen = -1;
  (void)PlayAgain(record, [&](const PlayedEntry& played) {
    if (chosen < 0 && played.events != nullptr && played.entry.side() == side && is_it(played.entry.acted().action())) {
      chosen = position;
    }
    ++position;
  });
  ASSERT_GE(chosen, 0);
  record.mutable_entries(chosen)->mutable_acted()->set_comment(comment);
}

bool IsPly(const v1::Action& action) { return action.has_ply(); }
bool IsSetUp(const v1::Action& action) { return action.has_set_up(); }

TEST(RecordText, HasPlayersDateResultAndComments) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("duel", 7, game);
  Describe(record);
  Comment(record, v1::SIDE_RED, IsPly, "+0.35 # go on");
  Comment(record, v1::SIDE_BLUE, IsPly, "two\nlines\x1b[2J \xe2\x80\xae!");
  // Blue's set-up came first, and is written second.
  Comment(record, v1::SIDE_BLUE, IsSetUp, "solid");
  const auto text = TextOf(record);
  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(*text,
              StartsWith("# Game 3-7, 2026-09-21T14:13:20Z\n# Red: random 1.0\n# Blue: evil [31m setup red a1=F \n"
                         "# Result: red wins, flag captured\nruleset duel\n"));
  EXPECT_THAT(*text, testing::ContainsRegex("\n1 [a-j0-9]+-[a-j0-9]+ # red: \\+0.35 # go on\n"));
  EXPECT_THAT(*text, testing::ContainsRegex("\n2 [a-j0-9]+-[a-j0-9]+ # blue: two lines \\[2J  !\n"));
  EXPECT_THAT(*text, testing::ContainsRegex("\nsetup blue [^\n]* # blue: solid\n1 "));
  EXPECT_THAT(*text, Not(HasSubstr("\x1b")));
}

TEST(RecordText, IsReadBackAsTheSameGame) {
  for (const char* id : {"classic", "duel"}) {
    std::unique_ptr<Game> game;
    v1::GameRecord record = RandomRecord(id, 8, game);
    Describe(record);
    Comment(record, v1::SIDE_RED, IsPly, "ruleset chess");
    const auto read = ParseGameText(*TextOf(record));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(WriteGameText(*read), WriteGameText(*GameTextOf(record)));
  }
}

TEST(RecordText, OfOtherRulesetsHasACommentWithEachAction) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("cards");
  *record.mutable_ruleset() = *CompleteRuleset(record.ruleset());
  record.set_seed(std::string(32, 'x'));
  const std::unique_ptr<Game> game = *NewGame(record.ruleset(), record.seed());
  Random random(1);
  for (int i = 0; i < 8; ++i) {
    const v1::Side side = game->Pending()[0].side;
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_side(side);
    entry.mutable_acted()->set_comment(absl::StrCat("said ", i));
    *entry.mutable_acted()->mutable_action() = game->Sample(side, random);
    ASSERT_THAT(game->Act(side, entry.acted().action()), IsOk());
  }
  const std::string text = *TextOf(record);
  for (int i = 0; i < 8; ++i) EXPECT_THAT(text, HasSubstr(absl::StrCat(": said ", i, "\n")));
  EXPECT_THAT(text, testing::ContainsRegex("\nblue [^\n#]* # blue: said 1\n"));
  EXPECT_EQ(WriteGameText(*ParseGameText(text)), WriteGameText(*GameTextOf(record)));
}

TEST(Record, APositionHasTheCommentsThatLedToIt) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("duel", 9, game);
  Comment(record, v1::SIDE_BLUE, IsSetUp, "solid");
  Comment(record, v1::SIDE_RED, IsPly, "first");
  const auto start = PositionAtPly(record, 0);
  ASSERT_THAT(start->commented, SizeIs(1));
  EXPECT_EQ(start->commented[0].side, v1::SIDE_BLUE);
  EXPECT_EQ(start->commented[0].comment, "solid");
  EXPECT_EQ(PositionAtPly(record, 1)->commented[0].comment, "first");
  EXPECT_THAT(PositionAtPly(record, 2)->commented, SizeIs(0));
}

}  // namespace
}  // namespace flagfall
