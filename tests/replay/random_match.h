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

// A match as it was played: its record, and what spectators were handed of it.
struct PlayedMatch {
  SpectatorHeader header;
  std::vector<SpectatorEntry> entries;
  v1::GameRecord record;
};

// Plays a match of the ruleset between two players that take any legal action, with times and comments, and now and
// then an illegal action, a draw offer or a lost connection. The match goes to its end, or is adjudicated after
// `plies_max`.
PlayedMatch PlayRandomMatch(const v1::Ruleset& ruleset, std::uint64_t seed, std::uint32_t plies_max = 300);

// The four observers of a view, in the order of ViewsOf.
inline constexpr std::array<v1::Observer, 4> kObservers = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR,
                                                           v1::OBSERVER_ALL};

// A position of a recorded game, with the view of each of kObservers.
struct RecordedPosition {
  std::unique_ptr<Game> game;
  std::array<v1::View, 4> views;
};

// Returns all positions of a recorded game, from 0, as the game itself shows them.
std::vector<RecordedPosition> PositionsOf(const v1::GameRecord& record);

// Returns all rulesets of the catalogue with default options, and some whose repetition rules bar more plies.
std::vector<v1::Ruleset> TestedRulesets();
// Returns a name for a test, as "classic" or "duel_two_squares_1".
std::string NameOf(const v1::Ruleset& ruleset);

}  // namespace flagfall

#endif  // TESTS_REPLAY_RANDOM_MATCH_H_
