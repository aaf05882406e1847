#ifndef ARENA_WEB_UPLOAD_RULE_H_
#define ARENA_WEB_UPLOAD_RULE_H_

#include <functional>

#include "absl/status/status.h"
#include "arena/web/web_answer.h"

namespace flagfall::arena::web {

// Which requests may have a body of the length of a bot's files.
struct UploadRule {
  // Of a request whose body has not come yet. Called on the loop's thread, and must not block.
  std::function<bool(const WebRequest&)> may_begin = [](const WebRequest&) { return false; };
  // Asked when the body begins to come and then again and again until it is there: the error with which the upload is
  // refused once its sender may send it no longer. Called on a worker's thread.
  std::function<absl::Status(const WebRequest&)> check = [](const WebRequest&) { return absl::OkStatus(); };
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_UPLOAD_RULE_H_
