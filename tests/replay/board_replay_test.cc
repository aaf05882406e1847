// What a replay says of a board beside where the pieces stand: threats, barred plies, and how a type became public.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "arena/replay/finished_replay.h"
#include "arena/replay/kind_writer.h"
#include "referee/rules/clause_error.h"
#include "tests/replay/random_match.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

constexpr std::size_t kAll = 3;
using Ply = std::uint32_t;

const v1::BoardView& BoardOf(const v1::View& view) {
  return view.has_bluffing() ? view.bluffing().board() : view.board();
}

const v1::PieceView* PieceOn(std::uint32_t square, const v1::View& view) {
  for (const v1::PieceView& piece : BoardOf(view).pieces()) {
    if (!piece.has_removal() && piece.square() == square) return &piece;
  }
  return nullptr;
}

std::vector<v1::Ruleset> BoardRulesets() {
  std::vector<v1::Ruleset> rulesets;
  for (const v1::Ruleset& ruleset : TestedRulesets()) {
    if (ruleset.id() != "cards" && ruleset.id() != "gogo") rulesets.push_back(ruleset);
  }
  return rulesets;
}

class BoardReplayTest : public testing::TestWithParam<v1::Ruleset> {
 protected:
  // Calls `check` with each step of some games: the replay, the step, and the positions before and after it.
  template <typename Check>
  void ForEachStep(std::uint64_t games, Check check) {
    for (std::uint64_t seed = 100; seed < 100 + games && !HasFailure(); ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      const PlayedMatch played = PlayRandomMatch(GetParam(), seed);
      const v1::Replay replay = *FinishedReplay(played.record, v1::GameSummary());
      const std::vector<RecordedPosition> positions = PositionsOf(played.record);
      for (std::uint32_t step = 1; step <= replay.steps() && !HasFailure(); ++step) {
        SCOPED_TRACE(testing::Message() << "step " << step);
        check(replay, step, positions[step - 1], positions[step]);
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Rulesets, BoardReplayTest, testing::ValuesIn(BoardRulesets()),
                         [](const auto& info) { return NameOf(info.param); });

TEST_P(BoardReplayTest, EventsThatCannotFollowAreAnErrorAndEndNothing) {
  const PlayedMatch played = PlayRandomMatch(GetParam(), 1);
  const auto writer = NewKindWriter(played.record.ruleset());
  ASSERT_THAT(writer, IsOk());
  v1::Replay replay;
  ASSERT_THAT((*writer)->Begin(PositionsOf(played.record)[0].views[kAll], replay), IsOk());
  v1::Event event;
  event.mutable_ply_made()->set_from(44);
  event.mutable_ply_made()->set_to(54);
  EXPECT_THAT((*writer)->Step({event}, replay), IsError(absl::StatusCode::kInvalidArgument, "44")) << "nobody is there";
  event.mutable_ply_made()->set_from(250);
  EXPECT_FALSE((*writer)->Step({event}, replay).ok());
}

TEST_P(BoardReplayTest, R4_2_ThreatensTheOpponentsNextToAMovedPieceThatLives) {
  int threats = 0;
  ForEachStep(
      6, [&](const v1::Replay& replay, std::uint32_t step, const RecordedPosition&, const RecordedPosition& after) {
        const Ply ply = BoardIn(replay).plies(static_cast<int>(step) - 1);
        const int to = static_cast<int>(ply % 100);
        const v1::View& view = after.views[kAll];
        std::uint32_t expected = 0;
        const v1::PieceView* const mover = ply == 0 ? nullptr : PieceOn(to, view);
        // The piece that stands there now may be a defender that won. Then it belongs to the side that is to move.
        if (mover != nullptr && !view.bluffing().is_last_ply_taken_back() &&
            mover->owner() == (BoardOf(view).ply_count() % 2 == 1 ? v1::SIDE_RED : v1::SIDE_BLUE)) {
          const std::pair<int, std::uint32_t> ways[] = {{10, 1}, {1, 2}, {-10, 4}, {-1, 8}};
          for (const auto& [offset, bit] : ways) {
            const int square = to + offset;
            if (square < 0 || square > 99 || (std::abs(offset) == 1 && square / 10 != to / 10)) continue;
            const v1::PieceView* const other = PieceOn(square, view);
            if (other != nullptr && other->owner() != mover->owner()) expected |= bit;
          }
        }
        ASSERT_EQ(BoardIn(replay).threats(static_cast<int>(step) - 1), expected);
        threats += expected != 0 ? 1 : 0;
      });
  EXPECT_GT(threats, 0);
}

// All plies from a square along its row and file, of which R2 allows some.
std::vector<Ply> LinesFrom(int from) {
  std::vector<Ply> plies;
  for (int to = 0; to < 100; ++to) {
    if (to != from && (to % 10 == from % 10 || to / 10 == from / 10)) plies.push_back(100 * from + to);
  }
  return plies;
}

// The clause by which the game refuses the ply. It does not depend on what is claimed of an attack.
std::string ClauseAgainst(Ply ply, v1::Side side, bool is_attack, const RecordedPosition& at) {
  v1::Action action;
  v1::Ply* message = nullptr;
  if (!at.views[kAll].has_bluffing()) {
    message = action.mutable_ply();
  } else if (is_attack) {
    action.mutable_bluffing()->mutable_attack()->set_claim(v1::PIECE_TYPE_MINER);
    message = action.mutable_bluffing()->mutable_attack()->mutable_ply();
  } else {
    message = action.mutable_bluffing()->mutable_ply();
  }
  message->set_from(ply / 100);
  message->set_to(ply % 100);
  return ClauseOf(at.game->Clone()->Act(side, action).status());
}

TEST_P(BoardReplayTest, BarsWhatR3_2_R3_6_R4_6_AndR4_8_RefuseAndNothingElse) {
  const std::map<std::string, std::uint32_t> numbers = {{"R3.2", 1}, {"R4.6", 2}, {"R4.8", 3}, {"R3.6", 4}};
  int barred = 0;
  ForEachStep(
      2, [&](const v1::Replay& replay, std::uint32_t step, const RecordedPosition&, const RecordedPosition& after) {
        std::map<Ply, std::uint32_t> expected;
        const v1::View& view = after.views[kAll];
        const v1::Side side = BoardOf(view).side_to_move();
        const bool is_on = !after.game->Outcome().has_value() && !view.bluffing().has_contest();
        for (const v1::PieceView& piece : BoardOf(view).pieces()) {
          if (!is_on || piece.owner() != side || piece.has_removal()) continue;
          for (const Ply ply : LinesFrom(static_cast<int>(piece.square()))) {
            const auto number = numbers.find(ClauseAgainst(ply, side, PieceOn(ply % 100, view) != nullptr, after));
            if (number != numbers.end()) expected[ply] = number->second;
          }
        }
        std::map<Ply, std::uint32_t> said;
        for (const auto& group : GroupsOf(BoardIn(replay).barred(), 3, step)) said[group[0]] = group[1];
        if (!after.game->Outcome().has_value()) {
          ASSERT_EQ(said, expected);
        }
        barred += static_cast<int>(said.size());
      });
  if (!GetParam().options().empty()) {
    EXPECT_GT(barred, 0);
  }
}

// Whether that piece made the ply of the step.
bool IsMover(std::uint32_t origin, Ply ply, const RecordedPosition& before) {
  const v1::PieceView* const piece = PieceOn(ply / 100, before.views[kAll]);
  return piece != nullptr && piece->origin() == origin;
}

void CheckBoardMeans(std::uint32_t means, std::uint32_t origin, Ply ply, const RecordedPosition& before) {
  const v1::PieceView* const target = PieceOn(ply % 100, before.views[kAll]);
  switch (means) {
    case v1::BoardReplay::MEANS_ATTACKED:
      EXPECT_TRUE(IsMover(origin, ply, before) && target != nullptr);
      break;
    case v1::BoardReplay::MEANS_WAS_ATTACKED:
      EXPECT_TRUE(target != nullptr && target->origin() == origin);
      break;
    case v1::BoardReplay::MEANS_LONG_PLY:
      EXPECT_TRUE(IsMover(origin, ply, before) && target == nullptr);
      break;
    default:
      ADD_FAILURE() << "means " << means;
  }
}

void CheckBluffingMeans(std::uint32_t means, std::uint32_t type, const v1::BluffingStep& said,
                        const RecordedPosition& before) {
  v1::CallMade call;
  for (const v1::BluffingEvent& event : said.events()) {
    if (event.has_call()) call = event.call();
  }
  const v1::BluffingContest& contest = before.views[kAll].bluffing().contest();
  switch (means) {
    case v1::BoardReplay::MEANS_MOVEMENT_CALL:
      EXPECT_TRUE(call.call() == v1::BLUFF_CALL_MOVEMENT && !call.was_bluff() && type == v1::PIECE_TYPE_SCOUT);
      break;
    case v1::BoardReplay::MEANS_ATTACK_CALL:
      EXPECT_EQ(call.call(), v1::BLUFF_CALL_ATTACK);
      EXPECT_EQ(call.was_bluff(), static_cast<v1::PieceType>(type) != contest.attack().claim());
      break;
    case v1::BoardReplay::MEANS_DEFENCE_CALL:
      EXPECT_EQ(call.call(), v1::BLUFF_CALL_DEFENCE);
      EXPECT_EQ(call.was_bluff(), static_cast<v1::PieceType>(type) != contest.declaration());
      break;
    case v1::BoardReplay::MEANS_SETTLEMENT:
      EXPECT_TRUE(call.was_bluff());
      break;
    case v1::BoardReplay::MEANS_FLAG_FELL:
      EXPECT_TRUE(type == v1::PIECE_TYPE_FLAG && !call.was_bluff());
      break;
    default:
      ADD_FAILURE() << "means " << means;
  }
}

TEST_P(BoardReplayTest, SaysHowEachTypeBecamePublic_R2_4_R2_5_R6_3_R6_4_R6_6_R6_10) {
  std::map<std::uint32_t, int> means;
  ForEachStep(
      40, [&](const v1::Replay& replay, std::uint32_t step, const RecordedPosition& before, const RecordedPosition&) {
        for (const auto& learnt : GroupsOf(BoardIn(replay).learnt(), 4, step)) {
          ++means[learnt[2]];
          if (replay.has_bluffing()) {
            CheckBluffingMeans(learnt[2], learnt[1], replay.bluffing().said(static_cast<int>(step) - 1), before);
          } else {
            CheckBoardMeans(learnt[2], learnt[0], BoardIn(replay).plies(static_cast<int>(step) - 1), before);
          }
        }
      });
  // Every one of the Means has come up.
  EXPECT_EQ(means.size(), GetParam().id() == "bluffing" ? 5u : 3u);
}

TEST_P(BoardReplayTest, ListsTheArmy_R1_2) {
  const v1::Replay replay = *FinishedReplay(PlayRandomMatch(GetParam(), 1, 10).record, v1::GameSummary());
  const v1::BoardReplay& board = BoardIn(replay);
  ASSERT_EQ(board.army_size(), 13);
  for (const v1::ReplayArmy* army : {&board.red(), &board.blue()}) {
    std::vector<std::uint32_t> counts(13);
    for (int i = 0; i < army->pieces_size(); i += 2) ++counts[army->pieces(i + 1)];
    EXPECT_THAT(counts, testing::ElementsAreArray(board.army()));
  }
}

}  // namespace
}  // namespace flagfall::arena::replay
