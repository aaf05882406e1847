#ifndef ARENA_WEB_EVENT_OUTBOX_H_
#define ARENA_WEB_EVENT_OUTBOX_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/web/event_stream.h"

namespace flagfall::arena::web {

// The field of an event that has its name.
inline constexpr absl::string_view kEventField = "event: ";

// Collects what one stream is sent in one round. A single event is passed on as it is, so that all watchers of the same
// topic share its bytes.
class EventOutbox {
 public:
  explicit EventOutbox(bool numbers_topics) : numbers_topics_(numbers_topics) {}

  // `event`: one event, or several, as they are sent. `topic`: the position of its topic in the stream's list, which is
  // put before the events' names where the stream has such a list.
  void Add(std::size_t topic, EventStream::Bytes event) {
    if (!numbers_topics_ && only_ == nullptr && rest_.empty()) {
      only_ = std::move(event);
      return;
    }
    if (only_ != nullptr) rest_ = *std::exchange(only_, nullptr);
    numbers_topics_ ? AddNumbered(topic, *event) : absl::StrAppend(&rest_, *event);
  }

  bool IsEmpty() const { return only_ == nullptr && rest_.empty(); }
  EventStream::Bytes Take() {
    if (only_ != nullptr) return std::exchange(only_, nullptr);
    return std::make_shared<const std::string>(std::exchange(rest_, {}));
  }

 private:
  void AddNumbered(std::size_t topic, absl::string_view events) {
    while (!events.empty()) {
      const std::size_t end = events.find('\n') + 1;
      const absl::string_view line = events.substr(0, end);
      events.remove_prefix(end);
      if (line.substr(0, kEventField.size()) == kEventField) {
        absl::StrAppend(&rest_, kEventField, topic, "/", line.substr(kEventField.size()));
      } else {
        absl::StrAppend(&rest_, line);
      }
    }
  }

  const bool numbers_topics_;
  EventStream::Bytes only_;
  std::string rest_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_EVENT_OUTBOX_H_
