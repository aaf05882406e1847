#ifndef REFEREE_RULES_GOGO_KNOWLEDGE_H_
#define REFEREE_RULES_GOGO_KNOWLEDGE_H_

#include <array>
#include <optional>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/gogo/world.h"
#include "referee/rules/side_messages.h"

namespace flagfall::gogo {

// A player in play as one observer knows it.
struct PlayerKnowledge {
  Point place;
  // kNone while it may not know it.
  Role role = Role::kNone;
  bool is_on_display = false;
  bool has_acted = false;
  bool has_beaten_guard = false;
  bool has_captured = false;
  bool was_moved_back = false;

  friend bool operator==(const PlayerKnowledge&, const PlayerKnowledge&) = default;
};

// How far the game has come, which is public.
struct Situation {
  // Of a match of several rounds; else 0.
  std::uint32_t round = 0;
  std::array<std::uint32_t, 2> rounds_won{};
  std::uint32_t tick = 0;
  Part part = Part::kMove;
  // In the combat part.
  std::optional<Side> to_decide;
  Players cluster = 0;
  bool has_passed = false;
  std::optional<Challenge> challenge;

  friend bool operator==(const Situation&, const Situation&) = default;
};

// A game of gogo as one observer knows it (R8.10, R9.1). This is the only place where secrets are held back:
// KnowledgeOf makes an observer's knowledge from the world, and everything else that is told to the observer is made
// from such knowledge, or from what both teams saw happen.
struct Knowledge {
  Players in_play = 0;
  std::array<PlayerKnowledge, kPlayers> players{};
  // By side.
  std::array<absl::InlinedVector<Role, kCards>, 2> lost;
  Situation situation;
  // By side: where the teams choose, once both have chosen; and in a match of several rounds, where the ends change.
  std::array<std::optional<Ground>, 2> grounds;
};

// What the observer may know of the world.
Knowledge KnowledgeOf(const World& world, v1::Observer observer);

// The events for an observer whose knowledge has changed: first everything that happened, then the change. Where
// `after` is of another round, it is told as the change from nothing.
std::vector<v1::Event> EventsOf(const PublicEvents& public_events, const Knowledge& before, const Knowledge& after);

v1::GogoView ToProto(const Knowledge& knowledge);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_KNOWLEDGE_H_
