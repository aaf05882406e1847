#ifndef ARENA_CLI_TUNE_FLAGS_H_
#define ARENA_CLI_TUNE_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// What the flags of `tune` say of the tuning.
struct TuneFlags {
  // As ReadTunedOption takes them.
  std::vector<std::string> options = {};
  // `rate=0.05` and so on.
  std::vector<std::string> gains = {};
  // All games together; 0 where it is not given.
  std::uint32_t games = 0;
  // Of an iteration; 0 likewise.
  std::uint32_t pairs = 0;
  std::uint32_t at_once = 0;
};

// An option as `--option` writes it: NAME=LOW..HIGH[@START][:STEP], as in `depth=1..10@3:0.5`. INVALID_ARGUMENT for one
// that is not written so.
absl::StatusOr<v1::TunedOption> ReadTunedOption(const std::string& text);

// Sets in the spec what the flags say. INVALID_ARGUMENT names the flag that is wrong.
absl::Status SetTuning(const TuneFlags& flags, v1::TournamentSpec& spec);

// What there is to say where the spec that SetTuning has set plays more games than the flags ask for, since trials are
// played whole: a line. Nothing where it does not.
std::string RoundedGamesText(const TuneFlags& flags, const v1::TournamentSpec& spec);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_TUNE_FLAGS_H_
