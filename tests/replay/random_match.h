#ifndef TESTS_REPLAY_RANDOM_MATCH_H_
#define TESTS_REPLAY_RANDOM_MATCH_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "flagfall/v1/record.pb.h"
#include "referee/match/match.h"
#include "referee/rules/game.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// A match as it was played: its record, and what anybody might have known of it meanwhile.
struct PlayedMatch {
  SpectatorHeader header;
  std::vector<SpectatorEntry> entries;
  v1::GameRecord record;
};

// Plays a match of the ruleset between two who do anything legal, with times, comments, and now and then something
// illegal, an offer, or a lost connection; to its end, or adjudicated after `plies_max`.
PlayedMatch PlayRandomMatch(const v1::Ruleset& ruleset, std::uint64_t seed, std::uint32_t plies_max = 300);

// The four observers of a view, in the order of ViewsOf.
inline constexpr std::array<v1::Observer, 4> kObservers = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR,
                                                           v1::OBSERVER_ALL};

// Where a recorded game stood.
struct StoodAt {
  std::unique_ptr<Game> game;
  std::array<v1::View, 4> views;
};

// By position: as the game itself shows them, step for step.
std::vector<StoodAt> PositionsOf(const v1::GameRecord& record);

// All rulesets of the catalogue, with default options, then some whose repetition rules bar more.
std::vector<v1::Ruleset> TestedRulesets();
// "classic", "duel_two_squares_1".
std::string NameOf(const v1::Ruleset& ruleset);

}  // namespace flagfall

#endif  // TESTS_REPLAY_RANDOM_MATCH_H_
