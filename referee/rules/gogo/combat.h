#ifndef REFEREE_RULES_GOGO_COMBAT_H_
#define REFEREE_RULES_GOGO_COMBAT_H_

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "referee/rules/gogo/world.h"

namespace flagfall::gogo {

// The combat part (R8.5 to R8.8). Within it nobody moves: clusters and who reaches whom change only by players being
// beaten.

// Every player of a team against every one of the other.
using ChallengeList = absl::InlinedVector<Challenge, kInPlayMax * kInPlayMax>;

// Finds the clusters and begins with the first.
void BeginCombat(World& world);

// Goes on to the next decision, past teams that can challenge nobody and clusters that are settled. Returns false when
// all are settled.
bool SeekDecision(World& world);

// The players of the cluster being settled that have not been beaten.
Players ClusterOf(const World& world);

// The team that is to challenge, or to block; in the combat part.
Side TeamToDecide(const World& world);

// The challenges that the team to decide may make, ordered by challenger, then by target. It may also pass.
ChallengeList LegalChallenges(const World& world);

// The players that may take the attack in place of its target (R8.6).
Players BlockersOf(const World& world, const Challenge& challenge);

// Whether the team to decide may make this challenge; numbers may be anything. The error names the clause broken.
absl::Status CheckChallenge(const World& world, std::uint32_t challenger, std::uint32_t target);

// Whether the player of the team to decide may block; the number may be anything but 0.
absl::Status CheckBlock(const World& world, std::uint32_t number);

// Makes a legal challenge, which is fought out at once unless it may be blocked.
void MakeChallenge(const Challenge& challenge, World& world, PublicEvents& public_events);

// The team to decide challenges nobody.
void Pass(World& world, PublicEvents& public_events);

// The open challenge is fought out against the defender: its target, or a legal blocker.
void FightOut(PlayerId defender, World& world, PublicEvents& public_events);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_COMBAT_H_
