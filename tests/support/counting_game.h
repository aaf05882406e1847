#ifndef TESTS_SUPPORT_COUNTING_GAME_H_
#define TESTS_SUPPORT_COUNTING_GAME_H_

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

// The smallest game with a secret set-up, plies, captures and an end, for tests of the layers above the rules.
//
// Each player places one piece of any type on square 0. Then they count in turns from 0 by plies (from: the number so
// far, to: one to three more). A step of three counts as a capture. The player who reaches `goal` captures the flag.
// Both pieces show their types to the opponent once the count is past 10.
class CountingGame final : public Game {
 public:
  static constexpr std::uint32_t kRevealedFrom = 11;

  explicit CountingGame(std::uint32_t goal) : goal_(goal) {}

  std::unique_ptr<Game> Clone() const override { return std::make_unique<CountingGame>(*this); }

  absl::InlinedVector<OpenDecision, 2> Pending() const override {
    absl::InlinedVector<OpenDecision, 2> pending;
    if (count_ >= goal_) return pending;
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      if (!Placed(side)) pending.push_back({.side = side, .kind = v1::DECISION_KIND_SET_UP});
    }
    if (pending.empty()) pending.push_back({.side = ToMove(), .kind = v1::DECISION_KIND_PLY});
    return pending;
  }

  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override {
    if (!BothPlaced() || count_ >= goal_ || side != ToMove()) return std::nullopt;
    std::vector<v1::Action> legal;
    for (std::uint32_t step = 1; step <= 3; ++step) legal.push_back(Count(count_, count_ + step));
    return legal;
  }

  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override {
    const auto pending = Pending();
    const auto open = std::find_if(pending.begin(), pending.end(),
                                   [side](const OpenDecision& decision) { return decision.side == side; });
    if (open == pending.end()) return ClauseError("R1.5", "it is not this player's turn");
    return open->kind == v1::DECISION_KIND_SET_UP ? Place(side, action) : MakePly(action);
  }

  v1::Action Sample(v1::Side, Random& random) const override {
    if (BothPlaced()) return Count(count_, count_ + 1 + static_cast<std::uint32_t>(Below(3, random)));
    return Placing(RandomType(random));
  }

  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override {
    auto game = std::make_unique<CountingGame>(*this);
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      const bool own = observer == ObserverOf(side);
      const bool known = own || observer == v1::OBSERVER_ALL || count_ >= kRevealedFrom || !Placed(side);
      if (!known) game->types_[side - 1] = RandomType(random);
    }
    return game;
  }

  v1::View ViewFor(v1::Observer observer) const override {
    v1::View view;
    view.set_observer(observer);
    v1::BoardView* board = view.mutable_board();
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      const bool own = observer == ObserverOf(side);
      if (!Placed(side) || !(own || observer == v1::OBSERVER_ALL || BothPlaced())) continue;
      const bool known = own || observer == v1::OBSERVER_ALL || count_ >= kRevealedFrom;
      *board->add_pieces() = Piece(side, known ? types_[side - 1] : v1::PIECE_TYPE_UNSPECIFIED);
    }
    board->set_ply_count(progress_.plies);
    if (BothPlaced() && count_ < goal_) board->set_side_to_move(ToMove());
    return view;
  }

  std::optional<v1::Outcome> Outcome() const override {
    if (count_ < goal_) return std::nullopt;
    v1::Outcome outcome;
    outcome.set_result(ToMove() == v1::SIDE_RED ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS);
    outcome.set_reason(v1::REASON_FLAG_CAPTURED);
    return outcome;
  }

  flagfall::Progress Progress() const override { return progress_; }

  static v1::Action Placing(v1::PieceType type) {
    v1::Action action;
    v1::Placement* placement = action.mutable_set_up()->add_placements();
    placement->set_square(0);
    placement->set_type(type);
    return action;
  }

  static v1::Action Count(std::uint32_t from, std::uint32_t to) {
    v1::Action action;
    action.mutable_ply()->set_from(from);
    action.mutable_ply()->set_to(to);
    return action;
  }

 private:
  static v1::PieceType RandomType(Random& random) { return static_cast<v1::PieceType>(1 + Below(12, random)); }

  bool Placed(v1::Side side) const { return types_[side - 1] != v1::PIECE_TYPE_UNSPECIFIED; }
  bool BothPlaced() const { return Placed(v1::SIDE_RED) && Placed(v1::SIDE_BLUE); }
  v1::Side ToMove() const { return progress_.plies % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE; }

  static v1::PieceView Piece(v1::Side side, v1::PieceType type) {
    v1::PieceView piece;
    piece.set_origin(static_cast<std::uint32_t>(side));
    piece.set_owner(side);
    piece.set_type(type);
    return piece;
  }

  absl::StatusOr<ObserverEvents> Place(v1::Side side, const v1::Action& action) {
    if (action.set_up().placements_size() != 1 || action.set_up().placements(0).square() != 0) {
      return ClauseError("R1.4", "a set-up has one piece, on square 0");
    }
    const v1::PieceType type = action.set_up().placements(0).type();
    if (!v1::PieceType_IsValid(type) || type == v1::PIECE_TYPE_UNSPECIFIED) {
      return ClauseError("R1.4", "a set-up has a piece of a known type");
    }
    types_[side - 1] = type;
    ObserverEvents events;
    v1::Event own;
    *own.mutable_pieces_placed()->add_pieces() = Piece(side, type);
    events.For(ObserverOf(side)).push_back(own);
    if (!BothPlaced()) return events;
    events.red.push_back(Unknown({v1::SIDE_BLUE}));
    events.blue.push_back(Unknown({v1::SIDE_RED}));
    events.spectator.push_back(Unknown({v1::SIDE_RED, v1::SIDE_BLUE}));
    return events;
  }

  static v1::Event Unknown(const std::vector<v1::Side>& sides) {
    v1::Event event;
    for (const v1::Side side : sides) {
      *event.mutable_pieces_placed()->add_pieces() = Piece(side, v1::PIECE_TYPE_UNSPECIFIED);
    }
    return event;
  }

  absl::StatusOr<ObserverEvents> MakePly(const v1::Action& action) {
    const v1::Ply& ply = action.ply();
    if (!action.has_ply() || ply.from() != count_ || ply.to() <= count_ || ply.to() - count_ > 3) {
      return ClauseError("R2.2", absl::StrCat("counts on from ", count_, " by one to three"));
    }
    const bool reveals = count_ < kRevealedFrom && ply.to() >= kRevealedFrom;
    progress_.plies_since_capture = ply.to() - count_ == 3 ? 0 : progress_.plies_since_capture + 1;
    count_ = ply.to();
    ++progress_.plies;
    v1::Event event;
    event.mutable_ply_made()->set_number(progress_.plies);
    event.mutable_ply_made()->set_from(ply.from());
    event.mutable_ply_made()->set_to(ply.to());
    ObserverEvents events{.red = {event}, .blue = {event}, .spectator = {event}};
    if (!reveals) return events;
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      v1::Event revealed;
      revealed.mutable_piece_revealed()->set_origin(static_cast<std::uint32_t>(side));
      revealed.mutable_piece_revealed()->set_type(types_[side - 1]);
      if (side == v1::SIDE_BLUE) events.red.push_back(revealed);
      if (side == v1::SIDE_RED) events.blue.push_back(revealed);
      events.spectator.push_back(revealed);
    }
    return events;
  }

  std::uint32_t goal_;
  std::uint32_t count_ = 0;
  flagfall::Progress progress_;
  std::array<v1::PieceType, 2> types_{};
};

// Makes counting games for Match::Create.
inline absl::StatusOr<std::unique_ptr<Game>> NewCountingGame(const v1::Ruleset&, absl::string_view) {
  return std::make_unique<CountingGame>(21);
}

}  // namespace flagfall

#endif  // TESTS_SUPPORT_COUNTING_GAME_H_
