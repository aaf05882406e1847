// Any bytes as the head of a request: it is refused with a message, or the reply to it is one head of safe headers, and
// what it asks for is told from its path and parameters alone.

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "arena/web/client_address.h"
#include "arena/web/http_message.h"
#include "arena/web/parameters.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::http_request_fuzz {

FLAGFALL_FUZZER(http_request) {
  using namespace arena;  // NOLINT(google-build-using-namespace)
  const absl::string_view head(reinterpret_cast<const char*>(bytes), size);
  const absl::StatusOr<web::HttpRequest> request = web::ParseRequestHead(head);
  if (!request.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(request.status()) && !request.status().message().empty());
    return 0;
  }
  FLAGFALL_CHECK(absl::EndsWith(head, "\r\n\r\n"));
  FLAGFALL_CHECK(!request->request.path.empty() || absl::StrContains(head, '?') || absl::StrContains(head, '#'));
  web::PathParts(request->request.path).IgnoreError();
  web::GamesRequest(request->request.parameters).IgnoreError();
  web::ForwardedClient(request->forwarded_for);
  const web::WebAnswer answer{.content = web::ContentOf("text/plain", "x")};
  const web::HttpReply reply = web::ReplyOf(request->request, answer, request->keeps_alive);
  FLAGFALL_CHECK(reply.head.find("\r\n\r\n") == reply.head.size() - 4);
  return 0;
}

}  // namespace flagfall::fuzz::http_request_fuzz
