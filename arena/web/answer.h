#ifndef ARENA_WEB_ANSWER_H_
#define ARENA_WEB_ANSWER_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/web/outlet.h"

namespace flagfall::arena {

// What somebody asks for.
struct WebRequest {
  // Whether only the head of the answer is wanted.
  bool is_head = false;
  // GET or HEAD.
  bool is_reading = true;
  // As in the request, before the `?`, percent-encoded.
  std::string path = {};
  // Decoded, those that come twice twice.
  std::multimap<std::string, std::string> parameters = {};
  bool accepts_gzip = false;
  std::string if_none_match = {};
  std::string last_event_id = {};
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

// What is answered.
struct WebAnswer {
  int status = 200;
  std::shared_ptr<const Content> content = nullptr;
  // It never changes, and may be kept for good.
  bool is_immutable = false;
  // Beside those that all answers have.
  std::vector<std::pair<std::string, std::string>> headers = {};
  // Nothing yet: another thread makes it, and the request is to be served again.
  bool is_later = false;
  // Set for a stream of events: called once with the way to who watches, on the connection's thread.
  std::function<void(std::shared_ptr<Outlet>)> watch = nullptr;
};

// The headers that each answer carries, whatever it is.
const std::vector<std::pair<std::string, std::string>>& SecurityHeaders();

// The answer to what failed, an ApiError. What is the host's alone to know, as a path on its disk, must not be in the
// status unless it IsHostsOwn.
WebAnswer ErrorAnswer(const absl::Status& status);
// Whether the error's message is for the host and not for a visitor, who is told that the host's log has it.
bool IsHostsOwn(const absl::Status& status);

// The whole answer in bytes, for where no worker is to be had.
std::string ErrorBytes(const absl::Status& status);
// The head of a stream of events, with its first line.
std::string StreamHead();

}  // namespace flagfall::arena

#endif  // ARENA_WEB_ANSWER_H_
