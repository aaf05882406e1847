#ifndef REFEREE_RULES_GOGO_GOGO_GAME_H_
#define REFEREE_RULES_GOGO_GOGO_GAME_H_

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "referee/rules/game.h"
#include "referee/rules/gogo/knowledge.h"
#include "referee/rules/gogo/world.h"

namespace flagfall::gogo {

// The field game (R8) under the contract of game.h: bases and flags first where the teams choose them; then in each
// tick both teams' steps at once, then challenge by challenge. Its plies are the ticks that are over. An action that
// ends a round of a match (R8.12) begins the next one, too: it is told by the events of the end, with the views as the
// round leaves them, and then by those of the beginning.
//
// After every action what the red team, the blue team and the spectator know is made anew from the world, and the
// events of each are the difference to what it knew before, told after what happened in public.
class GogoGame final : public Game {
 public:
  explicit GogoGame(const FieldRules& rules);
  // From this position on. The world must be one that can come about.
  explicit GogoGame(const World& world);

  std::unique_ptr<Game> Clone() const override;
  absl::InlinedVector<OpenDecision, 2> Pending() const override;
  // Passing first, then challenges by challenger and target; blocking by nobody first, then by number. Steps are not
  // listed.
  std::optional<std::vector<v1::Action>> Legal(v1::Side side) const override;
  absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) override;
  // In the move part half of the players head for the opposing flag; in combat all legal actions are equally likely.
  v1::Action Sample(v1::Side side, Random& random) const override;
  std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const override;
  // A spectator's view stays the public one after the end; what may be shown then is the view of OBSERVER_ALL (R9.3).
  v1::View ViewFor(v1::Observer observer) const override;
  std::optional<v1::Outcome> Outcome() const override;
  flagfall::Progress Progress() const override;

 private:
  absl::Status HandInBases(Side team, const v1::Action& action);
  absl::Status HandInSteps(Side team, const v1::Action& action);
  absl::Status AnswerChallenge(Side team, const v1::Action& action, PublicEvents& public_events);
  absl::Status AnswerBlock(Side team, const v1::Action& action, PublicEvents& public_events);
  // Goes on to the next decision or to the end of the round.
  void GoOn(PublicEvents& public_events);
  ObserverEvents Tell(const PublicEvents& public_events);

  World world_;
  // What red, blue and the spectator know by the events that they were told so far.
  std::array<Knowledge, 3> known_;
};

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_GOGO_GAME_H_
