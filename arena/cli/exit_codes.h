#ifndef ARENA_CLI_EXIT_CODES_H_
#define ARENA_CLI_EXIT_CODES_H_

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cli {

// The exit codes of a command that was understood; CommandParser has those of one that was not.
inline constexpr int kExitFailed = 1;
// EX_TEMPFAIL of sysexits.h: nothing is wrong with what was asked for, and it may succeed later.
inline constexpr int kExitTryAgain = 75;
// As shells have it for a process that SIGINT has ended.
inline constexpr int kExitInterrupted = 130;

// An UNAVAILABLE error by which the program ends with kExitTryAgain.
inline absl::Status TryAgainError(absl::string_view message) {
  absl::Status error = absl::UnavailableError(message);
  error.SetPayload("flagfall/try-again", absl::Cord());
  return error;
}

// The code with which the program ends after this error.
inline int ExitCodeOf(const absl::Status& error) {
  if (absl::IsCancelled(error)) return kExitInterrupted;
  return error.GetPayload("flagfall/try-again").has_value() ? kExitTryAgain : kExitFailed;
}

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_EXIT_CODES_H_
