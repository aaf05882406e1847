#ifndef REFEREE_RULES_GOGO_ROLE_H_
#define REFEREE_RULES_GOGO_ROLE_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace flagfall::gogo {

// A role card (R8.2), by the numbers of the messages.
enum class Role : std::uint8_t {
  // No card, or one that an observer does not know.
  kNone,
  kMonarch,
  kPeer,
  kMerchant,
  kSoldier,
  kBlacksmith,
  kWorker,
  kConscript,
  kAssassin,
  kEngineer,
  kTrap,
};
inline constexpr int kRoles = 11;
inline constexpr int kCards = 23;

// How many cards there are of each role, by Role.
using Deck = std::array<std::uint8_t, kRoles>;

constexpr std::size_t IndexOf(Role role) { return static_cast<std::size_t>(role); }

// R8.2.
inline constexpr Deck kFullDeck = {0, 1, 2, 2, 2, 3, 3, 3, 2, 3, 2};

// "Monarch"; "?" for kNone.
absl::string_view RoleName(Role role);
// The role that RoleName writes so; kNone when there is none.
Role RoleOfName(absl::string_view name);

// R8.2. Of a Trap, which has none, 0.
int StrengthOf(Role role);

// The result of a fight: which of the two is beaten.
struct Verdict {
  bool attacker_beaten = false;
  bool defender_beaten = false;

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// R8.7. The attacker is no Trap.
Verdict Fight(Role attacker, Role defender);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_ROLE_H_
