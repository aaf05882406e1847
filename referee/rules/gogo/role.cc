#include "referee/rules/gogo/role.h"

namespace flagfall::gogo {
namespace {

struct RoleData {
  const char* name;
  // Of a Trap: never compared.
  int strength;
};
constexpr std::array<RoleData, kRoles> kData = {{{"?", 0},
                                                 {"Monarch", 9},
                                                 {"Peer", 8},
                                                 {"Merchant", 7},
                                                 {"Soldier", 6},
                                                 {"Blacksmith", 5},
                                                 {"Worker", 4},
                                                 {"Conscript", 3},
                                                 {"Assassin", 0},
                                                 {"Engineer", 0},
                                                 {"Trap", 0}}};

}  // namespace

absl::string_view RoleName(Role role) { return kData[IndexOf(role)].name; }

Role RoleOfName(absl::string_view name) {
  for (std::size_t i = 1; i < kData.size(); ++i) {
    if (name == kData[i].name) return static_cast<Role>(i);
  }
  return Role::kNone;
}

int StrengthOf(Role role) { return kData[IndexOf(role)].strength; }

Verdict Fight(Role attacker, Role defender) {
  constexpr Verdict kAttackerStays{.defender_beaten = true};
  constexpr Verdict kDefenderStays{.attacker_beaten = true};
  if (defender == Role::kTrap) return attacker == Role::kEngineer ? kAttackerStays : kDefenderStays;
  if (attacker == Role::kAssassin && defender == Role::kMonarch) return kAttackerStays;
  if (attacker == Role::kMonarch && defender == Role::kAssassin) return kDefenderStays;
  const int difference = kData[IndexOf(attacker)].strength - kData[IndexOf(defender)].strength;
  return {.attacker_beaten = difference <= 0, .defender_beaten = difference >= 0};
}

}  // namespace flagfall::gogo
