#ifndef ARENA_CLI_ASK_H_
#define ARENA_CLI_ASK_H_

#include <memory>
#include <type_traits>
#include <utility>

#include "arena/accounts/answers.h"
#include "arena/cli/commands.h"
#include "arena/cli/submission_setup.h"
#include "arena/client/arena_client.h"
#include "arena/queries/queries.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

// The answer of the server that was named on the command line.
template <typename Request>
auto AskServer(const Invocation& invocation, const Request& request)
    -> decltype(std::declval<ArenaClient&>().Ask(request)) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
  return client->Ask(request);
}

// The answer to a question about an arena: the server's that was named on the command line, or else the home's, whose
// host asks.
template <typename Request>
auto Ask(const Invocation& invocation, const Request& request) -> decltype(Answer(std::declval<Database&>(), request)) {
  if (invocation.IsRemote()) return AskServer(invocation, request);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  return Answer(*database, request, Asker::kHost);
}

template <typename Request>
auto Ask(const Invocation& invocation, const Request& request)
    -> decltype(Answer(std::declval<const HostedCall&>(), request)) {
  if (invocation.IsRemote()) return AskServer(invocation, request);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  return Answer(HostsCall(invocation, *database), request);
}

// The same of a change. The first user makes the home.
template <typename Request>
auto Ask(const Invocation& invocation, const Request& request)
    -> decltype(Apply(std::declval<const HostedCall&>(), request)) {
  if (invocation.IsRemote()) return AskServer(invocation, request);
  const Home home = invocation.home();
  constexpr bool kMakes = std::is_same_v<Request, v1::CreateUserRequest>;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, kMakes ? home.Create() : home.OpenForWriting());
  return Apply(HostsCall(invocation, *database), request);
}

}  // namespace flagfall::arena

#endif  // ARENA_CLI_ASK_H_
