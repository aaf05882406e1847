#include "tests/replay/replay_reader.h"

#include "arena/replay/finished_replay.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"
#include "tests/replay/random_match.h"

namespace flagfall::arena::replay {
namespace {

// ---- Boards

void AddArmy(const v1::ReplayArmy& army, v1::Side side, v1::Observer observer, v1::BoardView& board) {
  for (int i = 0; i < army.pieces_size(); i += 2) {
    v1::PieceView& piece = *board.add_pieces();
    piece.set_origin(army.pieces(i));
    piece.set_square(army.pieces(i));
    piece.set_owner(side);
    if (IsOpenTo(observer, SideOf(side))) piece.set_type(static_cast<v1::PieceType>(army.pieces(i + 1)));
  }
}

v1::View BoardStart(const v1::Replay& replay, v1::Observer observer) {
  v1::View view;
  v1::BoardView& board = replay.has_bluffing() ? *view.mutable_bluffing()->mutable_board() : *view.mutable_board();
  // Red's zone lies below Blue's: so they come by origin.
  AddArmy(BoardIn(replay).red(), v1::SIDE_RED, observer, board);
  AddArmy(BoardIn(replay).blue(), v1::SIDE_BLUE, observer, board);
  board.set_side_to_move(v1::SIDE_RED);
  if (replay.has_bluffing()) view.mutable_bluffing()->mutable_tokens();
  return view;
}

bool IsSaidFirst(const v1::BluffingEvent& event) {
  return event.has_attack() || event.has_call() || event.has_declaration();
}

std::vector<v1::Event> BoardEvents(const v1::Replay& replay, std::uint32_t step) {
  const v1::BoardReplay& board = BoardIn(replay);
  const std::uint32_t plies = replay.has_bluffing() ? replay.plies(static_cast<int>(step) - 1) : step;
  const std::uint32_t ply = board.plies(static_cast<int>(step) - 1);
  std::vector<v1::Event> events;
  const auto say = [&](bool first) {
    if (!replay.has_bluffing()) return;
    for (const v1::BluffingEvent& said : replay.bluffing().said(static_cast<int>(step) - 1).events()) {
      if (IsSaidFirst(said) == first) *events.emplace_back().mutable_bluffing() = said;
    }
  };
  say(true);
  if (ply != 0) {
    v1::PlyMade& made = *events.emplace_back().mutable_ply_made();
    made.set_number(plies);
    made.set_from(ply / 100);
    made.set_to(ply % 100);
  }
  for (const auto& learnt : GroupsOf(board.learnt(), 4, step)) {
    v1::PieceRevealed& revealed = *events.emplace_back().mutable_piece_revealed();
    revealed.set_origin(learnt[0]);
    revealed.set_type(static_cast<v1::PieceType>(learnt[1]));
  }
  for (const auto& removed : GroupsOf(board.removed(), 2, step)) {
    v1::PieceRemoved& event = *events.emplace_back().mutable_piece_removed();
    event.set_origin(removed[0]);
    event.mutable_removal()->set_square(ply % 100);
    event.mutable_removal()->set_ply(plies);
  }
  say(false);
  return events;
}

// ---- Cards

v1::CardsArmy SeenArmy(const v1::CardsArmy& army, v1::Side side, v1::Observer observer) {
  v1::CardsArmy seen = army;
  const bool is_opponent = observer == ObserverOf(OpponentOf(side));
  for (v1::CardsFrontCard& card : *seen.mutable_front_line()) {
    if (!card.is_shown() && !IsOpenTo(observer, SideOf(side)) && !(is_opponent && card.is_peeked())) card.clear_type();
  }
  if (!IsOpenTo(observer, SideOf(side)) && !(is_opponent && army.hand().is_seen())) seen.mutable_hand()->clear_types();
  return seen;
}

v1::View SeenCards(const v1::View& all, v1::Observer observer) {
  v1::View view = all;
  *view.mutable_cards()->mutable_red() = SeenArmy(all.cards().red(), v1::SIDE_RED, observer);
  *view.mutable_cards()->mutable_blue() = SeenArmy(all.cards().blue(), v1::SIDE_BLUE, observer);
  return view;
}

// ---- Gogo

v1::View SeenField(const v1::View& all, v1::Observer observer) {
  v1::View view = all;
  const auto hide = [observer](v1::GogoTeam& team, v1::Side side) {
    for (v1::GogoPlayer& player : *team.mutable_players()) {
      if (!IsOpenTo(observer, SideOf(side)) && !player.is_on_display()) player.clear_role();
    }
  };
  hide(*view.mutable_gogo()->mutable_red(), v1::SIDE_RED);
  hide(*view.mutable_gogo()->mutable_blue(), v1::SIDE_BLUE);
  return view;
}

v1::View Seen(const v1::View& all, v1::Observer observer) {
  v1::View view = all;
  if (all.has_cards()) view = SeenCards(all, observer);
  if (all.has_gogo()) view = SeenField(all, observer);
  view.set_observer(observer);
  return view;
}

v1::View StartOf(const v1::Replay& replay, v1::Observer observer) {
  v1::View view;
  switch (replay.kind_case()) {
    case v1::Replay::kBoard:
    case v1::Replay::kBluffing:
      return BoardStart(replay, observer);
    case v1::Replay::kCards:
      *view.mutable_cards() = replay.cards().start();
      break;
    case v1::Replay::kGogo:
      *view.mutable_gogo() = replay.gogo().start();
      break;
    case v1::Replay::KIND_NOT_SET:
      FLAGFALL_CHECK(false);
  }
  return view;
}

std::vector<v1::Event> EventsOf(const v1::Replay& replay, std::uint32_t step) {
  const int index = static_cast<int>(step) - 1;
  std::vector<v1::Event> events;
  switch (replay.kind_case()) {
    case v1::Replay::kBoard:
    case v1::Replay::kBluffing:
      return BoardEvents(replay, step);
    case v1::Replay::kCards:
      *events.emplace_back().mutable_cards() = replay.cards().changes(index);
      break;
    case v1::Replay::kGogo:
      for (const v1::GogoEvent& event : replay.gogo().changes(index).events()) {
        *events.emplace_back().mutable_gogo() = event;
      }
      break;
    case v1::Replay::KIND_NOT_SET:
      FLAGFALL_CHECK(false);
  }
  return events;
}

}  // namespace

v1::Replay Played(const std::string& id, std::uint64_t seed) {
  for (const v1::Ruleset& ruleset : TestedRulesets()) {
    if (ruleset.id() != id) continue;
    absl::StatusOr<v1::Replay> replay = FinishedReplay(PlayRandomMatch(ruleset, seed, 120).record, {});
    FLAGFALL_CHECK(replay.ok());
    return *std::move(replay);
  }
  FLAGFALL_CHECK(false);
}

const v1::BoardReplay& BoardIn(const v1::Replay& replay) {
  return replay.has_bluffing() ? replay.bluffing().board() : replay.board();
}

std::vector<std::vector<std::uint32_t>> GroupsOf(const google::protobuf::RepeatedField<std::uint32_t>& numbers,
                                                 int width, std::uint32_t first) {
  FLAGFALL_CHECK(numbers.size() % width == 0);
  std::vector<std::vector<std::uint32_t>> groups;
  for (int i = 0; i < numbers.size(); i += width) {
    if (numbers[i] == first) groups.emplace_back(numbers.begin() + i + 1, numbers.begin() + i + width);
  }
  return groups;
}

std::vector<v1::View> ReadReplay(const v1::Replay& replay, v1::Observer observer) {
  FLAGFALL_CHECK(replay.is_over() || observer == v1::OBSERVER_SPECTATOR);
  const RulesetDefinition& ruleset = **FindRuleset(replay.ruleset().id());
  // A replay of `cards` or `gogo` has one view, of which each observer sees a part. A board's is followed for the
  // observer.
  v1::View view = StartOf(replay, observer);
  std::vector<v1::View> views = {Seen(view, observer)};
  for (std::uint32_t step = 1; step <= replay.steps(); ++step) {
    for (const v1::Event& event : EventsOf(replay, step)) FLAGFALL_CHECK(ruleset.Follow(event, view).ok());
    views.push_back(Seen(view, observer));
  }
  return views;
}

}  // namespace flagfall::arena::replay
