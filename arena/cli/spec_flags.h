#ifndef ARENA_CLI_SPEC_FLAGS_H_
#define ARENA_CLI_SPEC_FLAGS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/command_parser.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// What the flags of `tournament run`, `match` and `challenge` say, beside the fields that they set in a spec directly.
struct SpecFlags {
  std::string spec_file;
  std::vector<std::string> bots;
  // `name=value` each.
  std::vector<std::string> options;
  // The flag that gave them.
  std::string options_flag = "--option";
  std::string format;
  std::vector<std::string> sprt;
  std::string book;
  // `bot:name=value` each.
  std::vector<std::string> bot_options;
  // Applied over the file's fields, in their order.
  std::vector<std::function<void(v1::TournamentSpec&)>> settings;
};

// "round-robin", "swiss" and so on. INVALID_ARGUMENT lists them.
absl::StatusOr<v1::TournamentSpec::Format> FormatNamed(const std::string& name);

// Adds the flags that describe games: ruleset, rounds, time control and so on.
std::shared_ptr<SpecFlags> AddSpecFlags(Command command);

// Adds those of them that a challenge may have (tournament::ChallengeSpec), and `--rated`.
std::shared_ptr<SpecFlags> AddChallengeFlags(Command command);

// Adds those that a tuning may have, whose `--option` is one of the bot.
std::shared_ptr<SpecFlags> AddTuneFlags(Command command);

// Sets options of a ruleset, each as in `two_squares=2`, in place of what it says of them. INVALID_ARGUMENT for one
// that is not written so, which names the flag that gave it; whether the ruleset has them is not looked at.
absl::Status SetOptions(const std::vector<std::string>& options, v1::Ruleset& ruleset,
                        absl::string_view flag = "--option");

// The spec of the file, if one was given, with what the flags say over it. Not yet complete. Errors name the flag or
// the file and the field.
absl::StatusOr<v1::TournamentSpec> SpecOf(const SpecFlags& flags);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SPEC_FLAGS_H_
