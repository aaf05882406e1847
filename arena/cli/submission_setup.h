#ifndef ARENA_CLI_SUBMISSION_SETUP_H_
#define ARENA_CLI_SUBMISSION_SETUP_H_

#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/accounts/answers.h"
#include "arena/accounts/submission.h"
#include "arena/cli/commands.h"
#include "arena/cli/sandbox_flag.h"

namespace flagfall::arena {

// Of the catalogue.
std::vector<std::string> RulesetIds();

// A call of the home's host, now.
HostedCall HostsCall(const Invocation& invocation, Database& database);

// How submissions are taken in: built and checked in the sandbox of the flag, strict without it. FAILED_PRECONDITION
// when that cannot be had here. Builds and checks under way are ended when a stop is requested.
absl::StatusOr<SubmissionOptions> SubmissionSetup(const Invocation& invocation, const SandboxFlag& flag,
                                                  const std::stop_token& stop);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_SUBMISSION_SETUP_H_
