// The replay of a game that is over, read as a page reads it, is compared with the game itself, position by position.
#include "arena/replay/finished_replay.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "absl/strings/escaping.h"
#include "referee/base/sha256.h"
#include "tests/replay/random_match.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

constexpr int kGames = 6;

v1::Replay ReplayOf(const PlayedMatch& played) {
  v1::GameSummary game;
  game.set_game_id(played.record.game_id());
  *game.mutable_outcome() = played.record.outcome();
  const auto replay = FinishedReplay(played.record, game);
  EXPECT_THAT(replay, IsOk());
  return replay.ok() ? *replay : v1::Replay();
}

// The view of a game that is over by its rules says so, but no event does (RulesetDefinition::Follow).
void ForgetWhoseTurn(v1::View& view) {
  v1::BoardView& board = view.has_bluffing() ? *view.mutable_bluffing()->mutable_board() : *view.mutable_board();
  board.clear_side_to_move();
  if (view.has_bluffing()) view.mutable_bluffing()->clear_may_call_movement();
}

class FinishedReplayTest : public testing::TestWithParam<v1::Ruleset> {
 protected:
  template <typename Check>
  void ForEachGame(Check check) {
    for (std::uint64_t seed = 1; seed <= kGames && !HasFailure(); ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      const PlayedMatch played = PlayRandomMatch(GetParam(), seed);
      check(played, ReplayOf(played), PositionsOf(played.record));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Rulesets, FinishedReplayTest, testing::ValuesIn(TestedRulesets()),
                         [](const auto& info) { return NameOf(info.param); });

TEST_P(FinishedReplayTest, GivesTheViewOfEveryObserverAtEveryPosition) {
  ForEachGame([](const PlayedMatch&, const v1::Replay& replay, const std::vector<RecordedPosition>& positions) {
    ASSERT_EQ(replay.steps() + 1, positions.size());
    for (std::size_t i = 0; i < kObservers.size(); ++i) {
      std::vector<v1::View> views = ReadReplay(replay, kObservers[i]);
      for (std::size_t n = 0; n < positions.size(); ++n) {
        v1::View truth = positions[n].views[i];
        if (positions[n].game->Outcome().has_value() && (truth.has_board() || truth.has_bluffing())) {
          ForgetWhoseTurn(truth);
          ForgetWhoseTurn(views[n]);
        }
        ASSERT_EQ(views[n].SerializeAsString(), truth.SerializeAsString())
            << v1::Observer_Name(kObservers[i]) << " at position " << n << " sees\n"
            << truth.DebugString() << "and on the page\n"
            << views[n].DebugString();
      }
    }
  });
}

TEST_P(FinishedReplayTest, CountsThePliesOfEachStep) {
  ForEachGame([](const PlayedMatch&, const v1::Replay& replay, const std::vector<RecordedPosition>& positions) {
    if (replay.has_board()) {
      EXPECT_EQ(replay.plies_size(), 0);
    }
    for (std::size_t n = 1; n < positions.size(); ++n) {
      const std::uint32_t plies = replay.has_board() ? n : replay.plies(static_cast<int>(n) - 1);
      ASSERT_EQ(plies, positions[n].game->Progress().plies) << "step " << n;
    }
  });
}

TEST_P(FinishedReplayTest, HasEachActThatCountedWithItsTimes) {
  ForEachGame([](const PlayedMatch& played, const v1::Replay& replay, const std::vector<RecordedPosition>&) {
    // A clock loses with a ply what was used for it, less the increment.
    std::map<std::uint32_t, std::int64_t> clocks = {{v1::SIDE_RED, 3'600'000'000}, {v1::SIDE_BLUE, 3'600'000'000}};
    int acts = 0;
    int comments = 0;
    std::uint32_t last_step = 0;
    std::set<std::uint32_t> steps;
    for (const v1::RecordEntry& entry : played.record.entries()) {
      if (entry.acted().action().kind_case() == v1::Action::KIND_NOT_SET) continue;
      if (5 * acts == replay.acts_size()) break;
      const std::uint32_t* act = replay.acts().data() + 5 * acts++;
      ASSERT_GE(act[0], last_step);
      last_step = act[0];
      steps.insert(act[0]);
      EXPECT_EQ(act[1], entry.side());
      EXPECT_EQ(act[2], entry.at_micros() / 1000);
      EXPECT_EQ(act[4], entry.acted().clock_micros() / 1000);
      if (!entry.acted().comment().empty()) {
        const v1::ReplayComment& comment = replay.comments(comments++);
        EXPECT_EQ(comment.text(), entry.acted().comment());
        EXPECT_EQ(comment.step(), act[0]);
        EXPECT_EQ(comment.side(), entry.side());
      }
      const bool is_set_up = act[0] == 0;
      if (is_set_up) continue;
      EXPECT_EQ(clocks[act[1]] - entry.acted().clock_micros(), static_cast<std::int64_t>(act[3]) - 100'000);
      clocks[act[1]] = entry.acted().clock_micros();
    }
    EXPECT_EQ(5 * acts, replay.acts_size());
    EXPECT_EQ(comments, replay.comments_size());
    // Every step has an action of a player.
    for (std::uint32_t step = 1; step <= replay.steps(); ++step) EXPECT_TRUE(steps.count(step) == 1) << step;
  });
}

TEST_P(FinishedReplayTest, NotesWhatHappenedBesideTheGame) {
  std::map<v1::ReplayNote::Kind, int> kinds;
  ForEachGame([&kinds](const PlayedMatch& played, const v1::Replay& replay, const std::vector<RecordedPosition>&) {
    std::map<v1::ReplayNote::Kind, int> noted;
    std::map<v1::ReplayNote::Kind, int> recorded;
    for (const v1::ReplayNote& note : replay.notes()) {
      ++noted[note.kind()];
      ++kinds[note.kind()];
      EXPECT_LE(note.step(), replay.steps());
      EXPECT_NE(note.side(), v1::SIDE_UNSPECIFIED);
      if (note.kind() == v1::ReplayNote::KIND_ILLEGAL_ACTION) {
        EXPECT_EQ(note.clause(), "R10.3");
      }
    }
    for (const v1::RecordEntry& entry : played.record.entries()) {
      if (entry.has_acted() && !entry.acted().has_action()) ++recorded[v1::ReplayNote::KIND_ILLEGAL_ACTION];
      if (entry.has_acted() && entry.acted().has_action() &&
          entry.acted().action().kind_case() == v1::Action::KIND_NOT_SET) {
        ++recorded[v1::ReplayNote::KIND_ILLEGAL_ACTION];
      }
      if (entry.has_offered_draw()) ++recorded[v1::ReplayNote::KIND_OFFERED_DRAW];
      if (entry.has_disconnected()) {
        ++recorded[v1::ReplayNote::KIND_DISCONNECTED];
        ++recorded[v1::ReplayNote::KIND_CONNECTED_AGAIN];
      }
    }
    EXPECT_EQ(noted, recorded);
  });
  EXPECT_GT(kinds[v1::ReplayNote::KIND_ILLEGAL_ACTION], 0);
  EXPECT_GT(kinds[v1::ReplayNote::KIND_CONNECTED_AGAIN] + kinds[v1::ReplayNote::KIND_OFFERED_DRAW], 0);
}

TEST_P(FinishedReplayTest, ShowsTheSeedAndItsHash_R10_5) {
  const PlayedMatch played = PlayRandomMatch(GetParam(), 3);
  const v1::Replay replay = ReplayOf(played);
  EXPECT_TRUE(replay.is_over());
  EXPECT_EQ(replay.seed(), absl::BytesToHexString(played.record.seed()));
  EXPECT_EQ(replay.seed_sha256(), absl::BytesToHexString(Sha256Of(played.record.seed())));
  EXPECT_EQ(replay.red().name(), "ada");
  EXPECT_EQ(replay.ruleset().id(), GetParam().id());
}

TEST(FinishedReplay, NotesAResignationAnIllegalPlyAndALateOne) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  PlayedMatch played = PlayRandomMatch(ruleset, 5, 6);
  // A ply of a piece that does not exist, then one that came too late.
  v1::RecordEntry& illegal = *played.record.add_entries();
  illegal.set_side(v1::SIDE_RED);
  illegal.set_at_micros(1'000'000'000);
  illegal.mutable_acted()->mutable_action()->mutable_ply()->set_from(45);
  illegal.mutable_acted()->mutable_action()->mutable_ply()->set_to(55);
  v1::RecordEntry late = illegal;
  *played.record.add_entries() = late;
  played.record.mutable_outcome()->set_reason(v1::REASON_OUT_OF_TIME);
  v1::Replay replay = ReplayOf(played);
  ASSERT_GE(replay.notes_size(), 2);
  const v1::ReplayNote& first = replay.notes(replay.notes_size() - 2);
  EXPECT_EQ(first.kind(), v1::ReplayNote::KIND_ILLEGAL_ACTION);
  EXPECT_EQ(first.text(), "f5-f6");
  EXPECT_EQ(first.clause(), "R2.1");
  EXPECT_EQ(first.at_ms(), 1'000'000u);
  EXPECT_EQ(first.step(), 6u);
  EXPECT_EQ(replay.notes(replay.notes_size() - 1).kind(), v1::ReplayNote::KIND_LATE_ACTION);

  played.record.mutable_entries()->RemoveLast();
  played.record.mutable_entries(played.record.entries_size() - 1)->mutable_resigned();
  played.record.mutable_outcome()->set_reason(v1::REASON_RESIGNED);
  replay = ReplayOf(played);
  EXPECT_EQ(replay.notes(replay.notes_size() - 1).kind(), v1::ReplayNote::KIND_RESIGNED);
}

TEST(FinishedReplay, NotesEachThingThatIsNoStepWithItsWordsAndClause) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  const PlayedMatch played = PlayRandomMatch(ruleset, 5, 6);
  struct Row {
    // A RecordEntry in protobuf's text form.
    const char* entry;
    // The note in the same form, without the step and the time, which are the same for all.
    const char* note;
  };
  for (const Row& row : {
           Row{"side: SIDE_RED resigned {}", "side: SIDE_RED kind: KIND_RESIGNED"},
           Row{"side: SIDE_RED offered_draw {}", "side: SIDE_RED kind: KIND_OFFERED_DRAW"},
           Row{"side: SIDE_BLUE accepted_draw {}", "side: SIDE_BLUE kind: KIND_ACCEPTED_DRAW"},
           Row{"side: SIDE_BLUE disconnected {}", "side: SIDE_BLUE kind: KIND_DISCONNECTED"},
           Row{"side: SIDE_BLUE disconnected { for_good: true }",
               "side: SIDE_BLUE kind: KIND_DISCONNECTED text: 'for good'"},
           Row{"side: SIDE_RED disconnected { for_good: true slow_reader: true }",
               "side: SIDE_RED kind: KIND_DISCONNECTED text: 'did not read its messages'"},
           Row{"aborted { outcome { result: RESULT_VOID detail: 'the disk is full' } }",
               "kind: KIND_ABORTED text: 'the disk is full'"},
           Row{"side: SIDE_RED acted {}", "side: SIDE_RED kind: KIND_ILLEGAL_ACTION text: 'no action' clause: 'R10.3'"},
           Row{"side: SIDE_RED acted { action {} }",
               "side: SIDE_RED kind: KIND_ILLEGAL_ACTION text: 'no action' clause: 'R10.3'"},
           Row{"side: SIDE_BLUE acted { oversized_action_bytes: 65537 }",
               "side: SIDE_BLUE kind: KIND_ILLEGAL_ACTION text: 'an action of 65537 bytes' clause: 'R10.3'"},
       }) {
    v1::GameRecord record = played.record;
    v1::RecordEntry& entry = *record.add_entries();
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(row.entry, &entry)) << row.entry;
    entry.set_at_micros(1'000'000'000);
    v1::ReplayNote expected;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(row.note, &expected)) << row.note;
    expected.set_step(6);
    expected.set_at_ms(1'000'000);
    const auto replay = FinishedReplay(record, v1::GameSummary());
    ASSERT_THAT(replay, IsOk()) << row.entry;
    ASSERT_GT(replay->notes_size(), 0) << row.entry;
    EXPECT_EQ(replay->notes(replay->notes_size() - 1).DebugString(), expected.DebugString()) << row.entry;
  }
}

// Entries that say that the clock was looked at or a decision handed over get no note.
TEST(FinishedReplay, NotesNothingOfTheHostsOwnDoings) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  PlayedMatch played = PlayRandomMatch(ruleset, 5, 6);
  const int notes = ReplayOf(played).notes_size();
  played.record.add_entries()->mutable_time_passed();
  v1::RecordEntry& sent = *played.record.add_entries();
  sent.set_side(v1::SIDE_RED);
  sent.mutable_decision_sent();
  played.record.add_entries();
  EXPECT_EQ(ReplayOf(played).notes_size(), notes);
}

TEST(FinishedReplay, OfAGameThatEndedBeforeBothSetUpsWereInShowsWhatThereWas) {
  v1::Ruleset ruleset;
  ruleset.set_id("duel");
  PlayedMatch played = PlayRandomMatch(ruleset, 2, 4);
  auto& entries = *played.record.mutable_entries();
  int acted = 0;
  int kept = 0;
  while (kept < entries.size() && acted == 0) acted += entries[kept++].acted().action().has_set_up() ? 1 : 0;
  entries.DeleteSubrange(kept, entries.size() - kept);
  const v1::Replay replay = ReplayOf(played);
  EXPECT_EQ(replay.steps(), 0u);
  EXPECT_EQ(replay.board().red().pieces_size() + replay.board().blue().pieces_size(), 20);
  EXPECT_EQ(replay.acts_size(), 5);
}

TEST(FinishedReplay, OfAnUnknownRulesetIsNotThere) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("draughts");
  EXPECT_THAT(FinishedReplay(record, v1::GameSummary()), IsError(absl::StatusCode::kNotFound, "draughts"));
}

}  // namespace
}  // namespace flagfall::arena::replay
