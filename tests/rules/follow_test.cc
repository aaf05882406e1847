#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "referee/rules/board_game/board_game.h"
#include "referee/rules/board_game/follow_position.h"
#include "referee/rules/board_game/follow_view.h"
#include "tests/rules/random_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using Events = google::protobuf::RepeatedPtrField<v1::Event>;

// A red Captain (origin 30, a4) before two blue pieces (60 on a7, 50 on a6), as Red sees them.
Events Placed() {
  Events events;
  const auto add = [placed = events.Add()->mutable_pieces_placed()](std::uint32_t square, v1::Side owner,
                                                                    v1::PieceType type) {
    v1::PieceView* piece = placed->add_pieces();
    piece->set_origin(square);
    piece->set_square(square);
    piece->set_owner(owner);
    piece->set_type(type);
  };
  add(30, v1::SIDE_RED, v1::PIECE_TYPE_CAPTAIN);
  add(50, v1::SIDE_BLUE, v1::PIECE_TYPE_UNSPECIFIED);
  add(60, v1::SIDE_BLUE, v1::PIECE_TYPE_UNSPECIFIED);
  return events;
}

void AddPly(Events& events, std::uint32_t from, std::uint32_t to) {
  events.Add()->mutable_ply_made()->set_from(from);
  events.rbegin()->mutable_ply_made()->set_to(to);
}

void AddReveal(Events& events, std::uint32_t origin, v1::PieceType type) {
  events.Add()->mutable_piece_revealed()->set_origin(origin);
  events.rbegin()->mutable_piece_revealed()->set_type(type);
}

TEST(ApplyEvents, FollowsAnAttack) {
  board::BoardState state(board::BoardRules::Classic(), Side::kRed);
  Events events = Placed();
  AddPly(events, 30, 40);
  AddPly(events, 50, 40);
  AddReveal(events, 30, v1::PIECE_TYPE_CAPTAIN);
  AddReveal(events, 50, v1::PIECE_TYPE_SPY);
  events.Add()->mutable_piece_removed()->set_origin(50);
  ASSERT_THAT(ApplyEvents(events, state), IsOk());
  EXPECT_EQ(state.PieceAt(40), 30);
  EXPECT_FALSE(state.PieceOf(50).on_board());
  EXPECT_EQ(state.ply_count(), 2u);
}

struct BadEvents {
  const char* what;
  std::function<void(Events&)> add;
  const char* message;
};

TEST(ApplyEvents, WhatDoesNotFitIsAnError) {
  const BadEvents kRows[] = {
      {"off the board", [](Events& e) { AddPly(e, 30, 356); }, "no ply of red goes from square 30 to 356"},
      {"nobody there", [](Events& e) { AddPly(e, 31, 41); }, "no ply of red"},
      {"not its turn", [](Events& e) { AddPly(e, 60, 61); }, "no ply of red"},
      {"not in a line", [](Events& e) { AddPly(e, 30, 41); }, "no ply of red"},
      {"no move", [](Events& e) { AddPly(e, 30, 30); }, "no ply of red"},
      {"an attack that reveals nothing", [](Events& e) { AddPly(e, 30, 50); }, "did not reveal piece 50"},
      {"a removal without an attack", [](Events& e) { e.Add()->mutable_piece_removed(); },
       "without an attack before it"},
      {"a call", [](Events& e) { e.Add()->mutable_bluffing(); }, "of a kind that this game does not have"},
      {"a reveal of nobody",
       [](Events& e) {
         AddPly(e, 30, 40);
         AddReveal(e, 99, v1::PIECE_TYPE_SPY);
       },
       "no piece 99"},
      {"a piece placed twice", [](Events& e) { *e.Add() = Placed()[0]; }, "is there already"},
      {"a piece without an owner", [](Events& e) { e.Add()->mutable_pieces_placed()->add_pieces(); },
       "no proper owner"},
  };
  for (const BadEvents& row : kRows) {
    board::BoardState state(board::BoardRules::Classic(), Side::kRed);
    Events events = Placed();
    row.add(events);
    EXPECT_THAT(ApplyEvents(events, state), IsError(absl::StatusCode::kInvalidArgument, row.message)) << row.what;
  }
}

TEST(FollowEvent, AViewHasNoMorePiecesThanTheBoardHasSquares) {
  v1::BoardView view;
  for (std::uint32_t origin = 0; origin <= board::kSquares; ++origin) {
    v1::Event event;
    event.mutable_pieces_placed()->add_pieces()->set_origin(origin);
    const absl::Status status = FollowEvent(event, view);
    if (origin < board::kSquares) {
      ASSERT_THAT(status, IsOk());
    } else {
      EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, "more pieces than squares"));
    }
  }
}

TEST(StateOfView, StandsAsTheViewDoes) {
  std::mt19937_64 random(3);
  const board::BoardRules rules = board::BoardRules::Duel();
  BoardGame game(rules);
  ASSERT_THAT(game.Act(v1::SIDE_RED, RandomSetUp(rules, v1::SIDE_RED, random)), IsOk());
  ASSERT_THAT(game.Act(v1::SIDE_BLUE, RandomSetUp(rules, v1::SIDE_BLUE, random)), IsOk());
  while (!game.Outcome().has_value() && game.Progress().plies < 80) {
    const v1::Side side = game.Pending()[0].side;
    ASSERT_THAT(game.Act(side, RandomLegal(game, side, random)), IsOk());
    const v1::BoardView view = game.ViewFor(v1::OBSERVER_RED).board();
    const auto state = StateOfView(rules, view);
    ASSERT_THAT(state, IsOk());
    for (const v1::PieceView& piece : view.pieces()) {
      const board::Piece& put = state->PieceOf(piece.origin());
      ASSERT_EQ(put.on_board(), !piece.has_removal());
      if (!put.on_board()) continue;
      ASSERT_EQ(put.square, piece.square());
      ASSERT_EQ(static_cast<int>(put.type), piece.type());
      ASSERT_EQ(put.has_moved, piece.has_moved());
    }
  }
}

}  // namespace
}  // namespace flagfall
