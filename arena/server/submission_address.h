#ifndef ARENA_SERVER_SUBMISSION_ADDRESS_H_
#define ARENA_SERVER_SUBMISSION_ADDRESS_H_

#include <string>
#include <vector>

namespace flagfall::arena::server {

// How bot authors name a server that listens there, as `flagfall --server` takes it: by the first address that says
// where other machines reach it. Empty when none does.
std::string SubmissionAddressOf(const std::vector<std::string>& listen, bool has_tls);

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SUBMISSION_ADDRESS_H_
