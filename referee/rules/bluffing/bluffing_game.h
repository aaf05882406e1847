#ifndef REFEREE_RULES_BLUFFING_BLUFFING_GAME_H_
#define REFEREE_RULES_BLUFFING_BLUFFING_GAME_H_

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "referee/rules/bluffing/world.h"
#include "referee/rules/game.h"

namespace flagfall {

// The bluffing game (R6) under the contract of game.h: both set-ups at once, then plies, and within an attack the
// answers of both sides, until there is a result. Events are made as in BoardGame: from what each observer knows before
// and after.
class BluffingGame final : public Game {
 public:
  explicit BluffingGame(const board::BoardRules& rules);
  // A study: play begins from this position.
  explicit BluffingGame(const board::BoardState& state);

  std::unique_ptr<Game> Clone() const override;
  absl::InlinedVector<OpenDecision, 2> Pending() const override;
  // Ordered as in LegalActions of legality.h.
  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override;
  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override;
  v1::Action Sample(v1::Side side, Random& random) const override;
  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override;
  // A piece that was removed face down stays so, also after the end, in the views of the opponent and the spectator;
  // OBSERVER_ALL sees its type.
  v1::View ViewFor(v1::Observer observer) const override;
  std::optional<v1::Outcome> Outcome() const override;
  flagfall::Progress Progress() const override;

 private:
  // The events of what came about since the table was as `before`. `changed`: the pieces that it concerns.
  ObserverEvents Tell(const bluffing::Table& before, board::Bitboard changed);

  bluffing::World world_;
  std::optional<board::BoardResult> result_;
  // What red, blue and the spectator know of the board by the events that they were told so far.
  std::array<BoardKnowledge, 3> known_;
};

}  // namespace flagfall

#endif  // REFEREE_RULES_BLUFFING_BLUFFING_GAME_H_
