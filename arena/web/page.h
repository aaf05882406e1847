#ifndef ARENA_WEB_PAGE_H_
#define ARENA_WEB_PAGE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "arena/base/json.h"
#include "arena/queries/answer_cache.h"
#include "arena/store/database.h"
#include "arena/web/api_route.h"
#include "arena/web/web_answer.h"

namespace flagfall::arena::web {

// How a page is made, and for how long it may be kept.
struct Page {
  // Its key in the cache: the same for every way to ask for it.
  std::string name;
  queries::Freshness freshness = queries::Freshness::kLedger;
  std::function<absl::StatusOr<std::string>(store::Database&)> text = nullptr;
  std::string type = std::string(kJsonType);
  // Headers of its answer, beside those that all answers have or in their place.
  std::vector<std::pair<std::string, std::string>> headers = {};
  // The name under which a browser saves it as a file; empty for what is not downloaded.
  std::string file = {};
};

// The page of a message, which `message_of` returns when the page is made: absl::StatusOr of it.
template <typename MessageOf>
Page JsonPage(std::string name, MessageOf message_of, queries::Freshness freshness = queries::Freshness::kLedger) {
  const auto text = [message_of](store::Database& database) -> absl::StatusOr<std::string> {
    const auto message = message_of(database);
    if (!message.ok()) return message.status();
    return ToJson(*message);
  };
  return {.name = std::move(name), .freshness = freshness, .text = text};
}

// A request for a path of the table of paths.
struct Asked {
  const WebRequest& request;
  // Of the path, between its slashes. The first one is empty.
  const std::vector<std::string>& parts;
  // The parts with slashes between them: the page's name, unless it depends on more.
  std::string Name() const { return absl::StrJoin(parts, "/"); }
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_PAGE_H_
