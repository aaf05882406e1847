#ifndef SAMPLE_BOTS_CPP_SDK_GOGO_H_
#define SAMPLE_BOTS_CPP_SDK_GOGO_H_

#include <cstdint>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/gogo/bases.h"
#include "referee/rules/gogo/combat.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/gogo/gogo_actions.h"
#include "referee/rules/gogo/role.h"
#include "referee/rules/gogo/steps.h"
#include "referee/rules/gogo/world.h"
#include "sample-bots/cpp/sdk/game_state.h"

// `gogo` (R8). Lengths are millimetres; a player is named by its number, from 1.
namespace flagfall::bot {

// --- Knowledge

const v1::GogoTeam& OwnTeam(const GameState& game);
const v1::GogoTeam& OpposingTeam(const GameState& game);

// The view as a world of the rules library, so that the library's functions can be asked about what the player knows:
// the players' places, the decks, and in combat the cluster being settled (LegalChallenges, BlockersOf). Hidden
// opposing roles are kNone and stay in the opposing deck, so the game cannot be played on from it. gogo::Fight tells
// who beats whom.
gogo::World KnownWorld(const GameState& game);

// --- Answers

// Answers DECISION_KIND_STEPS, put together player by player. Players that are not named stay where they are, or out of
// play. Numbers that no player has are ignored.
class TeamSteps {
 public:
  explicit TeamSteps(const GameState& game) : world_(KnownWorld(game)), team_(game.side()) {}

  // The player, which must be in play, goes straight towards the point, no further than a pace and not beyond it.
  TeamSteps& StepTowards(std::uint32_t number, gogo::Point to);
  // The player, which must be out of play, enters with a card of the deck at the point or, if the point is further than
  // a pace from the base, as near to it as possible.
  TeamSteps& Enter(std::uint32_t number, gogo::Role role, gogo::Point near);

  v1::Action Action() const { return gogo::StepsAction(steps_); }

 private:
  gogo::World world_;
  Side team_;
  gogo::Steps steps_;
};

// These answer DECISION_KIND_CHALLENGE.
using gogo::ChallengeAction;
using gogo::PassAction;

// Answers DECISION_KIND_BLOCK.
using gogo::BlockAction;

// Answers DECISION_KIND_BASES, with a ground on the line that the team has in this round (R8.1, World::EndOf);
// gogo::DrawBases draws one.
using gogo::BasesAction;

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_GOGO_H_
