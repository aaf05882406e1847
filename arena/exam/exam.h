#ifndef ARENA_EXAM_EXAM_H_
#define ARENA_EXAM_EXAM_H_

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/analysis/exam_scores.h"
#include "arena/bots/game_logs.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/exam/recorded_game.h"
#include "arena/store/bots.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"
#include "referee/rules/side.h"

namespace flagfall::arena::exam {

// The bot's option from which its chance follows.
inline constexpr char kSeedOption[] = "seed";

struct ExamOptions {
  store::Bot bot;
  bots::Sandbox sandbox;
  // flagfall-bot-supervisor.
  std::string supervisor_path;
  // For the bot's output, with a folder for each desk, which is made anew.
  std::string log_folder;
  std::uint64_t log_bytes_max = bots::kLogBytesMaxDefault;
  // How long a game waits for a process of the bot that has not said hello.
  Micros no_show_after{};
  // Values of the bot's options.
  v1::BotSettings settings;
  v1::TimeControl time_control;
  // On which sides the bot is asked.
  std::vector<Side> sides = {Side::kRed, Side::kBlue};
  // How often it is asked for each ply; at least 1. The first time its option `seed`, if it has one that `settings`
  // leave open, is `seed`, and then one more each time.
  std::uint32_t repeats = 1;
  std::uint64_t seed = 1;
  // Games, and processes, at once; at least 1.
  std::uint32_t concurrency = 1;
  // The exam ends when so many processes have failed.
  std::uint32_t faults_max = 3;
  // Called after each side of a game, on any thread but one at a time: SidesToAsk times in all.
  std::function<void()> on_side = nullptr;
  std::stop_token stop = {};
};

struct ExamResult {
  // In the order of the games.
  std::vector<analysis::GameAnswers> answers;
  // How many times the bot was to be asked for a ply and was not, because its game was cut short.
  std::uint32_t not_asked = 0;
  // Processes that failed.
  std::uint32_t faults = 0;
};

// How many sides of games the bot is asked for, each as often as it is repeated; not those that made no ply.
std::uint64_t SidesToAsk(absl::Span<const RecordedGame> games, const ExamOptions& options);

// Whether the bot's chance follows from an option that the exam sets.
bool IsSeeded(const ExamOptions& options);

// Asks the bot for its plies in recorded games of one ruleset that it plays. Nothing is played by what it answers: in
// each game the recorded plies are played, on both sides. Every game that comes out is compared with the recorded one.
// The bot is not remote. Processes are started as for a tournament; none is left when this returns. Errors as those of
// ExamDesk::Sit, and of the folder for sockets.
absl::StatusOr<ExamResult> RunExam(absl::Span<const RecordedGame> games, const ExamOptions& options);

}  // namespace flagfall::arena::exam

#endif  // ARENA_EXAM_EXAM_H_
