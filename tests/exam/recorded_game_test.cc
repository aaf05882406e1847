#include "arena/exam/recorded_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/exam/exam.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::exam {
namespace {

// The entry of the record with that of its plies, from 0.
v1::RecordEntry& EntryOfPly(v1::GameRecord& record, int ply) {
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.acted().action().has_ply() && ply-- == 0) return entry;
  }
  ADD_FAILURE() << "the game is too short";
  return *record.mutable_entries(0);
}

TEST(RecordedGame, HasEachSidesPliesInTheirOrder) {
  const v1::GameRecord record = SampledRecord("duel", 5);
  const RecordedGame game = RecordedGameOf(record).value();
  EXPECT_EQ(game.id, record.game_id());
  EXPECT_EQ(game.plies.size(), record.plies());
  EXPECT_EQ(game.own[0].size() + game.own[1].size(), game.plies.size());
  EXPECT_EQ(game.plies[0].side, Side::kRed);
  EXPECT_EQ(game.own[1][0].ply().from(), game.plies[1].action.ply().from());
  EXPECT_GT(game.set_ups.red().placements_size(), 0);
  EXPECT_EQ(PliesInCommon(record, game).value(), game.plies.size());
}

TEST(RecordedGame, ThatIsNoBoardGameOrHasNoPlyIsRefused) {
  for (const char* ruleset : {"bluffing", "cards", "gogo"}) {
    EXPECT_THAT(RecordedGameOf(SampledRecord(ruleset, 1)),
                IsError(absl::StatusCode::kFailedPrecondition, "classic, battle, duel and barrage"));
  }
  v1::GameRecord record = SampledRecord("duel", 1);
  record.clear_entries();
  EXPECT_THAT(RecordedGameOf(record), IsError(absl::StatusCode::kFailedPrecondition, "has no ply"));
}

TEST(RecordedGame, IsBrokenOffWhereItIsToldTo) {
  const v1::GameRecord record = SampledRecord("duel", 5);
  RecordedGame game = RecordedGameOf(record).value();
  BreakOffAfter(1000, game);
  EXPECT_EQ(game.plies.size(), record.plies());
  BreakOffAfter(3, game);
  EXPECT_EQ(game.plies.size(), 3U);
  EXPECT_EQ(game.own[0].size(), 2U);
  EXPECT_EQ(game.own[1].size(), 1U);
}

TEST(Exam, CountsTheSidesThatMadePlies) {
  std::vector<RecordedGame> games(2, RecordedGameOf(SampledRecord("duel", 5)).value());
  ExamOptions options;
  options.repeats = 3;
  EXPECT_EQ(SidesToAsk(games, options), 12u);
  // Blue has not come to its first ply.
  BreakOffAfter(1, games[1]);
  EXPECT_EQ(SidesToAsk(games, options), 9u);
  options.sides = {Side::kBlue};
  EXPECT_EQ(SidesToAsk(games, options), 3u);
}

TEST(RecordedGame, AGameThatWasCutShortHasFewerPliesInCommon) {
  v1::GameRecord record = SampledRecord("duel", 5);
  const RecordedGame game = RecordedGameOf(record).value();
  record.mutable_entries()->RemoveLast();
  EXPECT_EQ(PliesInCommon(record, game).value(), game.plies.size() - 1);
}

TEST(RecordedGame, AGameThatWentAnotherWayIsAnError) {
  const v1::GameRecord record = SampledRecord("duel", 5);
  v1::GameRecord shorter = record;
  shorter.mutable_entries()->RemoveLast();
  EXPECT_THAT(PliesInCommon(record, RecordedGameOf(shorter).value()),
              IsError(absl::StatusCode::kInternal, absl::StrCat("astray at ply ", record.plies())));
  // Red's first ply is made by another game of the same set-ups.
  RecordedGame other = RecordedGameOf(record).value();
  other.plies[0].action.mutable_ply()->set_to(EntryOfPly(shorter, 0).acted().action().ply().to() + 1);
  EXPECT_THAT(PliesInCommon(record, other), IsError(absl::StatusCode::kInternal, "astray at ply 1"));
}

}  // namespace
}  // namespace flagfall::arena::exam
