#ifndef ARENA_SERVER_WEB_CALLS_H_
#define ARENA_SERVER_WEB_CALLS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// Calls of ArenaService's methods from within the program, for the web site: the same methods that clients call over
// gRPC, with the same roles and quotas, and messages as JSON. May be used by many threads.
class WebCalls {
 public:
  // Of all of ArenaService's methods, as its table has them.
  explicit WebCalls(std::vector<BlockingMethod> methods);

  // SubmitBot: the packed files of a bot. Returns the submission as JSON.
  absl::StatusOr<std::string> Submit(const std::string& archive, const std::string& owner,
                                     const std::string& token) const;
  // Errors as WebAccounts::call.
  absl::StatusOr<std::string> Call(const std::string& method, const std::string& request,
                                   const std::string& token) const;

 private:
  // By their paths.
  std::map<std::string, BlockingMethod> methods_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_WEB_CALLS_H_
