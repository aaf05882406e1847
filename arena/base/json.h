#ifndef ARENA_BASE_JSON_H_
#define ARENA_BASE_JSON_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "google/protobuf/timestamp.pb.h"

namespace flagfall::arena {

// How a message is laid out as text.
enum class JsonLayout {
  kCompact,
  kIndented,
  // On one line, with the numbers that are 0 and the texts that are empty.
  kWhole,
};

// Whether the calendar has that time, and JSON a form for it: one of the years 1 to 9999.
bool IsTime(const google::protobuf::Timestamp& time);

// Returns the message in protobuf's JSON mapping, with the field names of the .proto. Times that are none are left out:
// another machine may have sent them.
std::string ToJson(const google::protobuf::Message& message, JsonLayout layout = JsonLayout::kCompact);

// Reads `text` into `message`, which is cleared first. `source` says where the text comes from, as in "bot.json".
// INVALID_ARGUMENT names the source, the field and what would be right there. A field that the message does not have is
// an error too.
absl::Status FromJson(absl::string_view text, absl::string_view source, google::protobuf::Message& message);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_JSON_H_
