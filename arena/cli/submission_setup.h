#ifndef ARENA_CLI_SUBMISSION_SETUP_H_
#define ARENA_CLI_SUBMISSION_SETUP_H_

#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/accounts/submission.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"

namespace flagfall::arena::cli {

// The ids of all rulesets in the catalogue.
std::vector<std::string> RulesetIds();

// Where submissions lie in the home, without what building and checking take.
accounts::SubmissionOptions SubmissionOptionsOf(const Invocation& invocation);

// How submissions are taken in: built and checked in the sandbox of the flag, which is strict where the flag is not
// given. FAILED_PRECONDITION when this machine cannot offer that sandbox. A requested stop ends builds and checks.
absl::StatusOr<accounts::SubmissionOptions> SubmissionSetup(const Invocation& invocation, const HostFlags& flags,
                                                            const std::stop_token& stop);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SUBMISSION_SETUP_H_
