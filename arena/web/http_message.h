#ifndef ARENA_WEB_HTTP_MESSAGE_H_
#define ARENA_WEB_HTTP_MESSAGE_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/web_answer.h"

namespace flagfall::arena::web {

// HTTP/1.1 (RFC 9112) as bytes, as far as a server needs it that answers GET, HEAD, and POST with a short body of a
// length that is told. Pure: it knows no socket, no thread and no clock.

// A request as it came over a connection.
struct HttpRequest {
  WebRequest request;
  // Whether the method is GET, HEAD or POST.
  bool is_known_method = false;
  // Of POST: so many bytes behind the head are its body.
  std::size_t body_bytes = 0;
  // Whether the connection is good for another request. It is not when the client asks for its end, speaks HTTP/1.0,
  // or sends a body with another method: nobody looks for the end of that.
  bool keeps_alive = false;
  // The value of X-Forwarded-For; empty when there is none.
  std::string forwarded_for = {};
  // Whether it says that somebody else asks: by X-Forwarded-For or Forwarded, whatever their values.
  bool is_forwarded = false;
};

// `head`: the request line and the headers, with the empty line that ends them. INVALID_ARGUMENT for what is no request
// of HTTP/1.0 or 1.1, and for a POST whose Content-Length is not one number; it is read strictly, so that no proxy
// could take it for something else.
absl::StatusOr<HttpRequest> ParseRequestHead(absl::string_view head);

// An answer as it is sent.
struct HttpReply {
  // The status line and the headers, with the empty line that ends them.
  std::string head;
  // A part of the answer's content. Empty where the head is all: for HEAD, for a 304, and for a stream.
  absl::string_view body;
};

// The reply lives no longer than the answer. Unless `keeps_alive`, it says that the connection ends. For an answer that
// is a stream of events or a download it is the head, behind which the rest follows.
HttpReply ReplyOf(const WebRequest& request, const WebAnswer& answer, bool keeps_alive);

// The whole reply to a request that failed; the connection ends.
std::string ErrorBytes(const absl::Status& status);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_HTTP_MESSAGE_H_
