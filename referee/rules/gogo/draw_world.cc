#include "referee/rules/gogo/draw_world.h"

#include <algorithm>
#include <utility>

#include "referee/rules/gogo/bases.h"
#include "referee/rules/gogo/knowledge.h"
#include "referee/rules/gogo/steps.h"

namespace flagfall::gogo {
namespace {

// Deals the cards of the deck and of those in hiding anew. Two things are known of players in hiding: who let a flag be
// is a Trap, and who challenges is none.
void RedealRoles(Side team, World& world, Random& random) {
  absl::InlinedVector<Role, kCards> cards;
  Deck& deck = world.StateOf(team).deck;
  for (std::size_t role = 0; role < deck.size(); ++role) {
    cards.insert(cards.end(), std::exchange(deck[role], 0), static_cast<Role>(role));
  }
  absl::InlinedVector<PlayerId, kInPlayMax> hidden;
  ForEach(world.InPlay(team), [&](PlayerId id) {
    if (world.players[id].is_on_display || world.players[id].is_surely_trap) return;
    hidden.push_back(id);
    cards.push_back(world.players[id].role);
  });
  const auto& challenge = world.combat.challenge;
  const auto it = challenge.has_value() ? std::find(hidden.begin(), hidden.end(), challenge->challenger) : hidden.end();
  const auto challenger = static_cast<std::size_t>(it - hidden.begin());
  do {
    Shuffle(cards, random);
  } while (challenger < hidden.size() && cards[challenger] == Role::kTrap);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i < hidden.size()) {
      world.players[hidden[i]].role = cards[i];
    } else {
      ++deck[IndexOf(cards[i])];
    }
  }
}

}  // namespace

World DrawWorld(const World& world, v1::Observer observer, Random& random) {
  World drawn = world;
  for (const Side team : kSides) {
    if (IsOpenTo(observer, team)) continue;
    if (world.part == Part::kBases) {
      if (world.StateOf(team).has_chosen_ground) drawn.StateOf(team).ground = DrawBases(world.EndOf(team), random);
      continue;
    }
    RedealRoles(team, drawn, random);
    std::optional<Steps>& steps = drawn.StateOf(team).steps;
    if (steps.has_value()) steps = DrawSteps(drawn, team, random);
  }
  return drawn;
}

}  // namespace flagfall::gogo
