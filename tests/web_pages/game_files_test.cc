#include "arena/web_pages/game_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(GameIndexBuilder, HasAColumnForEachThingThatIsLookedFor) {
  const TempDir dir;
  const auto database = store::MustOpen(dir.At(store::kDatabaseFileName));
  const std::int64_t tournament = store::Furnish(*database);
  store::MustStore(*database, store::ResultOf(tournament, 1));
  store::GameResult second = store::ResultOf(tournament, 2, "bob", "cid", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
  second.round = 3;
  store::MustStore(*database, second);
  GameIndexBuilder builder;
  const auto page = store::ListGames(*database, {}, std::nullopt, store::kGamePageMax);
  ASSERT_THAT(page, IsOk());
  for (const store::GameSummary& game : page->games) builder.Add(game);
  EXPECT_EQ(builder.size(), 2u);
  const v1::GameIndex index = builder.Take();
  EXPECT_THAT(index.game_ids(), ElementsAre("1-2", "1-1"));
  EXPECT_THAT(index.bots(), ElementsAre("bob", "cid", "ann"));
  EXPECT_THAT(index.red(), ElementsAre(0, 2));
  EXPECT_THAT(index.blue(), ElementsAre(1, 0));
  EXPECT_THAT(index.ruleset_ids(), ElementsAre("classic"));
  EXPECT_THAT(index.results(), ElementsAre(v1::RESULT_DRAW, v1::RESULT_RED_WINS));
  EXPECT_THAT(index.reasons(), ElementsAre(v1::REASON_DRAW_AGREED, v1::REASON_FLAG_CAPTURED));
  EXPECT_THAT(index.duration_ms(), ElementsAre(100, 100));
  EXPECT_THAT(index.start_seconds(), ElementsAre(1'700'000'002, 1'700'000'001));
  EXPECT_EQ(index.red_elo_change_cents(1), 1600);
  EXPECT_THAT(index.rounds(), ElementsAre(3, 1));
  EXPECT_EQ(builder.size(), 0u);
  EXPECT_THAT(builder.Take().bots(), IsEmpty());
}

TEST(Exports, WhatHasNoTextHasARecord) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("classic");
  record.set_seed(std::string(32, 's'));
  record.mutable_outcome()->set_result(v1::RESULT_RED_WINS);
  record.mutable_outcome()->set_reason(v1::REASON_FORFEIT_NO_SHOW);
  const auto exports = ExportsOf(record);
  ASSERT_THAT(exports, IsOk());
  EXPECT_THAT(exports->record(), HasSubstr("REASON_FORFEIT_NO_SHOW"));
  EXPECT_THAT(exports->text(), IsEmpty());
  EXPECT_THAT(exports->xml(), IsEmpty());
  EXPECT_EQ(ExportOf(record, GameFormat::kText).status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace flagfall::arena::web_pages
