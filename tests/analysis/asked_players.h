#ifndef TESTS_ANALYSIS_ASKED_PLAYERS_H_
#define TESTS_ANALYSIS_ASKED_PLAYERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/analysis/exam_scores.h"
#include "flagfall/v1/record.pb.h"
#include "tests/sample-bots/in_process_game.h"

namespace flagfall::bot {

// The record of a game between two C++ sample bots (sample_players.h), with players' names.
v1::GameRecord RecordOfGame(const std::string& ruleset, const std::string& red, const std::string& blue,
                            std::uint64_t seed);

// A player that answers `share` of all decisions by any legal action, and else as one of `player` does.
PlayerFactory Disturbed(PlayerFactory player, double share, std::uint64_t seed);

// What players of that kind answer on both sides at each ply of the recorded game, once each; the recorded plies are
// made. As in an exam, without processes.
arena::analysis::GameAnswers AnswersOf(const v1::GameRecord& record, const PlayerFactory& player);

// The same in all games, asked with `seed` and with the next one. `player` is named as for AskedPlayer.
std::vector<std::vector<arena::analysis::GameAnswers>> AskedTwice(const std::vector<v1::GameRecord>& records,
                                                                  const std::string& player, std::uint64_t seed);

// A sample bot by its name, or as `sergeant/0.1`, where a tenth of its answers is any legal action. Marshals think for
// a few milliseconds.
PlayerFactory AskedPlayer(const std::string& player, std::uint64_t seed);

}  // namespace flagfall::bot

#endif  // TESTS_ANALYSIS_ASKED_PLAYERS_H_
