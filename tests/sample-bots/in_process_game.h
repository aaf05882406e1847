#ifndef TESTS_SAMPLE_BOTS_IN_PROCESS_GAME_H_
#define TESTS_SAMPLE_BOTS_IN_PROCESS_GAME_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/rules/game.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// A game between two players of this SDK on the rules library, without a referee, a stream or processes: the quickest
// way to test bots and to measure their strength.
struct InProcessGame {
  std::string game_id;
  v1::Ruleset ruleset;
  Micros base = std::chrono::seconds(10);
  Micros increment = std::chrono::milliseconds(100);
  // Draws by adjudication, as an arena would.
  std::uint32_t max_plies = 4000;
  std::uint32_t max_plies_without_capture = 400;
  // What a player is told besides at each of its decisions, which no referee would tell; null for nothing.
  std::function<std::vector<v1::Event>(const Game& game, v1::Side side)> leak = nullptr;
  // What is made in place of what a player has answered to a decision, by its number from 1; null for what it answered.
  // The game ends as adjudicated where there is nothing to be made.
  std::function<std::optional<v1::Action>(v1::Side side, std::uint32_t decision, const v1::Action& answer)> in_place =
      nullptr;
  // Set-ups that the host gives; none where players set up themselves.
  v1::GivenSetUps given_set_ups = {};
};

// What came of it.
struct InProcessResult {
  v1::Outcome outcome;
  std::uint32_t plies = 0;
  // The longest decision and the lowest clock of each side, Red's first.
  Micros longest[2] = {};
  Micros lowest[2] = {};
  // The actions without times, and the outcome; without names.
  v1::GameRecord record;
};

// Plays it through the messages a referee would send, so that the whole SDK but the stream takes part. An illegal
// action loses, and so does a clock that runs out. An error only for a ruleset that does not exist.
absl::StatusOr<InProcessResult> Play(const InProcessGame& game, const PlayerFactory& red, const PlayerFactory& blue);

}  // namespace flagfall::bot

#endif  // TESTS_SAMPLE_BOTS_IN_PROCESS_GAME_H_
