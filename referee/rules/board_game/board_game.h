#ifndef REFEREE_RULES_BOARD_GAME_BOARD_GAME_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_GAME_H_

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_view.h"
#include "referee/rules/game.h"

namespace flagfall {

// A board game (R1 to R5) under the contract of game.h: both set-ups at once, then ply by ply until there is a result.
//
// After every action the views of the red player, the blue player and the spectator are brought up to date with the
// world, and the events of each are the difference of its last two views; so nothing can be told that is not in a view.
class BoardGame final : public Game {
 public:
  explicit BoardGame(const board::BoardRules& rules);
  // A study: play begins in that position, without set-ups. It is nobody's army, so Determinize is not for it.
  explicit BoardGame(const board::BoardState& start);

  std::unique_ptr<Game> Clone() const override;
  absl::InlinedVector<OpenDecision, 2> Pending() const override;
  // The legal plies ordered by the square left, then the square entered.
  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override;
  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override;
  v1::Action Sample(v1::Side side, Random& random) const override;
  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override;
  // A spectator's view stays the public one after the end; what may be shown then is the view of OBSERVER_ALL (R9.3).
  v1::View ViewFor(v1::Observer observer) const override;
  std::optional<v1::Outcome> Outcome() const override;
  flagfall::Progress Progress() const override;

 private:
  absl::StatusOr<board::PlyReport> MakePly(Side side, const v1::Ply& ply);
  // Whether the game is over.
  void Judge();
  // `changed`: the pieces, by origin, of which an observer may know something new.
  ObserverEvents Tell(board::Bitboard changed);

  BoardWorld world_;
  std::optional<board::BoardResult> result_;
  // What red, blue and the spectator know by the events that they were told so far.
  std::array<BoardKnowledge, 3> known_;
};

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_GAME_H_
