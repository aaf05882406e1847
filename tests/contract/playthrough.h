#ifndef TESTS_CONTRACT_PLAYTHROUGH_H_
#define TESTS_CONTRACT_PLAYTHROUGH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/rules/ruleset.h"

namespace flagfall::contract {

// How often a game that is played through is looked at more closely.
struct Attention {
  // The checks of checks.h at one decision of so many.
  int check_every = 0;
  // Every observer's events are followed and compared with its view at each decision.
  bool follows = false;
  // Options are drawn from their whole domains by the game's number; else all are as by default.
  bool draws_options = false;
};

struct TakenAction {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Action action;
};

// A game played by drawn actions, to its end or to the limits of R5.4 and R10.6.
struct Playthrough {
  v1::Ruleset ruleset;
  std::string seed;
  std::vector<TakenAction> actions;
  // Absent: it was stopped by a limit.
  std::optional<v1::Outcome> outcome;
  std::uint32_t plies = 0;
  // Over all events that anyone was told, and the last views.
  std::uint64_t signature = 0;
};

// The seed of the n-th game.
std::string SeedOf(std::uint64_t number);

// Plays the n-th game of a ruleset. An error says which promise was broken, and where.
absl::StatusOr<Playthrough> Play(const RulesetDefinition& definition, std::uint64_t number, const Attention& attention);

// Does the actions of a game again and checks that the same comes of it (R10.7).
absl::Status CheckReplay(const RulesetDefinition& definition, const Playthrough& played);

}  // namespace flagfall::contract

#endif  // TESTS_CONTRACT_PLAYTHROUGH_H_
