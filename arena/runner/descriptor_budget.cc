#include "arena/runner/descriptor_budget.h"

#include <sys/resource.h>

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"
#include "referee/base/descriptor.h"
#include "referee/net/net_limits.h"

namespace flagfall::arena::runner {
namespace {

// The supervisor's socket, the pipe of the bot's output, the file of the control group from which the meter reads, and
// the socket at which the referee listens for the bot. Its connections come on top. A process that is still ending,
// while the next one starts, holds the first three for a moment longer: connections that a bot may have and does not
// make leave room for them.
constexpr std::size_t kOfEachBot = 4 + limits::kConnectionsPerBot;

// What the process holds whatever the number of bots: standard streams, the ledger with its readers, loops, listening
// sockets, the files of one bot that is being started. A server has the most: tests/e2e/descriptors_test.py counts.
constexpr std::size_t kOfTheProcess = 96;

}  // namespace

void RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  // Where it cannot be raised, the check before play says what is missing.
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

std::size_t DescriptorsFor(std::size_t launched_bots) { return kOfTheProcess + DescriptorsOfBots(launched_bots); }

std::size_t DescriptorsOfBots(std::size_t launched_bots) { return launched_bots * kOfEachBot; }

absl::Status CheckDescriptors(std::size_t launched_bots, std::size_t for_others) {
  const std::size_t needed = DescriptorsFor(launched_bots) + for_others;
  const std::size_t allowed = DescriptorsMax();
  if (launched_bots == 0 || needed <= allowed) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(Counted(launched_bots, "bot"), " may need ", needed, " file descriptors",
                   for_others == 0 ? "" : absl::StrCat(", of which the server's clients may hold ", for_others),
                   ", and this process may have ", allowed, ": raise the hard limit (`ulimit -n ", needed,
                   "` in the shell that starts the program, as root where it refuses; LimitNOFILE= of a service), or "
                   "let fewer bots play"));
}

}  // namespace flagfall::arena::runner
