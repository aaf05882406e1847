#ifndef ARENA_CLI_ASK_H_
#define ARENA_CLI_ASK_H_

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/cli/commands.h"
#include "arena/client/arena_client.h"
#include "arena/queries/queries.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

// The answer to a question about an arena: the server's that was named on the command line, or else the home's.
template <typename Request>
auto Ask(const Invocation& invocation, const Request& request) -> decltype(Answer(std::declval<Database&>(), request)) {
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    return client->Ask(request);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  return Answer(*database, request, Asker::kHost);
}

}  // namespace flagfall::arena

#endif  // ARENA_CLI_ASK_H_
