#ifndef ARENA_WEB_WEB_ANSWER_H_
#define ARENA_WEB_WEB_ANSWER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/event_stream.h"

namespace flagfall::arena::web {

// A request for one of the site's pages.
struct WebRequest {
  // Whether only the head of the answer is wanted.
  bool is_head = false;
  // Whether it is a POST, which asks for something to be done.
  bool is_post = false;
  // As in the request, before the `?`, percent-encoded.
  std::string path = {};
  // The name by which the client calls the server, perhaps with a port; empty where it does not say.
  std::string host = {};
  // Decoded; a parameter that comes twice is there twice.
  std::multimap<std::string, std::string> parameters = {};
  bool accepts_gzip = false;
  std::string if_none_match = {};
  std::string last_event_id = {};
  // As they came with the request; empty where they did not.
  std::string content_type = {};
  std::string cookies = {};
  // Who asks, where that counts: an address of IPv4 or a network of IPv6. Empty for this machine.
  std::string client = {};
  // Whether the connection comes from this machine, and no proxy says that it asks for somebody else (X-Forwarded-For,
  // Forwarded).
  bool is_from_here = false;
  // The value of Authorization; empty where there is none.
  std::string authorization = {};
  // The site whose page has made the request, as browsers say.
  std::string origin = {};
  // Whether the client can be sent an answer whose length is not known beforehand, as with HTTP/1.1.
  bool takes_chunks = false;
  // Of a POST.
  std::string body = {};
};

// The bytes of an answer.
struct Content {
  std::string type;
  std::string plain;
  // The same as gzip; empty where that is not smaller.
  std::string gzip;
  // Differs whenever `plain` does.
  std::string tag;

  std::size_t size() const { return plain.size() + gzip.size(); }
};

// `is_packed`: also as gzip.
std::shared_ptr<const Content> ContentOf(std::string type, std::string plain, bool is_packed = true);

// An answer that is made piece by piece: the next one when the client has taken the one before.
struct Download {
  std::string type;
  // Returns the next piece; absent when there is none any more. Called on the threads that make answers, on one at a
  // time. An error breaks the answer off, so that its reader knows that it is not whole.
  std::function<absl::StatusOr<std::optional<std::string>>()> next;
};

// The answer to a request: a page, a download, a stream of events, or that it is to be asked for again.
struct WebAnswer {
  int status = 200;
  // Absent for all but a page.
  std::shared_ptr<const Content> content = nullptr;
  // The content never changes and may be kept for good.
  bool is_immutable = false;
  // Why the request was refused: one of refusals::kRequestRefusals; empty where it was not.
  absl::string_view refusal = "";
  // It was made for this caller alone, and may be kept nowhere.
  bool is_private = false;
  // Headers of this answer, beside those that all answers have or in their place.
  std::vector<std::pair<std::string, std::string>> headers = {};
  // There is no answer yet: another thread makes the page, and the request is to be tried again.
  bool is_later = false;
  // Set for a stream of events: called once with the open stream, on the connection's thread.
  std::function<void(std::shared_ptr<EventStream>)> watch = nullptr;
  // Set for an answer that is made while it is sent.
  std::shared_ptr<const Download> download = nullptr;
};

// The headers that every answer carries, whatever it is.
const std::vector<std::pair<std::string, std::string>>& SecurityHeaders();

// The answer to a request that failed: an ApiError as JSON. A message that only the host should read, as one with a
// path on its disk, is replaced if IsForHostOnly; no other status may have one.
WebAnswer ErrorAnswer(const absl::Status& status);
// The answer to another method than the path takes: 405. `taken`: those that it does take, as in "GET, HEAD".
WebAnswer OtherMethodAnswer(absl::string_view taken);
// The answer to a request for another server, as its name tells: 421.
WebAnswer MisdirectedAnswer(absl::string_view host);
// Lets pages of all sites read the answer, as which it was made for anybody: it depends on no cookie and no password.
void AllowOtherSites(WebAnswer& answer);
// Whether the error's message is for the host's log. Clients are told only that the log has it.
bool IsForHostOnly(const absl::Status& status);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WEB_ANSWER_H_
