#ifndef REFEREE_RULES_CARDS_CARDS_GAME_H_
#define REFEREE_RULES_CARDS_CARDS_GAME_H_

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "referee/rules/cards/cards_state.h"
#include "referee/rules/cards/cards_view.h"
#include "referee/rules/chance.h"
#include "referee/rules/game.h"

namespace flagfall::cards {

// The card game (R7) under the contract of game.h: both front lines at once, then turn by turn until there is a result.
//
// After every action the views of the red player, the blue player and the spectator are made anew, and the events of
// each are the difference of its last two views; so nothing can be told that is not in a view.
class CardsGame final : public Game {
 public:
  // `seed`: 32 bytes.
  CardsGame(bool has_spotter, absl::string_view seed);
  // A game as it stands, for studies and tests; `seed` is for the shuffles to come.
  CardsGame(const CardsState& state, absl::string_view seed);

  std::unique_ptr<Game> Clone() const override;
  absl::InlinedVector<OpenDecision, 2> Pending() const override;
  // Absent for front lines.
  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override;
  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override;
  v1::Action Sample(v1::Side side, Random& random) const override;
  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override;
  // A spectator's view stays the public one after the end; what may be shown then is the view of OBSERVER_ALL (R9.3).
  v1::View ViewFor(v1::Observer observer) const override;
  std::optional<v1::Outcome> Outcome() const override;
  // A ply is a turn (R10.6).
  flagfall::Progress Progress() const override;

  const CardsState& state() const { return state_; }

 private:
  CardsState state_;
  Chance chance_;
  // What red, blue and the spectator know by the events that they were told so far.
  std::array<CardsKnowledge, 3> known_;
};

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_GAME_H_
