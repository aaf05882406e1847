#ifndef ARENA_CLI_EXAM_FLAGS_H_
#define ARENA_CLI_EXAM_FLAGS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/command_parser.h"
#include "arena/cli/commands.h"
#include "arena/cli/game_filter.h"
#include "arena/cli/host_flags.h"
#include "arena/exam/exam.h"
#include "arena/exam/recorded_game.h"
#include "arena/store/database.h"

namespace flagfall::arena::cli {

// The options of commands that ask bots for their plies in recorded games: in which games, and how.
struct ExamFlags {
  explicit ExamFlags(GameFilter::Default of) : games_of(of), filter(of) {}

  // Of what games there is talk where no option says so.
  const GameFilter::Default games_of;
  GameFilter filter;
  std::optional<std::uint32_t> import_id;
  std::uint32_t games = 100;
  std::string side = "both";
  std::string time_control = "10+0.1";
  std::uint32_t repeats = 1;
  std::uint64_t seed = 1;
  std::uint32_t concurrency = 0;
  std::uint32_t faults_max = 3;
  std::shared_ptr<HostFlags> host;
};

// `flags` must live as long as the command's parser. A ply is asked for `repeats_min` times at least.
void AddExamFlags(Command command, ExamFlags& flags, std::uint32_t repeats_min);

// Adds only the options that say how processes of a bot are started, and how many at once.
void AddAskingFlags(Command command, ExamFlags& flags);

// The games of these ids, or, where there are none, the newest that the options choose. INVALID_ARGUMENT when they are
// of several rulesets, of one that is no board game, or chosen in both ways.
absl::StatusOr<std::vector<exam::RecordedGame>> ChosenGames(api::ArenaApi& api, const ExamFlags& flags,
                                                            const std::vector<std::string>& ids);

// How a bot of the home is asked. The errors are those of a tournament of this ruleset that it would enter;
// FAILED_PRECONDITION for one that is remote.
absl::StatusOr<exam::ExamOptions> ExamOptionsFor(const std::string& bot, const v1::BotSettings& settings,
                                                 const std::string& ruleset, const Invocation& invocation,
                                                 store::Database& database, const ExamFlags& flags);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_EXAM_FLAGS_H_
